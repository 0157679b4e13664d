// Withdrawals that somebody must do something with: to approve, to pay, overdue. The oldest stands first, and says how long there is still.

import type { QueuedWithdrawal } from '@fairtick/contract/staff/withdrawals';
import { Group, SegmentedControl, Table } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import Inbox from 'lucide-react/icons/inbox';
import { ROW_KEYS, useKeys } from '../../hooks/use-keys.ts';
import { usePages } from '../../hooks/use-read.ts';
import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { Due } from '../../parts/due.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { Page } from '../../parts/page.tsx';
import { PausedNote } from '../../parts/paused-note.tsx';
import { type Column, Rows } from '../../parts/rows.tsx';
import { Tag } from '../../parts/tag.tsx';
import { Age } from '../../parts/when.tsx';
import { call, type StaffAnswer } from '../../stores/api.ts';
import { useMoneyWords } from './words.ts';

const WAITING = ['approve', 'pay', 'overdue'] as const satisfies readonly (keyof Counts)[];
/** What was paid stands last: a payment may come back. */
const QUEUES = [...WAITING, 'paid'] as const;
export type PayoutQueue = (typeof QUEUES)[number];
type Counts = StaffAnswer<'withdrawals'>['counts'];

export const queueOf = (text: unknown): PayoutQueue => QUEUES.find((one) => one === text) ?? 'approve';

/** At most so many flags stand in a row; the card has them all. */
const FLAGS_SHOWN = 2;

/** Asked for once by the queue and by the card that was opened from it. */
export const usePayouts = (queue: PayoutQueue) =>
  usePages(
    ['withdrawals', queue],
    (after, signal) => call('withdrawals', { queue, ...(after !== undefined && { after }) }, { signal }),
    { everyMs: 10_000 },
  );

export function WithdrawalQueue({ queue }: { queue: PayoutQueue }) {
  const t = useTexts();
  const navigate = useNavigate();
  const pages = usePayouts(queue);
  const show = (next: PayoutQueue): void => void navigate({ to: '/withdrawals', search: { queue: next } });
  useKeys({
    ...ROW_KEYS,
    1: () => show('approve'),
    2: () => show('pay'),
    3: () => show('overdue'),
    4: () => show('paid'),
  });
  const counts = pages.data?.pages[0]?.counts;
  return (
    <Page
      title={t('withdrawals.title')}
      aside={
        <SegmentedControl
          aria-label={t('withdrawals.queues')}
          value={queue}
          onChange={(next) => show(queueOf(next))}
          data={QUEUES.map((one) => ({
            value: one,
            label:
              counts && one !== 'paid'
                ? t(`withdrawals.count.${one}`, { number: counts[one] })
                : t(`withdrawals.queue.${one}`),
          }))}
        />
      }
      keys={[
        [['J', 'K'], t('key.move')],
        [['↵'], t('key.open')],
        [['1', '2', '3', '4'], t('withdrawals.queues')],
      ]}
    >
      <Loaded of={pages}>
        {({ pages: read }) => (
          <>
            <PausedNote paused={read[0]?.paused} />
            <QueueRows rows={read.flatMap(({ data }) => data)} queue={queue} />
            <MoreButton of={pages} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function QueueRows({ rows, queue }: { rows: readonly QueuedWithdrawal[]; queue: PayoutQueue }) {
  const t = useTexts();
  if (rows.length === 0)
    return (
      <Empty icon={<Inbox size={28} />} title={t(`withdrawals.empty.${queue}`)} text={t('verification.empty_text')} />
    );
  const columns: readonly Column[] = [
    { name: t('column.due'), end: true },
    { name: t('column.age') },
    { name: t('column.user') },
    { name: t('column.amount_usd'), end: true },
    { name: t('column.pays_out'), end: true },
    { name: t('column.flags') },
    { name: t('column.approvals') },
    { name: t('column.taken_by') },
  ];
  return (
    <Rows label={t(`withdrawals.queue.${queue}`)} columns={columns}>
      {rows.map((row) => (
        <QueueRow key={row.id} row={row} queue={queue} />
      ))}
    </Rows>
  );
}

function QueueRow({ row, queue }: { row: QueuedWithdrawal; queue: PayoutQueue }) {
  const t = useTexts();
  const formats = useFormats();
  const words = useMoneyWords();
  const taken = row.mine ? t('verification.mine') : row.takenBy;
  return (
    <Table.Tr>
      <Table.Td className="end">
        {queue === 'paid' ? <span className="quiet">{t('none')}</span> : <Due at={row.deadline} />}
      </Table.Td>
      <Table.Td>
        <Age since={row.requested} />
      </Table.Td>
      <Table.Td>
        <Link to="/withdrawals/$id" params={{ id: row.id }} search={{ queue }} data-row className="row-link">
          {row.uid}
        </Link>
      </Table.Td>
      <Table.Td className="end figure">
        <strong>{formats.number(row.number)}</strong>
      </Table.Td>
      <Table.Td className="end figure">
        {words.of(row.received, row.currency)} <span className="quiet">{row.protocol}</span>
      </Table.Td>
      <Table.Td>
        <FlagTags row={row} />
      </Table.Td>
      <Table.Td className="figure">
        {t('withdrawals.approvals', { number: row.approvals, needed: row.approvalsNeeded })}
      </Table.Td>
      <Table.Td className="long">{taken === '' ? <span className="quiet">{t('free')}</span> : taken}</Table.Td>
    </Table.Tr>
  );
}

function FlagTags({ row: { flags, overdue } }: { row: QueuedWithdrawal }) {
  const t = useTexts();
  if (flags.length === 0 && !overdue) return <span className="quiet">{t('none')}</span>;
  const more = flags.slice(FLAGS_SHOWN);
  return (
    <Group gap={4} wrap="nowrap">
      {overdue && <Tag tone="bad">{t('withdrawals.overdue')}</Tag>}
      {flags.slice(0, FLAGS_SHOWN).map((flag) => (
        <Tag key={flag} tone="warn">
          {t(`flag.${flag}`)}
        </Tag>
      ))}
      {more.length > 0 && (
        <span title={more.map((flag) => t(`flag.${flag}`)).join(', ')}>
          <Tag>{t('withdrawals.more_flags', { number: more.length })}</Tag>
        </span>
      )}
    </Group>
  );
}
