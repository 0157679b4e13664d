// What the server answered, a shape while it comes, or a word and a way to ask again.

import { Button } from '@fairtick/ui/button';
import { Skeletons } from '@fairtick/ui/skeleton';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';

interface Loading<A> {
  readonly data: A | undefined;
  readonly state: 'pending' | 'failed' | 'ready';
  readonly retry: () => void;
}

export function Loaded<A>(props: { answer: Loading<A>; failed: string; children: (data: A) => ReactNode }) {
  const shell = useTexts('shell');
  const { data, state, retry } = props.answer;
  if (data !== undefined) return props.children(data);
  if (state === 'failed')
    return (
      <div className="grid justify-items-start gap-3 p-4 text-muted text-sm">
        {props.failed}
        <Button tone="soft" size="sm" onClick={retry}>
          {shell('retry')}
        </Button>
      </div>
    );
  return (
    <div className="grid gap-3 p-4" aria-hidden="true">
      <Skeletons count={2} className="h-12 w-full rounded-md" />
    </div>
  );
}
