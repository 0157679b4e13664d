// The frame of a list of published texts: what is said while it loads, where it failed, and where there is nothing.

import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { EmptyState } from '@fairtick/ui/empty-state';
import { List } from '@fairtick/ui/list';
import { Skeleton, Skeletons } from '@fairtick/ui/skeleton';
import Newspaper from 'lucide-react/icons/newspaper';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { ReactNode } from 'react';
import type { Records } from '../../hooks/use-records.ts';
import { useTexts } from '../../i18n/use-texts.ts';

const SHAPES = 5;

export function ContentList<T extends { readonly id: string }>(props: {
  of: Records<T>;
  empty: { title: string; text: string };
  row: (item: T) => ReactNode;
}) {
  const { items, state, retry, ...next } = props.of;
  return (
    <List
      state={state}
      isEmpty={items.length === 0}
      next={next}
      pending={
        <div className="grid gap-3" aria-hidden="true">
          <Skeletons count={SHAPES} className="h-20 w-full rounded-lg" />
        </div>
      }
      failed={<Failed retry={retry} />}
      empty={<EmptyState icon={<Newspaper size={28} />} title={props.empty.title} text={props.empty.text} />}
      loading={<Skeleton className="my-3 h-20 w-full rounded-lg" />}
    >
      <Card className="overflow-hidden">
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <li key={item.id}>{props.row(item)}</li>
          ))}
        </ul>
      </Card>
    </List>
  );
}

export function Failed({ retry }: { retry: () => void }) {
  const t = useTexts('content');
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
