// Money that users say they sent: what waits, the oldest first, then what was decided.

import type { QueuedDeposit } from '@fairtick/contract/staff/deposits';
import { SegmentedControl, Table } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import Inbox from 'lucide-react/icons/inbox';
import { ROW_KEYS, useKeys } from '../../hooks/use-keys.ts';
import { usePages } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { Page } from '../../parts/page.tsx';
import { type Column, Rows } from '../../parts/rows.tsx';
import { Tag } from '../../parts/tag.tsx';
import { Age, When } from '../../parts/when.tsx';
import { call } from '../../stores/api.ts';
import { useMoneyWords } from './words.ts';

export const DEPOSIT_STATES = ['0', '1', '2', '3'] as const;
export type DepositState = (typeof DEPOSIT_STATES)[number];

export const depositStateOf = (text: unknown): DepositState => DEPOSIT_STATES.find((one) => one === text) ?? '0';

/** Asked for once by the queue and by the item that was opened from it. */
export const useDeposits = (state: DepositState) =>
  usePages(
    ['deposits', state],
    (before, signal) => call('deposits', { status: state, ...(before !== undefined && { before }) }, { signal }),
    { everyMs: 10_000 },
  );

export function DepositQueue({ state }: { state: DepositState }) {
  const t = useTexts();
  const navigate = useNavigate();
  const pages = useDeposits(state);
  useKeys(ROW_KEYS);
  const waiting = pages.data?.pages[0]?.waiting;
  return (
    <Page
      title={t('deposits.title')}
      aside={
        <SegmentedControl
          aria-label={t('deposits.states')}
          value={state}
          onChange={(next) => void navigate({ to: '/deposits', search: { state: depositStateOf(next) } })}
          data={DEPOSIT_STATES.map((one) => ({
            value: one,
            label:
              one === '0' && waiting !== undefined
                ? t('deposits.waiting_count', { number: waiting })
                : t(`deposits.state.${one}`),
          }))}
        />
      }
      keys={[
        [['J', 'K'], t('key.move')],
        [['↵'], t('key.open')],
      ]}
    >
      <Loaded of={pages}>
        {({ pages: read }) => {
          const rows = read.flatMap(({ data }) => data);
          return rows.length === 0 ? (
            <Empty
              icon={<Inbox size={28} />}
              title={t(state === '0' ? 'deposits.empty' : 'verification.empty_decided')}
              {...(state === '0' && { text: t('verification.empty_text') })}
            />
          ) : (
            <>
              <DepositRows label={t('deposits.title')} rows={rows} />
              <MoreButton of={pages} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** Also the user's other deposits, beside one of them. */
export function DepositRows({ label, rows }: { label: string; rows: readonly QueuedDeposit[] }) {
  const t = useTexts();
  const columns: readonly Column[] = [
    { name: t('column.age') },
    { name: t('column.submitted') },
    { name: t('column.user') },
    { name: t('deposits.said'), end: true },
    { name: t('deposits.way') },
    { name: t('column.state') },
    { name: t('column.flags') },
    { name: t('column.taken_by') },
  ];
  return (
    <Rows label={label} columns={columns}>
      {rows.map((row) => (
        <DepositRow key={row.id} row={row} />
      ))}
    </Rows>
  );
}

export const DEPOSIT_TONES = { 0: 'state', 1: 'good', 2: 'bad', 3: 'plain' } as const;

function DepositRow({ row }: { row: QueuedDeposit }) {
  const t = useTexts();
  const words = useMoneyWords();
  const taken = row.mine ? t('verification.mine') : row.takenBy;
  return (
    <Table.Tr>
      <Table.Td>
        <Age since={row.submitted} />
      </Table.Td>
      <Table.Td>
        <When at={row.submitted} />
      </Table.Td>
      <Table.Td>
        <Link to="/deposits/$id" params={{ id: row.id }} data-row className="row-link">
          {row.uid}
        </Link>
      </Table.Td>
      <Table.Td className="end figure">{words.of(row.number, row.currency)}</Table.Td>
      <Table.Td>{row.kind === 'coin' ? row.network : t('deposits.bank')}</Table.Td>
      <Table.Td>
        <Tag tone={DEPOSIT_TONES[row.status]}>{t(`deposits.state.${row.status}`)}</Tag>
      </Table.Td>
      <Table.Td>
        {row.heldFor === '' ? (
          <span className="quiet">{t('none')}</span>
        ) : (
          <Tag tone="warn">{t(`deposits.held.${row.heldFor}`)}</Tag>
        )}
      </Table.Td>
      <Table.Td className="long">{taken === '' ? <span className="quiet">{t('free')}</span> : taken}</Table.Td>
    </Table.Tr>
  );
}
