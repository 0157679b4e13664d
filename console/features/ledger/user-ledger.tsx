// What moved in a user's accounts, line by line: the sums of both columns are what the account has.

import { SegmentedControl, Table } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import ScrollText from 'lucide-react/icons/scroll-text';
import { useKeys } from '../../hooks/use-keys.ts';
import { usePages } from '../../hooks/use-read.ts';
import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { When } from '../../parts/when.tsx';
import { call, type StaffAnswer } from '../../stores/api.ts';

/** By their numbers in the contract. */
const ACCOUNTS = { change: 1, forex: 2, micro: 3 } as const;
export type LedgerAccount = keyof typeof ACCOUNTS;

const isAccount = (text: unknown): text is LedgerAccount => typeof text === 'string' && Object.hasOwn(ACCOUNTS, text);
export const ledgerAccountOf = (text: unknown): LedgerAccount => (isAccount(text) ? text : 'change');
const NAMES = Object.keys(ACCOUNTS).filter(isAccount);

export function UserLedger({ id, account }: { id: string; account: LedgerAccount }) {
  const t = useTexts();
  const navigate = useNavigate();
  const pages = usePages(['user_ledger', id, account], (before, signal) =>
    call('user_ledger', { id, account: ACCOUNTS[account], ...(before !== undefined && { before }) }, { signal }),
  );
  const show = (next: LedgerAccount): void =>
    void navigate({ to: '/users/$id/ledger', params: { id }, search: { account: next }, replace: true });
  useKeys({
    ...{ 1: () => show('change'), 2: () => show('forex'), 3: () => show('micro') },
    u: () => void navigate({ to: '/users/$id', params: { id } }),
  });
  return (
    <Page
      title={t('ledger.of', { uid: pages.data?.pages[0]?.uid ?? '' })}
      aside={
        <SegmentedControl
          aria-label={t('ledger.accounts')}
          value={account}
          onChange={(next) => show(ledgerAccountOf(next))}
          data={NAMES.map((one) => ({ value: one, label: t(`account.${one}`) }))}
        />
      }
      keys={[
        [['1', '2', '3'], t('ledger.accounts')],
        [['U'], t('ledger.to_user')],
      ]}
    >
      <p className="lead">
        <Link to="/users/$id" params={{ id }}>
          {t('ledger.to_user')}
        </Link>
      </p>
      <Loaded of={pages} rows={12}>
        {({ pages: read }) => (
          <>
            <Lines rows={read.flatMap(({ data }) => data)} />
            <MoreButton of={pages} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Lines({ rows }: { rows: StaffAnswer<'user_ledger'>['data'] }) {
  const t = useTexts();
  const formats = useFormats();
  if (rows.length === 0) return <Empty icon={<ScrollText size={28} />} title={t('ledger.empty')} />;
  return (
    <Rows
      label={t('ledger.title')}
      columns={[
        { name: t('column.time') },
        { name: t('ledger.what') },
        { name: t('ledger.free'), end: true },
        { name: t('ledger.held'), end: true },
      ]}
    >
      {rows.map(({ id, time, memo, value, lockValue }) => (
        <Table.Tr key={id}>
          <Table.Td>
            <When at={time} />
          </Table.Td>
          <Table.Td className="wrap">{memo}</Table.Td>
          <Table.Td className="end figure">{formats.money(value, { signed: true })}</Table.Td>
          <Table.Td className="end figure">{formats.money(lockValue, { signed: true })}</Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}
