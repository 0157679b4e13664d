// The next version in a language, from the newest on.

import { type LanguageKey, languageOf } from '@fairtick/contract/languages';
import type { ContentVersion } from '@fairtick/contract/staff/content';
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { EMPTY_TREE } from '../../calculators/content.ts';
import { useFileAct } from '../../hooks/use-file-act.ts';
import { useMay } from '../../hooks/use-me.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { sendFile } from '../../stores/send-file.ts';
import { sayToast } from '../../stores/toast.ts';
import { queryClient } from '../../transport/query.ts';
import { PictureField } from './picture-field.tsx';
import { TextEditor } from './text-editor.tsx';

interface WriteProps {
  readonly itemId: string;
  readonly lang: LanguageKey;
  readonly dir: 'ltr' | 'rtl';
  readonly newest: ContentVersion | undefined;
  /** What was written here before and not saved. */
  readonly kept: Draft | undefined;
  /** Told of each change; of undefined once it is saved. */
  readonly onDraft: (draft: Draft | undefined) => void;
}

export interface Draft extends Pick<ContentVersion, 'title' | 'summary' | 'picture' | 'body'> {
  /** The version that it was begun from; 0 for none. */
  readonly from: number;
}

const begun = (newest: ContentVersion | undefined): Draft => ({
  title: newest?.title ?? '',
  summary: newest?.summary ?? '',
  picture: newest?.picture ?? null,
  body: newest?.body ?? EMPTY_TREE,
  from: newest?.version ?? 0,
});

export function WriteVersion({ itemId, lang, dir, newest, kept, onDraft }: WriteProps) {
  const t = useTexts();
  const may = useMay();
  const { locale } = languageOf(lang);
  const [first] = useState(() => kept ?? begun(newest));
  const [draft, setDraft] = useState(first);
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  useEffect(() => {
    if (draft !== first) onDraft(draft);
  }, [draft, first, onDraft]);
  const { title, summary, picture, body } = draft;
  const sending = useFileAct();
  if (!may('content', 'do')) return null;
  const save = async (): Promise<void> => {
    const written = JSON.stringify({ title, summary, picture, body: JSON.stringify(body) });
    const made = await sending.run(() => sendFile('content_write', { id: itemId, lang }, new Blob([written])));
    if (made === undefined) return;
    onDraft(undefined);
    sayToast(t('content.saved'));
    await queryClient.invalidateQueries();
  };
  return (
    <Stack gap="sm">
      {newest && newest.version > draft.from && (
        <p role="status" className="quiet">
          {t('content.newer', { number: newest.version, name: newest.editor })}
        </p>
      )}
      <TextInput
        label={t('content.headline')}
        value={title}
        onChange={typedInto((text) => change({ title: text }))}
        maxLength={200}
        lang={locale}
        dir={dir}
        withAsterisk
      />
      <Textarea
        label={t('content.summary')}
        value={summary}
        onChange={(event) => change({ summary: event.currentTarget.value })}
        maxLength={500}
        rows={2}
        lang={locale}
        dir={dir}
      />
      <PictureField picture={picture} onAdd={sending.addPicture} onChange={(next) => change({ picture: next })} />
      <TextEditor
        label={t('content.text')}
        initial={body}
        lang={locale}
        dir={dir}
        onChange={(next) => change({ body: next })}
        onPicture={sending.addPicture}
      />
      <FailureNote failure={sending.failure} />
      <Group justify="flex-end">
        <Button loading={sending.busy} disabled={title.trim() === ''} onClick={() => void save()}>
          {t('content.save')}
        </Button>
      </Group>
    </Stack>
  );
}
