// The queue of the chat: who waits, by when they are due; nothing of what was written.

import { CHAT_STATES, type ChatState } from '@fairtick/contract/chat-words';
import type { ChatThread } from '@fairtick/contract/staff/chat';
import { SegmentedControl, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import Inbox from 'lucide-react/icons/inbox';
import { useState } from 'react';
import { usePages } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Due } from '../../parts/due.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { When } from '../../parts/when.tsx';
import { call } from '../../stores/api.ts';

const EVERY_MS = 5_000;

export function ChatQueue() {
  const t = useTexts();
  const [state, setState] = useState<ChatState>('open');
  const pages = usePages(
    ['chat_threads', state],
    (before, signal) => call('chat_threads', { state, ...(before !== undefined && { before }) }, { signal }),
    { everyMs: EVERY_MS },
  );
  return (
    <Page
      title={t('chat.title')}
      aside={
        <SegmentedControl
          aria-label={t('chat.states')}
          value={state}
          onChange={(next) => setState(CHAT_STATES.find((one) => one === next) ?? 'open')}
          data={CHAT_STATES.map((one) => ({ value: one, label: t(`chat.state.${one}`) }))}
        />
      }
    >
      <Loaded of={pages}>
        {({ pages: shown }) => (
          <>
            <ThreadRows rows={shown.flatMap(({ data }) => data)} />
            <MoreButton of={pages} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function ThreadRows({ rows }: { rows: readonly ChatThread[] }) {
  const t = useTexts();
  if (rows.length === 0) return <Empty icon={<Inbox size={28} />} title={t('chat.empty')} />;
  return (
    <Rows
      label={t('chat.title')}
      columns={[
        { name: t('column.user') },
        { name: t('content.language') },
        { name: t('column.age') },
        { name: t('column.due') },
        { name: t('column.taken_by') },
      ]}
    >
      {rows.map((row) => (
        <Table.Tr key={row.id}>
          <Table.Td>
            <Link to="/chat/$id" params={{ id: row.id }}>
              {row.uid}
            </Link>
          </Table.Td>
          <Table.Td>{row.lang}</Table.Td>
          <Table.Td>
            <When at={row.openedTime} />
          </Table.Td>
          <Table.Td>{row.state === 'open' ? <Due at={row.answerDue} /> : t(`chat.state.${row.state}`)}</Table.Td>
          <Table.Td>{row.takenBy === '' ? <span className="quiet">{t('free')}</span> : row.takenBy}</Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}
