// The queue of identities: those that wait, oldest first, then those that were decided.

import type { QueuedVerification } from '@fairtick/contract/staff/verification';
import { SegmentedControl, Table } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import Inbox from 'lucide-react/icons/inbox';
import { ROW_KEYS, useKeys } from '../../hooks/use-keys.ts';
import { useMay } from '../../hooks/use-me.ts';
import { usePages } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { Tag } from '../../parts/tag.tsx';
import { Age, When } from '../../parts/when.tsx';
import { call } from '../../stores/api.ts';

export const STATES = ['1', '2', '3'] as const;
export type QueueState = (typeof STATES)[number];

export function VerificationQueue({ state }: { state: QueueState }) {
  const t = useTexts();
  const navigate = useNavigate();
  const pages = usePages(
    ['verifications', state],
    (before, signal) => call('verifications', { status: state, ...(before !== undefined && { before }) }, { signal }),
    { everyMs: 10_000 },
  );
  useKeys(ROW_KEYS);
  const waiting = pages.data?.pages[0]?.waiting;
  return (
    <Page
      title={t('verification.title')}
      aside={
        <SegmentedControl
          aria-label={t('verification.states')}
          value={state}
          onChange={(next) => void navigate({ to: '/verifications', search: { state: stateOf(next) } })}
          data={STATES.map((one) => ({
            value: one,
            label:
              one === '1' && waiting !== undefined
                ? t('verification.waiting_count', { number: waiting })
                : t(`verification.state.${one}`),
          }))}
        />
      }
      keys={[
        [['J', 'K'], t('key.move')],
        [['↵'], t('key.open')],
      ]}
    >
      <Loaded of={pages}>
        {({ pages: read }) => (
          <>
            <QueueRows rows={read.flatMap(({ data }) => data)} state={state} />
            <MoreButton of={pages} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

export const stateOf = (text: unknown): QueueState => STATES.find((one) => one === text) ?? '1';

function QueueRows({ rows, state }: { rows: readonly QueuedVerification[]; state: QueueState }) {
  const t = useTexts();
  if (rows.length === 0)
    return (
      <Empty
        icon={<Inbox size={28} />}
        title={t(state === '1' ? 'verification.empty' : 'verification.empty_decided')}
        {...(state === '1' && { text: t('verification.empty_text') })}
      />
    );
  const columns = [
    { name: t('column.age') },
    { name: t('column.submitted') },
    { name: t('column.user') },
    { name: t('column.country') },
    { name: t('column.flags') },
    { name: t('column.taken_by') },
  ];
  return (
    <Rows label={t('verification.title')} columns={columns}>
      {rows.map((row) => (
        <QueueRow key={row.id} row={row} />
      ))}
    </Rows>
  );
}

function QueueRow({ row }: { row: QueuedVerification }) {
  const t = useTexts();
  const may = useMay();
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
        {may('verification', 'do') ? (
          <Link to="/verifications/$id" params={{ id: row.id }} data-row className="row-link">
            {row.uid}
          </Link>
        ) : (
          row.uid
        )}
      </Table.Td>
      <Table.Td>{row.country}</Table.Td>
      <Table.Td>
        {row.flagged ? (
          <Tag tone="warn">{t('verification.same_number')}</Tag>
        ) : (
          <span className="quiet">{t('none')}</span>
        )}
      </Table.Td>
      <Table.Td className="long">{taken === '' ? <span className="quiet">{t('free')}</span> : taken}</Table.Td>
    </Table.Tr>
  );
}
