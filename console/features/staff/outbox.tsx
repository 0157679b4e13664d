// What is told outside: letters and text messages that wait, are held, were sent, or could not be.

import type { OutboxMessage } from '@fairtick/contract/staff/outbox';
import { Button, SegmentedControl, Table } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import Mail from 'lucide-react/icons/mail';
import { useAct } from '../../hooks/use-act.ts';
import { useMay } from '../../hooks/use-me.ts';
import { usePages } from '../../hooks/use-read.ts';
import { textOrName } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Empty } from '../../parts/empty.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { Age, When } from '../../parts/when.tsx';
import { call } from '../../stores/api.ts';
import { sayToast } from '../../stores/toast.ts';

const STATES = ['waiting', 'held', 'dead', 'sent'] as const satisfies readonly OutboxMessage['state'][];
export type OutboxState = OutboxMessage['state'];
export const outboxStateOf = (text: unknown): OutboxState => STATES.find((one) => one === text) ?? 'waiting';

export function Outbox({ state }: { state: OutboxState }) {
  const t = useTexts();
  const navigate = useNavigate();
  const pages = usePages(
    ['messages', state],
    (before, signal) => call('messages', { state, ...(before !== undefined && { before }) }, { signal }),
    { everyMs: 15_000 },
  );
  const counts = pages.data?.pages[0]?.counts;
  const label = (one: OutboxState): string => {
    const name = t(`outbox.state.${one}`);
    return counts && one !== 'sent' ? `${name} · ${counts[one]}` : name;
  };
  return (
    <Page
      title={t('outbox.title')}
      aside={
        <SegmentedControl
          aria-label={t('outbox.states')}
          value={state}
          onChange={(next) => void navigate({ to: '/outbox', search: { state: outboxStateOf(next) } })}
          data={STATES.map((one) => ({ value: one, label: label(one) }))}
        />
      }
    >
      <p className="quiet lead">{t(`outbox.about.${state}`)}</p>
      <Loaded of={pages}>
        {({ pages: read }) => (
          <>
            <MessageRows rows={read.flatMap(({ data }) => data)} state={state} />
            <MoreButton of={pages} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function MessageRows({ rows, state }: { rows: readonly OutboxMessage[]; state: OutboxState }) {
  const t = useTexts();
  const may = useMay();
  const resend = useAct('message_resend');
  if (rows.length === 0) return <Empty icon={<Mail size={28} />} title={t('outbox.empty')} />;
  const canResend = may('resend', 'do') && (state === 'dead' || state === 'held');
  const again = async (id: string): Promise<void> => {
    if (await resend.send({ id })) sayToast(t('outbox.resent'));
  };
  const columns = [
    'age',
    'to',
    'kind',
    'template',
    'attempts',
    'failure',
    state === 'sent' ? 'sent' : 'actions',
  ] as const;
  return (
    <>
      <FailureNote failure={resend.failure} />
      <Rows
        label={t('outbox.title')}
        columns={columns.map((name) => ({ name: t(`column.${name}`), end: name === 'attempts' }))}
      >
        {rows.map((row) => (
          <Table.Tr key={row.id}>
            <Table.Td>
              <Age since={row.createdTime} />
            </Table.Td>
            <Table.Td className="long">{row.to}</Table.Td>
            <Table.Td>{textOrName(t, 'way', row.kind)}</Table.Td>
            <Table.Td>{textOrName(t, 'letter', row.template)}</Table.Td>
            <Table.Td className="end figure">{row.attempts}</Table.Td>
            <Table.Td className="wrap">
              {row.failure === '' ? <span className="quiet">{t('none')}</span> : row.failure}
            </Table.Td>
            <Table.Td>
              {row.sentTime !== null && <When at={row.sentTime} />}
              {canResend && (
                <Button
                  size="compact-xs"
                  variant="default"
                  loading={resend.busy}
                  aria-label={`${t('outbox.resend')}: ${row.to}`}
                  onClick={() => void again(row.id)}
                >
                  {t('outbox.resend')}
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Rows>
    </>
  );
}
