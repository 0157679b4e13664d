// What is done with a conversation: taken, answered, handed over, closed.

import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { typedInto } from '../../parts/field-value.ts';
import { Panel } from '../../parts/panel.tsx';
import { sayToast } from '../../stores/toast.ts';
import type { WholeThread } from './chat-thread.tsx';

const MOST_CHARS = 2_000;
const ROWS = 4;

export function ChatAnswer({ thread }: { thread: WholeThread }) {
  const t = useTexts();
  const { id, prepared, mine } = thread;
  const [text, setText] = useState('');
  const [claim, answer] = [useAct('chat_claim'), useAct('chat_answer')];
  const failure = answer.failure ?? claim.failure;
  const send = async (): Promise<void> => {
    if (await answer.send({ id, text })) setText('');
  };
  const take = async (): Promise<void> => {
    if (await claim.send({ id })) sayToast(t('chat.taken'));
  };
  return (
    <Panel title={t('chat.answer')}>
      <Stack gap="sm">
        <Group gap="xs" aria-label={t('chat.prepared')} role="group">
          {prepared.map((one) => (
            <Button key={one.name} size="xs" variant="default" onClick={() => setText(one.text)}>
              {one.name}
            </Button>
          ))}
        </Group>
        <Textarea
          label={t('chat.answer')}
          description={t('chat.answer_hint')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          rows={ROWS}
          maxLength={MOST_CHARS}
          dir="auto"
        />
        {failure && <FailureNote failure={failure} />}
        <Group gap="xs">
          <Button loading={answer.busy} disabled={text.trim() === ''} onClick={() => void send()}>
            {t('chat.send')}
          </Button>
          {!mine && (
            <Button variant="default" loading={claim.busy} onClick={() => void take()}>
              {t('chat.take')}
            </Button>
          )}
        </Group>
        <HandOver thread={thread} />
      </Stack>
    </Panel>
  );
}

function HandOver({ thread: { id, colleagues } }: { thread: WholeThread }) {
  const t = useTexts();
  const [to, setTo] = useState('');
  const [give, close] = [useAct('chat_hand_over'), useAct('chat_close')];
  const failure = give.failure ?? close.failure;
  const handOver = async (): Promise<void> => {
    if (await give.send({ id, ...(to === '' ? {} : { to }) })) sayToast(t('chat.handed_over'));
  };
  const end = async (): Promise<void> => {
    if (await close.send({ id })) sayToast(t('chat.closed'));
  };
  return (
    <>
      {failure && <FailureNote failure={failure} />}
      <Group gap="xs" align="end">
        <NativeSelect
          label={t('chat.hand_over_to')}
          value={to}
          onChange={typedInto(setTo)}
          data={[
            { value: '', label: t('chat.everybody') },
            ...colleagues.map((one) => ({ value: one.id, label: one.name })),
          ]}
        />
        <Button variant="default" loading={give.busy} onClick={() => void handOver()}>
          {t('chat.hand_over')}
        </Button>
        <Button variant="default" loading={close.busy} onClick={() => void end()}>
          {t('chat.close')}
        </Button>
      </Group>
    </>
  );
}
