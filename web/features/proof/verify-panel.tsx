// The user's own check of an order, done in this browser: runs it, and shows what it found.

import { ApiError } from '@fairtick/contract/client/failures';
import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { Skeleton } from '@fairtick/ui/skeleton';
import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import type { Family } from '../../stores/family.ts';
import type { OrderReport } from './check-order.ts';
import { Report } from './report.tsx';

export interface VerifyPanelProps {
  readonly family: Family;
  readonly id: string;
}

/** `away`: the code of the check did not come, and does not as long as the page lives. */
type State = OrderReport | 'running' | { readonly failed: string; readonly away: boolean };

export function VerifyPanel({ family, id }: VerifyPanelProps) {
  const t = useTexts('verify');
  const shell = useTexts('shell');
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>('running');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt runs the same check again.
  useEffect(() => {
    const abort = new AbortController();
    setState('running');
    import('./run-check.ts')
      .then(({ runCheck }) => runCheck(family, id, abort.signal))
      .then(setState, (error: unknown) => {
        if (abort.signal.aborted) return;
        const known = error instanceof ApiError;
        setState({ failed: known ? error.message : '', away: !known });
      });
    return () => abort.abort();
  }, [family, id, attempt]);
  return (
    <section
      aria-label={t('label')}
      aria-busy={state === 'running'}
      className="grid gap-4 rounded-lg border border-line p-4"
    >
      {state === 'running' && <Running />}
      {state !== 'running' && 'failed' in state && (
        <div className="grid gap-3">
          <Banner tone="warn">{state.failed || t('failed')}</Banner>
          <Button tone="soft" size="sm" onClick={() => (state.away ? location.reload() : setAttempt(attempt + 1))}>
            {shell(state.away ? 'error.reload' : 'retry')}
          </Button>
        </div>
      )}
      {state !== 'running' && 'checks' in state && <Report report={state} />}
    </section>
  );
}

function Running() {
  const t = useTexts('verify');
  return (
    <>
      <p role="status" className="font-medium text-muted text-sm">
        {t('running')}
      </p>
      <Skeleton className="h-14 w-full rounded-md" />
      <Skeleton className="h-24 w-full rounded-md" />
    </>
  );
}
