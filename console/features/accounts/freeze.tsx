// Locks put on a user with a reason that the user reads, or proposed to be lifted. Closing a position is never locked.

import type { Grant, StaffAct } from '@fairtick/contract/staff/matrix';
import type { Lock } from '@fairtick/contract/staff/users';
import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useMay } from '../../hooks/use-me.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sayToast } from '../../stores/toast.ts';
import type { ReadUser } from './user.tsx';

const FREEZES = {
  withdrawals: 'freeze_withdrawals',
  orders: 'freeze_orders',
  sign_in: 'freeze_sign_in',
} as const satisfies Readonly<Record<Lock, StaffAct>>;
const LOCKS: readonly Lock[] = ['withdrawals', 'orders', 'sign_in'];

type May = (act: StaffAct, ...grants: readonly Grant[]) => boolean;

/** The locks that are not on yet and that this person may put on, alone or with a second person. */
export const freezableBy = (may: May, locked: readonly Lock[]): Lock[] =>
  LOCKS.filter((lock) => !locked.includes(lock) && may(FREEZES[lock], 'do', 'propose'));

interface FreezeProps {
  readonly user: ReadUser;
  readonly way: 'freeze' | 'unfreeze';
  readonly onClose: () => void;
}

export function Freeze({ user, way, onClose }: FreezeProps) {
  const t = useTexts();
  const may = useMay();
  const freeze = useAct('user_freeze');
  const unfreeze = useAct('user_unfreeze');
  const [offered] = useState(() => (way === 'freeze' ? freezableBy(may, user.locks) : user.locks));
  const [chosen, setChosen] = useState<readonly Lock[]>(offered.length === 1 ? offered : []);
  const [reason, setReason] = useState('');
  const act = way === 'freeze' ? freeze : unfreeze;
  // Whoever may do it alone does it; whoever may only propose needs a second person.
  const alone = way === 'freeze' && chosen.every((lock) => may(FREEZES[lock], 'do'));
  const send = async (): Promise<void> => {
    const answer = await act.send({ id: user.id, locks: chosen.join(','), reason: reason.trim() });
    if (!answer) return;
    sayToast(answer.proposal === null ? t('freeze.done', { uid: user.uid }) : t('proposals.made'));
    onClose();
  };
  return (
    <Dialog
      title={t(way === 'freeze' ? 'freeze.title' : 'freeze.lift_title', { uid: user.uid })}
      act={t(alone ? 'freeze.act' : 'freeze.propose')}
      danger={way === 'freeze'}
      ready={chosen.length > 0 && reason.trim() !== ''}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      <p className="quiet">{t(alone ? 'freeze.text' : 'freeze.second')}</p>
      <Checkbox.Group
        label={t(way === 'freeze' ? 'freeze.what' : 'freeze.lift_what')}
        value={[...chosen]}
        onChange={(values) => setChosen(LOCKS.filter((lock) => values.includes(lock)))}
      >
        <Stack gap={6} mt={4}>
          {offered.map((lock, at) => (
            <Checkbox
              key={lock}
              data-autofocus={at === 0 || undefined}
              value={lock}
              label={t(`lock.${lock}`)}
              description={t(`lock.${lock}_does`)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <ReasonField
        value={reason}
        onChange={setReason}
        hint={t(way === 'freeze' ? 'freeze.reason_hint' : 'freeze.lift_hint')}
      />
    </Dialog>
  );
}
