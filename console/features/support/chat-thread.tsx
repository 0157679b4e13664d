// One conversation: what was written, and the answer. Opening it is an act, once an hour. What users write is text and never a link.

import type { ChatMessage } from '@fairtick/contract/staff/chat';
import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../hooks/use-me.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { DocumentImage } from '../../parts/document-image.tsx';
import { Due } from '../../parts/due.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Facts, Panel } from '../../parts/panel.tsx';
import { When } from '../../parts/when.tsx';
import type { StaffAnswer } from '../../stores/api.ts';
import { ChatAnswer } from './chat-answer.tsx';

export type WholeThread = StaffAnswer<'chat_thread'>;
const EVERY_MS = 3_000;

export function ChatThreadPage({ id }: { id: string }) {
  const t = useTexts();
  const read = useRead('chat_thread', { id }, { everyMs: EVERY_MS });
  return (
    <Page title={t('chat.one')}>
      <Loaded of={read}>{(thread) => <Whole thread={thread} />}</Loaded>
    </Page>
  );
}

function Whole({ thread }: { thread: WholeThread }) {
  const t = useTexts();
  const may = useMay();
  const { uid, userId, state, answerDue, takenBy, lang, score } = thread;
  return (
    <>
      <Panel title={uid}>
        <Facts
          rows={[
            [
              t('column.user'),
              may('users') ? (
                <Link key="user" to="/users/$id" params={{ id: userId }}>
                  {uid}
                </Link>
              ) : (
                uid
              ),
            ],
            [t('content.language'), lang],
            [t('column.state'), t(`chat.state.${state}`)],
            ...(state === 'open' ? [[t('column.due'), <Due key="due" at={answerDue} />] as const] : []),
            [t('column.taken_by'), takenBy === '' ? t('free') : takenBy],
            ...(score === null ? [] : [[t('chat.state.closed'), t('chat.score', { score })] as const]),
          ]}
        />
      </Panel>
      <Panel title={t('chat.title')}>
        <Stack gap="sm" role="log" aria-label={t('chat.title')}>
          {thread.messages.map((message) => (
            <Line key={message.seq} message={message} read={message.seq <= thread.readSeq} />
          ))}
        </Stack>
      </Panel>
      {state !== 'closed' && may('chat', 'do') && <ChatAnswer key={thread.id} thread={thread} />}
    </>
  );
}

function Line({ message, read }: { message: ChatMessage; read: boolean }) {
  const t = useTexts();
  const { author, event, name, text, masked, image, time } = message;
  return (
    <div>
      <p className="quiet">
        <bdi>{author === 'user' ? t('chat.user') : name}</bdi> · <When at={time} />
        {author === 'staff' && read && ` · ${t('chat.read')}`}
      </p>
      <p dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {event === null ? text : t(`chat.system.${event}`)}
      </p>
      {image !== '' && <Picture link={image} />}
      {masked.length > 0 && <p className="quiet">{t('chat.masked')}</p>}
    </div>
  );
}

/** Each look is an act, so nobody looks by scrolling; the link of the moment is kept, for each read of the thread brings another. */
function Picture({ link }: { link: string }) {
  const t = useTexts();
  const [shown, setShown] = useState<string>();
  if (shown !== undefined) return <DocumentImage link={shown} name={t('feedback.picture')} />;
  return (
    <Button variant="default" onClick={() => setShown(link)}>
      {t('chat.picture_show')}
    </Button>
  );
}
