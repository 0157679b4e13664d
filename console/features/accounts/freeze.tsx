// Locks put on a user with a reason that the user reads, confirmed as the second person, or proposed to be lifted. Closing a position is never locked.

import { FREEZE_ACTS, type Lock } from '@fairtick/contract/staff/locks';
import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { confirmableBy, freezableBy } from '../../calculators/freezes.ts';
import { useAct } from '../../hooks/use-act.ts';
import { useMay } from '../../hooks/use-me.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sayToast } from '../../stores/toast.ts';
import type { ReadUser } from './user.tsx';

export type FreezeWay = 'freeze' | 'confirm' | 'unfreeze';

const TITLES = { freeze: 'freeze.title', confirm: 'freeze.confirm_title', unfreeze: 'freeze.lift_title' } as const;
const LISTS = { freeze: 'freeze.what', confirm: 'freeze.confirm_what', unfreeze: 'freeze.lift_what' } as const;

function offeredFor(way: FreezeWay, user: ReadUser, may: ReturnType<typeof useMay>): readonly Lock[] {
  if (way === 'freeze') return freezableBy(may, user.freezes);
  return way === 'confirm' ? confirmableBy(user.freezes) : user.locks;
}

interface FreezeProps {
  readonly user: ReadUser;
  readonly way: FreezeWay;
  /** Chosen already as it opens. */
  readonly first?: Lock | undefined;
  readonly onClose: () => void;
}

export function Freeze({ user, way, first, onClose }: FreezeProps) {
  const t = useTexts();
  const may = useMay();
  const freeze = useAct('user_freeze');
  const unfreeze = useAct('user_unfreeze');
  const [offered] = useState(() => offeredFor(way, user, may));
  const [chosen, setChosen] = useState<readonly Lock[]>(first ? [first] : offered.length === 1 ? offered : []);
  const [reason, setReason] = useState('');
  const act = way === 'unfreeze' ? unfreeze : freeze;
  // Whoever may do it alone does it; whoever may only propose needs a second person.
  const alone = way !== 'unfreeze' && chosen.every((lock) => may(FREEZE_ACTS[lock], 'do'));
  const done = way === 'confirm' ? 'freeze.confirmed' : 'freeze.done';
  const send = async (): Promise<void> => {
    const answer = await act.send({ id: user.id, locks: chosen.join(','), reason: reason.trim() });
    if (!answer) return;
    sayToast(answer.proposal === null ? t(done, { uid: user.uid }) : t('proposals.made'));
    onClose();
  };
  return (
    <Dialog
      title={t(TITLES[way], { uid: user.uid })}
      act={t(alone ? (way === 'confirm' ? 'freeze.confirm_act' : 'freeze.act') : 'freeze.propose')}
      danger={way !== 'unfreeze'}
      ready={chosen.length > 0 && reason.trim() !== ''}
      busy={act.busy}
      failure={act.failure}
      onAct={() => void send()}
      onClose={onClose}
    >
      {way === 'confirm' && <p className="quiet">{t('freeze.confirm_text')}</p>}
      {(way !== 'confirm' || !alone) && <p className="quiet">{t(alone ? 'freeze.text' : 'freeze.second')}</p>}
      <Checkbox.Group
        label={t(LISTS[way])}
        value={[...chosen]}
        onChange={(values) => setChosen(offered.filter((lock) => values.includes(lock)))}
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
        hint={t(way === 'unfreeze' ? 'freeze.lift_hint' : 'freeze.reason_hint')}
      />
    </Dialog>
  );
}
