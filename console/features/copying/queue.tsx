// Who wants to lead others: those that wait, the oldest first, then what became of the others.

import type { QueuedTrader } from '@fairtick/contract/staff/traders';
import { TRADER_STATES, type TraderState } from '@fairtick/contract/trader-words';
import { Pagination, SegmentedControl, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import Inbox from 'lucide-react/icons/inbox';
import { useState } from 'react';
import { ROW_KEYS, useKeys } from '../../hooks/use-keys.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Due } from '../../parts/due.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { Age, When } from '../../parts/when.tsx';

const PAGE_SIZE = 20;
const stateOf = (text: string): TraderState => TRADER_STATES.find((one) => one === text) ?? 'waiting';

export function TraderQueue() {
  const t = useTexts();
  const [state, setState] = useState<TraderState>('waiting');
  const [page, setPage] = useState(1);
  const read = useRead('traders_queue', { state, page }, { everyMs: 10_000 });
  useKeys(ROW_KEYS);
  const waiting = read.data?.waiting;
  const choose = (next: string): void => {
    setState(stateOf(next));
    setPage(1);
  };
  return (
    <Page
      title={t('traders.title')}
      aside={
        <SegmentedControl
          aria-label={t('traders.states')}
          value={state}
          onChange={choose}
          data={TRADER_STATES.map((one) => ({
            value: one,
            label:
              one === 'waiting' && waiting !== undefined
                ? t('traders.waiting_count', { number: waiting })
                : t(`traders.state.${one}`),
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
            <QueueRows rows={data} waiting={state === 'waiting'} />
            {total > PAGE_SIZE && (
              <Pagination value={page} onChange={setPage} total={Math.ceil(total / PAGE_SIZE)} size="sm" />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function QueueRows({ rows, waiting }: { rows: readonly QueuedTrader[]; waiting: boolean }) {
  const t = useTexts();
  if (rows.length === 0)
    return (
      <Empty
        icon={<Inbox size={28} />}
        title={t(waiting ? 'traders.empty' : 'traders.empty_state')}
        {...(waiting && { text: t('traders.empty_text') })}
      />
    );
  const columns = [
    { name: t(waiting ? 'column.due' : 'field.decided') },
    { name: t('column.age') },
    { name: t('traders.nickname') },
    { name: t('column.user') },
    { name: t('column.submitted') },
  ];
  return (
    <Rows label={t('traders.title')} columns={columns}>
      {rows.map((row) => (
        <Table.Tr key={row.id}>
          <Table.Td>
            {waiting ? (
              <Due at={row.due} />
            ) : row.decided === null ? (
              <span className="quiet">{t('none')}</span>
            ) : (
              <When at={row.decided} />
            )}
          </Table.Td>
          <Table.Td>
            <Age since={row.applied} />
          </Table.Td>
          <Table.Td className="long">
            <Link to="/traders/$id" params={{ id: row.id }} data-row className="row-link">
              <bdi>{row.nickname}</bdi>
            </Link>
          </Table.Td>
          <Table.Td>{row.uid}</Table.Td>
          <Table.Td>
            <When at={row.applied} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}
