// The panes of a user's page.

import type { Lock } from '@fairtick/contract/staff/locks';
import type { HeldFreeze } from '@fairtick/contract/staff/users';
import { Button, Table } from '@mantine/core';
import { confirmableBy } from '../../calculators/freezes.ts';
import { textOrName } from '../../i18n/texts.ts';
import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { Facts, Panel } from '../../parts/panel.tsx';
import { Rows } from '../../parts/rows.tsx';
import { Tag } from '../../parts/tag.tsx';
import { When } from '../../parts/when.tsx';
import { LockTags } from './standing-tags.tsx';
import type { ReadUser } from './user.tsx';

export function StandingPanel({ user, onConfirm }: { user: ReadUser; onConfirm: (lock: Lock) => void }) {
  const t = useTexts();
  const formats = useFormats();
  const moment = (at: number | null) => (at === null ? t('none') : <When at={at} />);
  return (
    <Panel title={t('standing.title')}>
      <Facts
        rows={[
          [t('column.locks'), <LockTags key="locks" locks={user.locks} />],
          [t('standing.verified_time'), moment(user.verifiedTime)],
          [t('standing.hold'), moment(user.holdUntil)],
          [t('standing.cool_off'), moment(user.coolOffUntil)],
          [t('standing.loss_limit'), user.lossLimit === null ? t('none') : formats.money(user.lossLimit)],
        ]}
      />
      {user.freezes.map((freeze) => {
        const confirm = confirmableBy([freeze]).length > 0 ? () => onConfirm(freeze.lock) : undefined;
        return <Held key={freeze.lock} freeze={freeze} onConfirm={confirm} />;
      })}
    </Panel>
  );
}

/** Why a lock is set, by whom, since when and until when. */
function Held({ freeze, onConfirm }: { freeze: HeldFreeze; onConfirm: (() => void) | undefined }) {
  const t = useTexts();
  const { lock, reason, by, time, until } = freeze;
  return (
    <div className="held">
      <Tag tone="bad">{t(`lock.${lock}`)}</Tag>
      <span>{reason}</span>
      <span className="quiet">
        {by} · <When at={time} />
      </span>
      <span className="quiet">
        {until === null ? (
          t('standing.until_lifted')
        ) : (
          <>
            {t('standing.ends')} <When at={until} />
          </>
        )}
      </span>
      {onConfirm && (
        <Button
          size="xs"
          variant="default"
          onClick={onConfirm}
          aria-label={`${t('freeze.confirm')}: ${t(`lock.${lock}`)}`}
        >
          {t('freeze.confirm')}
        </Button>
      )}
    </div>
  );
}

export function BalancesPanel({ user }: { user: ReadUser }) {
  const t = useTexts();
  const formats = useFormats();
  if (user.balances === null)
    return (
      <Panel title={t('balances.title')}>
        <p className="quiet">{t('balances.not_shown')}</p>
      </Panel>
    );
  return (
    <Panel title={t('balances.title')} flush>
      <Rows
        label={t('balances.title')}
        columns={[
          { name: t('balances.account') },
          { name: t('balances.free'), end: true },
          { name: t('balances.held'), end: true },
        ]}
      >
        {user.balances.map(({ type, balance, lockBalance }) => (
          <Table.Tr key={type}>
            <Table.Td>{textOrName(t, 'account', type)}</Table.Td>
            <Table.Td className="end figure">{formats.money(balance)}</Table.Td>
            <Table.Td className="end figure">{formats.money(lockBalance)}</Table.Td>
          </Table.Tr>
        ))}
      </Rows>
    </Panel>
  );
}

export function OrdersPanel({ user }: { user: ReadUser }) {
  const t = useTexts();
  const formats = useFormats();
  return (
    <Panel title={t('orders.title')}>
      <Facts
        rows={[
          [t('orders.forex'), formats.count(user.openOrders.forex)],
          [t('orders.micro'), formats.count(user.openOrders.micro)],
        ]}
      />
    </Panel>
  );
}

export function SessionsPanel({ user }: { user: ReadUser }) {
  const t = useTexts();
  return (
    <Panel title={t('sessions.title')} flush={user.sessions.length > 0}>
      {user.sessions.length === 0 ? (
        <p className="quiet">{t('sessions.empty')}</p>
      ) : (
        <Rows label={t('sessions.title')} columns={[{ name: t('sessions.begun') }, { name: t('sessions.used') }]}>
          {user.sessions.map(({ createdTime, lastUsedTime }) => (
            <Table.Tr key={createdTime}>
              <Table.Td>
                <When at={createdTime} />
              </Table.Td>
              <Table.Td>
                <When at={lastUsedTime} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Rows>
      )}
    </Panel>
  );
}

export function ActsPanel({ user }: { user: ReadUser }) {
  const t = useTexts();
  return (
    <Panel title={t('acts.of_user')} flush={user.acts.length > 0}>
      {user.acts.length === 0 ? (
        <p className="quiet">{t('acts.none')}</p>
      ) : (
        <Rows
          label={t('acts.of_user')}
          columns={(['time', 'act', 'by', 'reason'] as const).map((name) => ({ name: t(`column.${name}`) }))}
        >
          {user.acts.map(({ kind, time, by, reason }) => (
            <Table.Tr key={`${kind} ${time} ${by}`}>
              <Table.Td>
                <When at={time} />
              </Table.Td>
              <Table.Td>{textOrName(t, 'act', kind)}</Table.Td>
              <Table.Td className="long">{by}</Table.Td>
              <Table.Td className="wrap">{reason}</Table.Td>
            </Table.Tr>
          ))}
        </Rows>
      )}
    </Panel>
  );
}
