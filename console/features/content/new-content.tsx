// Something new: what kind it is, for whom, and from when on.

import { ANNOUNCED, CONTENT_KINDS } from '@fairtick/contract/content-kinds';
import { NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { ShownFields, useShown } from './shown-fields.tsx';

export function NewContent({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const navigate = useNavigate();
  const act = useAct('content_new');
  const [kindText, setKind] = useState<string>('news');
  const [aboutText, setAbout] = useState<string>('notice');
  const { typed, value, change } = useShown(undefined);
  const kind = CONTENT_KINDS.find((one) => one === kindText) ?? 'news';
  const about = ANNOUNCED.find((one) => one === aboutText) ?? 'notice';
  const send = async (): Promise<void> => {
    if (!value) return;
    const made = await act.send({ kind, ...value, ...(kind === 'announcement' && { about }) });
    if (!made) return;
    onClose();
    await navigate({ to: '/content/$id', params: { id: made.id } });
  };
  return (
    <Dialog
      title={t('content.new')}
      act={t('content.begin')}
      ready={value !== undefined}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      <NativeSelect
        label={t('content.kind')}
        value={kind}
        onChange={typedInto(setKind)}
        data={CONTENT_KINDS.map((one) => ({ value: one, label: t(`content.kind.${one}`) }))}
        data-autofocus
      />
      {kind === 'announcement' && (
        <NativeSelect
          label={t('content.about')}
          description={t('content.terms_hint')}
          value={about}
          onChange={typedInto(setAbout)}
          data={ANNOUNCED.map((one) => ({ value: one, label: t(`content.about.${one}`) }))}
        />
      )}
      <ShownFields typed={typed} change={change} />
    </Dialog>
  );
}
