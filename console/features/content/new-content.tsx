// Something new: what kind it is, for whom, and from when on.

import { ANNOUNCED, AUDIENCES, CONTENT_KINDS } from '@fairtick/contract/content-kinds';
import { systemClock } from '@fairtick/kernel/clock';
import { NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fromLocalInput, toLocalInput } from '../../calculators/content.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { typedInto } from '../../parts/field-value.ts';

export function NewContent({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const navigate = useNavigate();
  const act = useAct('content_new');
  const [kindText, setKind] = useState<string>('news');
  const [aboutText, setAbout] = useState<string>('notice');
  const [audienceText, setAudience] = useState<string>('all');
  const [from, setFrom] = useState(() => toLocalInput(systemClock.now()));
  const [until, setUntil] = useState('');
  const kind = CONTENT_KINDS.find((one) => one === kindText) ?? 'news';
  const about = ANNOUNCED.find((one) => one === aboutText) ?? 'notice';
  const audience = AUDIENCES.find((one) => one === audienceText) ?? 'all';
  const publish = fromLocalInput(from);
  const expire = until === '' ? undefined : fromLocalInput(until);
  const send = async (): Promise<void> => {
    if (publish === undefined) return;
    const made = await act.send({
      ...{ kind, audience, publish_time: publish },
      ...(kind === 'announcement' && { about }),
      ...(expire !== undefined && { expire_time: expire }),
    });
    if (!made) return;
    onClose();
    await navigate({ to: '/content/$id', params: { id: made.id } });
  };
  return (
    <Dialog
      title={t('content.new')}
      act={t('content.begin')}
      ready={publish !== undefined}
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
      <NativeSelect
        label={t('content.audience')}
        value={audience}
        onChange={typedInto(setAudience)}
        data={AUDIENCES.map((one) => ({ value: one, label: t(`content.audience.${one}`) }))}
      />
      <TextInput
        type="datetime-local"
        label={t('content.from')}
        value={from}
        onChange={typedInto(setFrom)}
        withAsterisk
      />
      <TextInput type="datetime-local" label={t('content.until')} value={until} onChange={typedInto(setUntil)} />
    </Dialog>
  );
}
