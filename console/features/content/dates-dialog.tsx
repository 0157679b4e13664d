// From when and until when an item is read, and by whom. Of what is about the terms it is asked for here and decided by a second editor.

import { AUDIENCES } from '@fairtick/contract/content-kinds';
import type { ContentItem } from '@fairtick/contract/staff/content';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fromLocalInput, toLocalInput } from '../../calculators/content.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sayToast } from '../../stores/toast.ts';

/** What was shown and not touched stays to the millisecond: the field knows minutes. */
const momentOf = (typed: string, before: number | null): number | undefined =>
  before !== null && typed === toLocalInput(before) ? before : fromLocalInput(typed);

export function DatesDialog({ item, onClose }: { item: ContentItem; onClose: () => void }) {
  const t = useTexts();
  const act = useAct('content_dates');
  const { id, about, publishTime, expireTime } = item;
  const [audienceText, setAudience] = useState<string>(item.audience);
  const [from, setFrom] = useState(() => toLocalInput(publishTime));
  const [until, setUntil] = useState(() => (expireTime === null ? '' : toLocalInput(expireTime)));
  const [reason, setReason] = useState('');
  const audience = AUDIENCES.find((one) => one === audienceText) ?? item.audience;
  const publish = momentOf(from, publishTime);
  const expire = until === '' ? undefined : momentOf(until, expireTime);
  const isOrdered = publish !== undefined && (until === '' || (expire !== undefined && expire > publish));
  const send = async (): Promise<void> => {
    if (publish === undefined) return;
    const times = { publish_time: publish, ...(expire !== undefined && { expire_time: expire }) };
    const done = await act.send({ id, audience, ...times, reason: reason.trim() });
    if (!done) return;
    sayToast(t(done.proposal === null ? 'content.dated' : 'content.proposed'));
    onClose();
  };
  return (
    <Dialog
      title={t('content.dates_title')}
      act={t(about === 'terms' ? 'content.propose' : 'content.dates')}
      ready={isOrdered && reason.trim() !== ''}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      {about === 'terms' && <p>{t('content.by_two')}</p>}
      <NativeSelect
        label={t('content.audience')}
        value={audienceText}
        onChange={typedInto(setAudience)}
        data={AUDIENCES.map((one) => ({ value: one, label: t(`content.audience.${one}`) }))}
        data-autofocus
      />
      <TextInput
        type="datetime-local"
        label={t('content.from')}
        value={from}
        onChange={typedInto(setFrom)}
        withAsterisk
      />
      <TextInput type="datetime-local" label={t('content.until')} value={until} onChange={typedInto(setUntil)} />
      <ReasonField value={reason} onChange={setReason} />
    </Dialog>
  );
}
