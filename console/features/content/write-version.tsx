// The next version in a language, from the newest on.

import { type LanguageKey, languageOf } from '@fairtick/contract/languages';
import type { ContentVersion } from '@fairtick/contract/staff/content';
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
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
}

export function WriteVersion({ itemId, lang, dir, newest }: WriteProps) {
  const t = useTexts();
  const may = useMay();
  const { locale } = languageOf(lang);
  const [title, setTitle] = useState(newest?.title ?? '');
  const [summary, setSummary] = useState(newest?.summary ?? '');
  const [picture, setPicture] = useState(newest?.picture ?? null);
  const [body, setBody] = useState(newest?.body ?? EMPTY_TREE);
  const sending = useFileAct();
  if (!may('content', 'do')) return null;
  const save = async (): Promise<void> => {
    const draft = JSON.stringify({ title, summary, picture, body: JSON.stringify(body) });
    const made = await sending.run(() => sendFile('content_write', { id: itemId, lang }, new Blob([draft])));
    if (made === undefined) return;
    sayToast(t('content.saved'));
    await queryClient.invalidateQueries();
  };
  return (
    <Stack gap="sm">
      <TextInput
        label={t('content.headline')}
        value={title}
        onChange={typedInto(setTitle)}
        maxLength={200}
        lang={locale}
        dir={dir}
        withAsterisk
      />
      <Textarea
        label={t('content.summary')}
        value={summary}
        onChange={(event) => setSummary(event.currentTarget.value)}
        maxLength={500}
        rows={2}
        lang={locale}
        dir={dir}
      />
      <PictureField picture={picture} onAdd={sending.addPicture} onChange={setPicture} />
      <TextEditor
        label={t('content.text')}
        initial={body}
        lang={locale}
        dir={dir}
        onChange={setBody}
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
