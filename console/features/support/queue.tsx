// What people told the house: open ones by their deadline, then what was answered or closed. No words of anybody stand here.

import type { QueuedFeedback } from '@fairtick/contract/staff/feedback';
import { Pagination, SegmentedControl, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import Inbox from 'lucide-react/icons/inbox';
import { useState } from 'react';
import { ROW_KEYS, useKeys } from '../../hooks/use-keys.ts';
import { useMay } from '../../hooks/use-me.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Due } from '../../parts/due.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { Tag } from '../../parts/tag.tsx';
import { Age, When } from '../../parts/when.tsx';

const PAGE_SIZE = 20;
const STATES = ['open', 'answered', 'closed'] as const;
const stateOf = (text: string): (typeof STATES)[number] => STATES.find((one) => one === text) ?? 'open';

export function FeedbackQueue() {
  const t = useTexts();
  const [state, setState] = useState<(typeof STATES)[number]>('open');
  const [page, setPage] = useState(1);
  const read = useRead('feedback_queue', { state, page }, { everyMs: 10_000 });
  useKeys(ROW_KEYS);
  const waiting = read.data?.waiting;
  const choose = (next: string): void => {
    setState(stateOf(next));
    setPage(1);
  };
  return (
    <Page
      title={t('feedback.title')}
      aside={
        <SegmentedControl
          aria-label={t('feedback.states')}
          value={state}
          onChange={choose}
          data={STATES.map((one) => ({
            value: one,
            label:
              one === 'open' && waiting !== undefined
                ? t('feedback.open_count', { number: waiting })
                : t(`feedback.state.${one}`),
          }))}
        />
      }
      keys={[
        [['J', 'K'], t('key.move')],
        [['↵'], t('key.open')],
      ]}
    >
      <Loaded of={read}>
        {({ data, total }) => (
          <>
            <QueueRows rows={data} />
            {total > PAGE_SIZE && (
              <Pagination value={page} onChange={setPage} total={Math.ceil(total / PAGE_SIZE)} size="sm" />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function QueueRows({ rows }: { rows: readonly QueuedFeedback[] }) {
  const t = useTexts();
  if (rows.length === 0)
    return <Empty icon={<Inbox size={28} />} title={t('feedback.empty')} text={t('feedback.empty_text')} />;
  return (
    <Rows
      label={t('feedback.title')}
      columns={(['due', 'age', 'kind', 'user', 'submitted', 'state', 'taken_by'] as const).map((name) => ({
        name: t(name === 'kind' ? 'content.kind' : `column.${name}`),
      }))}
    >
      {rows.map((row) => (
        <QueueRow key={row.id} row={row} />
      ))}
    </Rows>
  );
}

function QueueRow({ row }: { row: QueuedFeedback }) {
  const t = useTexts();
  const may = useMay();
  const name = `${t(`feedback.kind.${row.kind}`)} ${row.number}`.trim();
  const open = row.state === 'received' || row.state === 'in_work';
  return (
    <Table.Tr>
      <Table.Td>
        {open && row.due !== null ? <Due at={row.due} /> : <span className="quiet">{t('none')}</span>}
      </Table.Td>
      <Table.Td>
        <Age since={row.received} />
      </Table.Td>
      <Table.Td>
        {may('feedback', 'do') ? (
          <Link to="/feedback/$id" params={{ id: row.id }} data-row className="row-link">
            {name}
          </Link>
        ) : (
          name
        )}
      </Table.Td>
      <Table.Td>{row.uid === '' ? <span className="quiet">{t('feedback.visitor')}</span> : row.uid}</Table.Td>
      <Table.Td>
        <When at={row.received} />
      </Table.Td>
      <Table.Td>
        <Tag tone={row.state === 'answered' ? 'good' : 'state'}>{t(`feedback.state.${row.state}`)}</Tag>
      </Table.Td>
      <Table.Td className="long">
        {row.mine ? t('feedback.mine') : row.takenBy === '' ? <span className="quiet">{t('free')}</span> : row.takenBy}
      </Table.Td>
    </Table.Tr>
  );
}
