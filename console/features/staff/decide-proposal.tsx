// The second person's word on a proposal, as it was shown to them: its hash goes along.

import type { Proposal } from '@fairtick/contract/staff/people';
import { useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sayToast } from '../../stores/toast.ts';
import { LinkDialog } from './link-dialog.tsx';
import { titleOf } from './proposal-title.ts';

export interface DecideProposalProps {
  readonly proposal: Proposal;
  readonly decision: 'accept' | 'reject';
  readonly onClose: () => void;
}

export function DecideProposal({ proposal, decision, onClose }: DecideProposalProps) {
  const t = useTexts();
  const act = useAct('proposal_decide');
  const [reason, setReason] = useState('');
  const [link, setLink] = useState<string | undefined>();
  const { id, hash } = proposal;
  const send = async (): Promise<void> => {
    const answer = await act.send({ id, hash, decision, reason: reason.trim() });
    if (!answer) return;
    sayToast(t(`proposals.${decision}ed`));
    if (answer.link === null) onClose();
    else setLink(answer.link);
  };
  if (link !== undefined) return <LinkDialog link={link} byTwo onClose={onClose} />;
  return (
    <Dialog
      title={t(`proposals.${decision}_title`)}
      act={t(`proposals.${decision}`)}
      danger={decision === 'reject'}
      ready={decision === 'accept' || reason.trim() !== ''}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      <p>
        <strong>{titleOf(proposal, t)}</strong>
      </p>
      <p className="quiet">{t(`proposals.${decision}_text`)}</p>
      <ReasonField value={reason} onChange={setReason} required={decision === 'reject'} />
    </Dialog>
  );
}
