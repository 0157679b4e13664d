// From when and until when an item is read, by whom and where. Of what is about the terms it is asked for here and decided by a second editor.

import type { ContentItem } from '@fairtick/contract/staff/content';
import { useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sayToast } from '../../stores/toast.ts';
import { ShownFields, useShown } from './shown-fields.tsx';

export function DatesDialog({ item, onClose }: { item: ContentItem; onClose: () => void }) {
  const t = useTexts();
  const act = useAct('content_dates');
  const { typed, value, change } = useShown(item);
  const [reason, setReason] = useState('');
  const isByTwo = item.about === 'terms';
  const send = async (): Promise<void> => {
    if (!value) return;
    const done = await act.send({ id: item.id, ...value, reason: reason.trim() });
    if (!done) return;
    sayToast(t(done.proposal === null ? 'content.dated' : 'content.proposed'));
    onClose();
  };
  return (
    <Dialog
      title={t('content.dates_title')}
      act={t(isByTwo ? 'content.propose' : 'content.dates')}
      ready={value !== undefined && reason.trim() !== ''}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      {isByTwo && <p>{t('content.by_two')}</p>}
      <ShownFields typed={typed} change={change} />
      <ReasonField value={reason} onChange={setReason} />
    </Dialog>
  );
}
