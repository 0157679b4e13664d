// One of what people told the house: taken first, then read and answered. Words are shown as text, whatever they look like.

import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../hooks/use-act.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { DocumentImage } from '../../parts/document-image.tsx';
import { Due } from '../../parts/due.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Facts, Panel } from '../../parts/panel.tsx';
import { Tag } from '../../parts/tag.tsx';
import { When } from '../../parts/when.tsx';
import type { StaffAnswer } from '../../stores/api.ts';
import { sayToast } from '../../stores/toast.ts';

type Item = StaffAnswer<'feedback_item'>;
const MOST = 2_000;

const isOpen = ({ state }: Item): boolean => state === 'received' || state === 'in_work';

export function FeedbackItem({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useTexts();
  const item = useRead('feedback_item', { id }, { fresh: true });
  return (
    <Page title={t('feedback.one')}>
      <Loaded of={item} rows={10}>
        {(read) => (
          <div className="review">
            <div className="review-images">
              <Words item={read} />
            </div>
            <div className="review-side">
              <ItemFacts item={read} />
              <Doing item={read} onDone={onDone} />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Words({ item }: { item: Item }) {
  const t = useTexts();
  if (item.text === '') {
    const why = item.erased ? 'feedback.erased' : isOpen(item) ? 'feedback.hidden' : 'feedback.hidden_done';
    return (
      <Panel title={t('feedback.words')}>
        <p className="quiet">{t(why)}</p>
      </Panel>
    );
  }
  return (
    <>
      <Panel title={t('feedback.words')}>
        <p dir="auto" lang={item.lang} className="plain-text">
          {item.text}
        </p>
      </Panel>
      {item.image !== '' && <DocumentImage link={item.image} name={t('feedback.picture')} />}
      {item.answer !== '' && (
        <Panel title={t('feedback.answer')}>
          <p dir="auto" className="plain-text">
            {item.answer}
          </p>
        </Panel>
      )}
    </>
  );
}

function ItemFacts({ item }: { item: Item }) {
  const t = useTexts();
  return (
    <Panel
      title={t(`feedback.kind.${item.kind}`)}
      aside={<Tag tone={item.state === 'answered' ? 'good' : 'state'}>{t(`feedback.state.${item.state}`)}</Tag>}
    >
      <Facts
        rows={[
          ...(item.number === '' ? [] : [[t('feedback.number'), <code key="number">{item.number}</code>] as const]),
          [t('column.user'), item.uid === '' ? t('feedback.visitor') : item.uid],
          [t('column.submitted'), <When key="received" at={item.received} />],
          ...(item.due === null || !isOpen(item) ? [] : [[t('column.due'), <Due key="due" at={item.due} />] as const]),
          ...(item.takenBy === '' ? [] : [[t('column.taken_by'), item.takenBy] as const]),
          ...(item.email === '' ? [] : [[t('feedback.email'), <bdi key="email">{item.email}</bdi>] as const]),
          ...(item.device === ''
            ? []
            : [
                [
                  t('feedback.device'),
                  <span key="device" className="plain-text">
                    {item.device}
                  </span>,
                ] as const,
              ]),
          ...(item.answeredBy === '' ? [] : [[t('feedback.answered_by'), item.answeredBy] as const]),
          ...(item.closedBy === '' ? [] : [[t('feedback.closed_by'), item.closedBy] as const]),
        ]}
      />
    </Panel>
  );
}

function Doing({ item, onDone }: { item: Item; onDone: () => void }) {
  const t = useTexts();
  const [claim, answer, close] = [useAct('feedback_claim'), useAct('feedback_answer'), useAct('feedback_close')];
  const [text, setText] = useState('');
  const { id } = item;
  if (item.state === 'closed') return null;
  const send = async (): Promise<void> => {
    if (!(await answer.send({ id, text }))) return;
    sayToast(t('feedback.answered'));
  };
  const end = async (): Promise<void> => {
    if (!(await close.send({ id }))) return;
    sayToast(t('feedback.closed'));
    onDone();
  };
  const mine = isOpen(item) && item.mine;
  const closes = item.state === 'answered' || (mine && item.kind !== 'complaint');
  return (
    <Panel title={t('feedback.answer')}>
      <Stack gap="sm">
        {isOpen(item) && !item.mine && (
          <Button loading={claim.busy} onClick={() => void claim.send({ id })}>
            {t('feedback.take')}
          </Button>
        )}
        {mine && (
          <Textarea
            label={t('feedback.answer')}
            description={t('feedback.answer_hint', { lang: item.lang })}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            maxLength={MOST}
            minRows={4}
            rows={8}
            dir="auto"
          />
        )}
        <FailureNote failure={claim.failure ?? answer.failure ?? close.failure} />
        <Group gap="xs">
          {mine && (
            <Button loading={answer.busy} disabled={text.trim() === ''} onClick={() => void send()}>
              {t('feedback.send')}
            </Button>
          )}
          {closes && (
            <Button variant="default" loading={close.busy} onClick={() => void end()}>
              {t('feedback.close')}
            </Button>
          )}
        </Group>
      </Stack>
    </Panel>
  );
}
