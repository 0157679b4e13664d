// Loans: who wants to borrow, what is asked for, what is owed and what is late; above them what the lending account holds.

import { Pagination, SegmentedControl, Stack, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import Inbox from 'lucide-react/icons/inbox';
import { useState } from 'react';
import { ROW_KEYS, useKeys } from '../../hooks/use-keys.ts';
import { useMay } from '../../hooks/use-me.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useLoanTexts } from '../../i18n/use-loan-texts.ts';
import { useFormats, useTexts } from '../../i18n/use-texts.ts';
import { Due } from '../../parts/due.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Facts, Panel } from '../../parts/panel.tsx';
import { Rows } from '../../parts/rows.tsx';
import { Tag } from '../../parts/tag.tsx';
import { When } from '../../parts/when.tsx';
import type { StaffAnswer } from '../../stores/api.ts';

const PAGE_SIZE = 20;
const EVERY_MS = 10_000;
const QUEUES = ['persons', 'waiting', 'running', 'overdue', 'ended'] as const;
type Queue = (typeof QUEUES)[number];
const queueOf = (text: string): Queue => QUEUES.find((one) => one === text) ?? 'waiting';

export function LoanQueues() {
  const t = useTexts();
  const l = useLoanTexts();
  const [queue, setQueue] = useState<Queue>('persons');
  const [page, setPage] = useState(1);
  useKeys(ROW_KEYS);
  const persons = useRead('loan_persons', { status: '1', page: queue === 'persons' ? page : 1 }, { everyMs: EVERY_MS });
  const loans = useRead('loans', queue === 'persons' ? { queue: 'waiting', page: 1 } : { queue, page }, {
    everyMs: EVERY_MS,
  });
  const counts: { readonly [Q in Queue]?: number | undefined } = {
    persons: persons.data?.waiting,
    ...loans.data?.counts,
  };
  return (
    <Page
      title={t('loans.title')}
      aside={
        <SegmentedControl
          aria-label={l('queues')}
          value={queue}
          onChange={(next) => {
            setQueue(queueOf(next));
            setPage(1);
          }}
          data={QUEUES.map((one) => {
            const [name, number] = [l(`queue.${one}`), counts[one]];
            return { value: one, label: number === undefined ? name : l('counted', { name, number }) };
          })}
        />
      }
      keys={[
        [['J', 'K'], t('key.move')],
        [['↵'], t('key.open')],
      ]}
    >
      <Stack gap="sm">
        <Pool />
        {queue === 'persons' ? (
          <Loaded of={persons}>
            {({ data, total }) => (
              <>
                <PersonRows rows={data} />
                <Turn page={page} total={total} onPage={setPage} />
              </>
            )}
          </Loaded>
        ) : (
          <Loaded of={loans}>
            {({ data, total }) => (
              <>
                <LoanRows rows={data} queue={queue} />
                <Turn page={page} total={total} onPage={setPage} />
              </>
            )}
          </Loaded>
        )}
      </Stack>
    </Page>
  );
}

function Turn({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  if (total <= PAGE_SIZE) return null;
  return <Pagination value={page} onChange={onPage} total={Math.ceil(total / PAGE_SIZE)} size="sm" />;
}

function Pool() {
  const l = useLoanTexts();
  const formats = useFormats();
  const pool = useRead('loan_pool', {}, { everyMs: EVERY_MS });
  return (
    <Panel title={l('pool')}>
      <Loaded of={pool} rows={2}>
        {({ available, out, overdue, interest, loans }) => (
          <Facts
            rows={[
              [l('pool.available'), formats.money(available)],
              [l('pool.out'), formats.money(out)],
              [l('pool.overdue'), formats.money(overdue)],
              [l('pool.interest'), formats.money(interest)],
              [l('pool.loans'), formats.count(loans)],
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}

function Nothing() {
  const l = useLoanTexts();
  return <Empty icon={<Inbox size={28} />} title={l('empty')} text={l('empty_text')} />;
}

/** Who may not open one sees whose it is. */
function ToItem({ item, uid }: { item: string; uid: string }) {
  const may = useMay();
  if (!may('loans', 'do', 'propose', 'check')) return uid;
  return (
    <Link to="/loans/$" params={{ _splat: item }} data-row className="row-link">
      {uid}
    </Link>
  );
}

function PersonRows({ rows }: { rows: StaffAnswer<'loan_persons'>['data'] }) {
  const l = useLoanTexts();
  if (rows.length === 0) return <Nothing />;
  return (
    <Rows
      label={l('queue.persons')}
      columns={[{ name: l('answer_due') }, { name: l('user') }, { name: l('sent') }, { name: l('status') }]}
    >
      {rows.map(({ id, uid, answerDue, submitted, status }) => (
        <Table.Tr key={id}>
          <Table.Td>
            <Due at={answerDue} />
          </Table.Td>
          <Table.Td>
            <ToItem item={`persons/${id}`} uid={uid} />
          </Table.Td>
          <Table.Td>
            <When at={submitted} />
          </Table.Td>
          <Table.Td>{l(`person.status.${status}`)}</Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}

type Row = StaffAnswer<'loans'>['data'][number];

function LoanRows({ rows, queue }: { rows: readonly Row[]; queue: Exclude<Queue, 'persons'> }) {
  const l = useLoanTexts();
  const formats = useFormats();
  if (rows.length === 0) return <Nothing />;
  return (
    <Rows
      label={l(`queue.${queue}`)}
      columns={[
        { name: l(queue === 'waiting' ? 'answer_due' : queue === 'ended' ? 'ended' : 'due') },
        { name: l('user') },
        { name: l('amount'), end: true },
        { name: l('owed'), end: true },
        { name: l('term'), end: true },
        { name: l('days_late'), end: true },
        { name: l('requested') },
        { name: l('status') },
      ]}
    >
      {rows.map((row) => (
        <Table.Tr key={row.id}>
          <Table.Td>
            <Moment row={row} queue={queue} />
          </Table.Td>
          <Table.Td>
            <ToItem item={row.id} uid={row.uid} />
          </Table.Td>
          <Table.Td className="end figure">{formats.money(row.amount)}</Table.Td>
          <Table.Td className="end figure">{row.status === 3 ? '—' : formats.money(row.total)}</Table.Td>
          <Table.Td className="end figure">{l('days', { count: row.period })}</Table.Td>
          <Table.Td className="end figure">{formats.count(row.daysLate)}</Table.Td>
          <Table.Td>
            <When at={row.requested} />
          </Table.Td>
          <Table.Td>
            {queue === 'overdue' ? (
              <Tag tone="bad">{l('queue.overdue')}</Tag>
            ) : (
              l(row.status === 1 && row.firstYes !== null ? 'status.second' : `status.${row.status}`)
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}

function Moment({ row, queue }: { row: Row; queue: Exclude<Queue, 'persons'> }) {
  if (queue === 'waiting') return <Due at={row.answerDue} />;
  const at = queue === 'ended' ? row.repaid : row.due;
  return at === null ? <span className="quiet">—</span> : <When at={at} />;
}
