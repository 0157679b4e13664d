// The next version in a language, from the newest on.

import { isRecord } from '@fairtick/contract/client/is-record';
import { pictureAddress } from '@fairtick/contract/content-kinds';
import { type LanguageKey, languageOf } from '@fairtick/contract/languages';
import type { ContentVersion } from '@fairtick/contract/staff/content';
import { Button, FileButton, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { EMPTY_TREE } from '../../calculators/content.ts';
import { failureOfAct } from '../../hooks/use-failure.ts';
import { useMay } from '../../hooks/use-me.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { sendFile } from '../../stores/send-file.ts';
import { sayToast } from '../../stores/toast.ts';
import { queryClient } from '../../transport/query.ts';
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
  const sending = useSending();
  if (!may('content', 'do')) return null;
  const addPicture = async (file: File): Promise<string | undefined> => {
    const made = await sending.run(() => sendFile('content_picture', {}, file));
    return isRecord(made) && typeof made.id === 'string' ? made.id : undefined;
  };
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
      <PictureField picture={picture} onAdd={addPicture} onChange={setPicture} />
      <TextEditor
        label={t('content.text')}
        initial={body}
        lang={locale}
        dir={dir}
        onChange={setBody}
        onPicture={addPicture}
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

interface PictureProps {
  readonly picture: string | null;
  readonly onAdd: (file: File) => Promise<string | undefined>;
  readonly onChange: (picture: string | null) => void;
}

function PictureField({ picture, onAdd, onChange }: PictureProps) {
  const t = useTexts();
  const add = async (file: File | null): Promise<void> => {
    const id = file && (await onAdd(file));
    if (id) onChange(id);
  };
  return (
    <Group gap="xs">
      <FileButton accept="image/jpeg,image/png,image/webp" onChange={(file) => void add(file)}>
        {(props) => (
          <Button {...props} size="compact-sm" variant="default">
            {t('content.picture')}
          </Button>
        )}
      </FileButton>
      {picture !== null && (
        <>
          <img src={pictureAddress(picture)} alt={t('content.picture')} className="content-picture" />
          <Button size="compact-sm" variant="subtle" onClick={() => onChange(null)}>
            {t('content.no_picture')}
          </Button>
        </>
      )}
    </Group>
  );
}

function useSending() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  return {
    busy,
    failure,
    /** undefined where it failed, which is kept to be shown. */
    async run(send: () => Promise<unknown>): Promise<unknown> {
      setBusy(true);
      setFailure(undefined);
      try {
        return await send();
      } catch (error) {
        setFailure(failureOfAct(error));
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}
