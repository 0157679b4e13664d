// Money that came and that nobody has claimed, the oldest first; and what became of the rest.

import { RECEIPT_STATES, type ReceiptStateName } from '@fairtick/contract/staff/receipt-states';
import type { ListedReceipt } from '@fairtick/contract/staff/receipts';
import { Button, Group, SegmentedControl, Table } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import Inbox from 'lucide-react/icons/inbox';
import { useState } from 'react';
import { useMay } from '../../hooks/use-me.ts';
import { usePages } from '../../hooks/use-read.ts';
import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { Page } from '../../parts/page.tsx';
import { type Column, Rows } from '../../parts/rows.tsx';
import { Age, When } from '../../parts/when.tsx';
import { call, type StaffAnswer } from '../../stores/api.ts';
import { ReceiptActs, type ReceiptDialog } from './receipt-acts.tsx';
import { AssignReceipt, BookReceipt, ProposeOfReceipt, SentReceipt } from './receipt-dialogs.tsx';
import { useMoneyWords } from './words.ts';

export type { ReceiptStateName };
export const receiptStateOf = (text: unknown): ReceiptStateName => RECEIPT_STATES.find((one) => one === text) ?? 'free';

export function Receipts({ state }: { state: ReceiptStateName }) {
  const t = useTexts();
  const may = useMay();
  const navigate = useNavigate();
  const [booking, setBooking] = useState(false);
  const pages = usePages<ListedReceipt, StaffAnswer<'receipts'>>(
    ['receipts', state],
    (before, signal) => call('receipts', { state, ...(before !== undefined && { before }) }, { signal }),
    { everyMs: 10_000 },
  );
  const first = pages.data?.pages[0];
  return (
    <Page
      title={t('receipts.title')}
      aside={
        <Group gap="sm">
          {may('deposits', 'do') && (
            <Button disabled={first === undefined} onClick={() => setBooking(true)}>
              {t('receipts.book')}
            </Button>
          )}
          <SegmentedControl
            aria-label={t('receipts.states')}
            value={state}
            onChange={(next) => void navigate({ to: '/receipts', search: { state: receiptStateOf(next) } })}
            data={RECEIPT_STATES.map((one) => ({
              value: one,
              label:
                one === 'free' && first !== undefined
                  ? t('receipts.free_count', { number: first.free })
                  : t(`receipts.state.${one}`),
            }))}
          />
        </Group>
      }
    >
      <Loaded of={pages}>
        {({ pages: read }) => {
          const rows = read.flatMap(({ data }) => data);
          return rows.length === 0 ? (
            <Empty
              icon={<Inbox size={28} />}
              title={t(state === 'free' ? 'receipts.empty' : 'receipts.empty_decided')}
              {...(state === 'free' && { text: t('receipts.empty_text') })}
            />
          ) : (
            <>
              <ReceiptRows rows={rows} />
              <MoreButton of={pages} />
            </>
          );
        }}
      </Loaded>
      {booking && first && <BookReceipt options={first.options} onClose={() => setBooking(false)} />}
    </Page>
  );
}

type Opened = { readonly what: ReceiptDialog; readonly receipt: ListedReceipt } | undefined;

function ReceiptRows({ rows }: { rows: readonly ListedReceipt[] }) {
  const t = useTexts();
  const [open, setOpen] = useState<Opened>();
  const columns: readonly Column[] = [
    { name: t('column.age') },
    { name: t('receipts.seen') },
    { name: t('deposits.came'), end: true },
    { name: t('receipts.counts_as'), end: true },
    { name: t('deposits.receipt') },
    { name: t('receipts.sender') },
    { name: t('receipts.seen_by') },
    { name: t('receipts.claims') },
    { name: t('receipts.acts') },
  ];
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Rows label={t('receipts.title')} columns={columns}>
        {rows.map((row) => (
          <ReceiptRow key={row.id} row={row} onOpen={(what) => setOpen({ what, receipt: row })} />
        ))}
      </Rows>
      {open?.what === 'assign' && <AssignReceipt receipt={open.receipt} onClose={close} />}
      {open?.what === 'sent' && <SentReceipt receipt={open.receipt} onClose={close} />}
      {(open?.what === 'return' || open?.what === 'keep') && (
        <ProposeOfReceipt what={open.what} receipt={open.receipt} onClose={close} />
      )}
    </>
  );
}

function ReceiptRow({ row, onOpen }: { row: ListedReceipt; onOpen: (what: ReceiptDialog) => void }) {
  const t = useTexts();
  const formats = useFormats();
  const words = useMoneyWords();
  const none = <span className="quiet">{t('none')}</span>;
  return (
    <Table.Tr>
      <Table.Td>
        <Age since={row.seen} />
      </Table.Td>
      <Table.Td>
        <When at={row.seen} />
      </Table.Td>
      <Table.Td className="end figure">{words.of(row.amount, row.currency)}</Table.Td>
      <Table.Td className="end figure">{formats.money(row.booked)}</Table.Td>
      <Table.Td className="long">
        <span className="quiet">{row.method}</span> <code>{row.reference}</code>
      </Table.Td>
      <Table.Td className="long">{row.from === '' ? none : <bdi>{row.from}</bdi>}</Table.Td>
      <Table.Td className="long">{row.seenBy}</Table.Td>
      <Table.Td>
        {row.claims.length === 0
          ? none
          : row.claims.map(({ deposit, uid }) => (
              <Link key={deposit} to="/deposits/$id" params={{ id: deposit }} className="row-link">
                {uid}{' '}
              </Link>
            ))}
      </Table.Td>
      <Table.Td>
        <ReceiptActs receipt={row} onOpen={onOpen} />
      </Table.Td>
    </Table.Tr>
  );
}
