// One user: standing, balances, sessions and what the staff did; freezing and proposing to lift a freeze.

import type { Lock } from '@fairtick/contract/staff/locks';
import { Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { freezableBy } from '../../calculators/freezes.ts';
import { useKeys } from '../../hooks/use-keys.ts';
import { useMay } from '../../hooks/use-me.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Tag } from '../../parts/tag.tsx';
import { When } from '../../parts/when.tsx';
import type { StaffAnswer } from '../../stores/api.ts';
import { Correction } from './correction.tsx';
import { Freeze, type FreezeWay } from './freeze.tsx';
import { LockTags, VerifiedTag } from './standing-tags.tsx';
import { ActsPanel, BalancesPanel, OrdersPanel, SessionsPanel, StandingPanel } from './user-panels.tsx';

export type ReadUser = StaffAnswer<'user'>;

export function UserPage({ id }: { id: string }) {
  const t = useTexts();
  const may = useMay();
  // Every look at a user is an act on record: it is made once, and again after an act of one's own.
  const user = useRead('user', { id });
  const [correcting, setCorrecting] = useState(false);
  const [open, setOpen] = useState<{ readonly way: FreezeWay; readonly first?: Lock } | undefined>();
  const read = user.data;
  const canFreeze = read !== undefined && freezableBy(may, read.freezes).length > 0;
  const canLift = read !== undefined && read.locks.length > 0 && may('unfreeze', 'propose');
  const freeze = canFreeze ? () => setOpen({ way: 'freeze' }) : undefined;
  const lift = canLift ? () => setOpen({ way: 'unfreeze' }) : undefined;
  const correct = read?.realm === 'live' && may('books', 'propose') ? () => setCorrecting(true) : undefined;
  const ledger = useLedger(id, read);
  useKeys({ f: freeze, u: lift, c: correct, l: ledger });
  return (
    <Page
      title={read?.uid ?? t('users.one')}
      aside={
        <Group gap="xs">
          {ledger && (
            <Button variant="default" onClick={ledger}>
              {t('ledger.open')}
            </Button>
          )}
          {correct && (
            <Button variant="default" onClick={correct}>
              {t('correct.open')}
            </Button>
          )}
          {lift && (
            <Button variant="default" onClick={lift}>
              {t('freeze.lift')}
            </Button>
          )}
          {freeze && (
            <Button color="red" onClick={freeze}>
              {t('freeze.open')}
            </Button>
          )}
        </Group>
      }
      keys={[
        ...(ledger ? [[['L'], t('ledger.open')] as const] : []),
        ...(correct ? [[['C'], t('correct.open')] as const] : []),
        ...(canFreeze ? [[['F'], t('freeze.open')] as const] : []),
        ...(canLift ? [[['U'], t('freeze.lift')] as const] : []),
      ]}
    >
      <Loaded of={user} rows={12}>
        {(shown) => (
          <>
            <UserLine user={shown} />
            <div className="user-grid">
              <StandingPanel user={shown} onConfirm={(lock) => setOpen({ way: 'confirm', first: lock })} />
              <div className="user-stack">
                <BalancesPanel user={shown} />
                <OrdersPanel user={shown} />
              </div>
              <SessionsPanel user={shown} />
              <ActsPanel user={shown} />
            </div>
            {correcting && <Correction user={shown} onClose={() => setCorrecting(false)} />}
            {open !== undefined && <Freeze user={shown} {...open} onClose={() => setOpen(undefined)} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Where the reader sees what moved in the user's accounts. */
function useLedger(id: string, read: ReadUser | undefined): (() => void) | undefined {
  const navigate = useNavigate();
  return read?.balances ? () => void navigate({ to: '/users/$id/ledger', params: { id } }) : undefined;
}

function UserLine({ user }: { user: ReadUser }) {
  const t = useTexts();
  return (
    <Group gap="xs" className="user-line">
      <span>{user.account}</span>
      <Tag>{t(`realm.${user.realm}`)}</Tag>
      {user.country !== '' && <Tag>{user.country}</Tag>}
      <VerifiedTag verified={user.verified} />
      <LockTags locks={user.locks} />
      <span className="quiet">
        {t('column.since')} <When at={user.createdTime} />
      </span>
    </Group>
  );
}
