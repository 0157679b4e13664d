// What the user has told the house, newest first, how far it is, and what was answered. Words are text: whatever was typed stays what it looks like.

import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { EmptyState } from '@fairtick/ui/empty-state';
import { List } from '@fairtick/ui/list';
import { useFormats } from '@fairtick/ui/locale';
import { Skeleton, Skeletons } from '@fairtick/ui/skeleton';
import { Tag } from '@fairtick/ui/tag';
import MessageSquare from 'lucide-react/icons/message-square';
import WifiOff from 'lucide-react/icons/wifi-off';
import { type OwnFeedback, useFeedback } from '../../hooks/use-feedback.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { lastDay } from './last-day.ts';

const TONES = { received: 'neutral', in_work: 'accent', answered: 'up', closed: 'neutral' } as const;
const SHAPES = 3;

export function FeedbackList() {
  const t = useTexts('feedback');
  const { items, state, retry, ...next } = useFeedback();
  return (
    <List
      state={state}
      isEmpty={items.length === 0}
      next={next}
      pending={
        <div className="grid gap-3" aria-hidden="true">
          <Skeletons count={SHAPES} className="h-24 w-full rounded-lg" />
        </div>
      }
      failed={<Failed retry={retry} />}
      empty={<EmptyState icon={<MessageSquare size={28} />} title={t('own.empty')} text={t('own.empty.text')} />}
      loading={<Skeleton className="my-3 h-24 w-full rounded-lg" />}
    >
      <Card className="overflow-hidden">
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </ul>
      </Card>
    </List>
  );
}

function Item({ item }: { item: OwnFeedback }) {
  const t = useTexts('feedback');
  const formats = useFormats();
  const waits = item.due !== null && item.answered === null;
  return (
    <li className="grid gap-2 px-4 py-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{t(`kind.${item.kind}`)}</span>
        {item.number !== '' && <bdi className="tabular text-muted text-sm">{item.number}</bdi>}
        <Tag tone={TONES[item.state]}>{t(`state.${item.state}`)}</Tag>
      </p>
      <p className="text-quiet text-sm">
        {formats.dateMinute(item.received)}
        {waits && ` · ${t('due', { date: lastDay(formats, item.due ?? 0) })}`}
      </p>
      <p dir="auto" className="whitespace-pre-line break-words text-muted">
        {item.text}
      </p>
      {item.image !== '' && (
        <img src={item.image} alt={t('picture')} loading="lazy" className="max-h-40 rounded-md border border-line" />
      )}
      {item.answer !== '' && (
        <figure className="rounded-md bg-sunken p-3">
          <figcaption className="font-semibold text-sm">{t('answer')}</figcaption>
          <blockquote dir="auto" className="mt-1 whitespace-pre-line break-words">
            {item.answer}
          </blockquote>
        </figure>
      )}
    </li>
  );
}

function Failed({ retry }: { retry: () => void }) {
  const t = useTexts('feedback');
  const shell = useTexts('shell');
  return (
    <EmptyState
      icon={<WifiOff size={28} />}
      title={t('failed.title')}
      text={t('failed.text')}
      action={
        <Button tone="soft" onClick={retry}>
          {shell('retry')}
        </Button>
      }
    />
  );
}
