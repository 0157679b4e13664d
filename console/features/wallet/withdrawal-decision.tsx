// What may be done with a withdrawal, the act that moves it on as the one button with a colour. What cannot be undone asks first, with the figures again.

import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { PAYOUT_KEYS, type PayoutAct, payoutActs } from '../../calculators/payouts.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useKeys } from '../../hooks/use-keys.ts';
import { useMay } from '../../hooks/use-me.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { Panel } from '../../parts/panel.tsx';
import { PausedNote } from '../../parts/paused-note.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sayToast } from '../../stores/toast.ts';
import { type ActProps, closing, type DecisionProps } from './acting.ts';
import type { ReadWithdrawal } from './withdrawal.tsx';
import { PaymentBack } from './withdrawal-back.tsx';
import { RejectWithdrawal } from './withdrawal-reject.tsx';
import { WithdrawalSummary } from './withdrawal-summary.tsx';

type Opened = Exclude<PayoutAct, 'claim' | 'release'>;

export function WithdrawalDecision({ card, onDone, onStale }: DecisionProps) {
  const t = useTexts();
  const may = useMay();
  const [open, setOpen] = useState<Opened | undefined>();
  const taking = useTaking(card, onStale);
  const acts = payoutActs(card, may);
  const run = (act: PayoutAct): void => (act === 'claim' || act === 'release' ? taking[act]() : setOpen(act));
  useKeys(Object.fromEntries(acts.map((act) => [PAYOUT_KEYS[act], () => run(act)])));
  const props = { card, onDone, onClose: () => setOpen(undefined), onStale };
  return (
    <Panel title={t('verification.decision')}>
      <p className="quiet">
        {t(
          card.status === 1 || card.status === 2
            ? `decide.${card.status}`
            : acts.length > 0
              ? 'decide.3'
              : 'decide.over',
        )}
      </p>
      <PausedNote paused={card.paused && (card.status === 1 || card.status === 2)} />
      {card.frozen !== '' && (
        <div className="note-warn" role="note">
          {t('decide.frozen', { reason: card.frozen })}
        </div>
      )}
      {card.nothingSentBy !== '' && card.status === 2 && (
        <div className="note-warn" role="note">
          {t('decide.unsent_said', { name: card.nothingSentBy })}
        </div>
      )}
      {card.status === 2 && card.takenBy !== '' && !card.mine && (
        <p className="quiet">{t('decide.taken', { name: card.takenBy })}</p>
      )}
      <FailureNote failure={taking.failure} />
      {acts.length > 0 && (
        <Group gap="xs" grow preventGrowOverflow={false}>
          {acts.map((act, at) => (
            <Button
              key={act}
              variant={at === 0 && act !== 'unsent' && act !== 'back' ? 'filled' : 'default'}
              loading={taking.busy === act}
              onClick={() => run(act)}
            >
              {t(`withdrawals.${act}`)}
            </Button>
          ))}
        </Group>
      )}
      {open === 'approve' && <Approve {...props} />}
      {open === 'reject' && <RejectWithdrawal {...props} />}
      {open === 'paid' && <Paid {...props} />}
      {open === 'unsent' && <Unsent {...props} />}
      {open === 'back' && <PaymentBack {...props} />}
    </Panel>
  );
}

/** Taking and giving back change nobody's money and need no question. */
function useTaking({ id, uid }: ReadWithdrawal, onRefused: () => void) {
  const t = useTexts();
  const claim = useAct('withdrawal_claim');
  const release = useAct('withdrawal_release');
  const send = async (act: 'claim' | 'release'): Promise<void> => {
    const [one, other] = act === 'claim' ? [claim, release] : [release, claim];
    other.clear();
    if (!(await one.send({ id }))) onRefused();
    else sayToast(t(act === 'claim' ? 'withdrawals.claimed' : 'withdrawals.released', { uid }));
  };
  return {
    busy: claim.busy ? 'claim' : release.busy ? 'release' : undefined,
    failure: claim.failure ?? release.failure,
    claim: () => void send('claim'),
    release: () => void send('release'),
  };
}

function Approve(props: ActProps) {
  const { card, onDone } = props;
  const t = useTexts();
  const act = useAct('withdrawal_approve');
  const [note, setNote] = useState('');
  const { id, uid, approvals, approvalsNeeded } = card;
  const last = approvals + 1 >= approvalsNeeded;
  const mustSay = last && card.flags.includes('own_wallet');
  const send = async (): Promise<void> => {
    const answer = await act.send({ id, note: note.trim() });
    if (!answer) return;
    sayToast(t(answer.status === 2 ? 'withdrawals.approved' : 'withdrawals.approved_first', { uid }));
    onDone();
  };
  return (
    <Dialog
      title={t('withdrawals.approve_title', { uid })}
      act={t('withdrawals.approve')}
      ready={!mustSay || note.trim() !== ''}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={closing(props, act.failure)}
    >
      <WithdrawalSummary card={card} />
      <p>{t(last ? 'withdrawals.approve_last' : 'withdrawals.approve_first')}</p>
      <ReasonField
        value={note}
        onChange={setNote}
        label={t('withdrawals.note')}
        hint={t(mustSay ? 'withdrawals.note_wallet' : 'withdrawals.note_hint')}
        required={mustSay}
      />
    </Dialog>
  );
}

function Paid(props: ActProps) {
  const { card, onDone } = props;
  const t = useTexts();
  const act = useAct('withdrawal_paid');
  const [reference, setReference] = useState('');
  const send = async (): Promise<void> => {
    if (!(await act.send({ id: card.id, reference: reference.trim() }))) return;
    sayToast(t('withdrawals.paid_done', { uid: card.uid }));
    onDone();
  };
  return (
    <Dialog
      title={t('withdrawals.paid_title', { uid: card.uid })}
      act={t('withdrawals.paid')}
      ready={reference.trim() !== ''}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={closing(props, act.failure)}
    >
      <WithdrawalSummary card={card} />
      <p className="quiet">{t('withdrawals.paid_text')}</p>
      <TextInput
        label={t('withdrawals.reference')}
        description={t(`withdrawals.reference_hint.${card.kind}`)}
        value={reference}
        onChange={typedInto(setReference)}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: 'code-field' }}
        withAsterisk
        data-autofocus
      />
    </Dialog>
  );
}

/** The first says it; with the second one's word the money is the user's again. */
function Unsent(props: ActProps) {
  const { card, onDone, onClose } = props;
  const t = useTexts();
  const act = useAct('withdrawal_nothing_sent');
  const [reason, setReason] = useState('');
  const second = card.nothingSentBy !== '';
  const send = async (): Promise<void> => {
    const answer = await act.send({ id: card.id, reason: reason.trim() });
    if (!answer) return;
    sayToast(t(answer.status === 4 ? 'withdrawals.returned' : 'withdrawals.unsent_done', { uid: card.uid }));
    if (answer.status === 4) onDone();
    else onClose();
  };
  return (
    <Dialog
      title={t('withdrawals.unsent_title', { uid: card.uid })}
      act={t(second ? 'withdrawals.unsent_second' : 'withdrawals.unsent_first')}
      danger
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={closing(props, act.failure)}
    >
      <WithdrawalSummary card={card} />
      <p>{second ? t('withdrawals.unsent_text_second', { name: card.nothingSentBy }) : t('withdrawals.unsent_text')}</p>
      <ReasonField
        value={reason}
        onChange={setReason}
        label={t('verification.words')}
        hint={t('verification.words_hint')}
        required={false}
      />
    </Dialog>
  );
}
