// What could not be loaded: that nothing was signed or paid by it, and a way to ask again. And the shapes that stand until it is known.

import { Button } from '@fairtick/ui/button';
import { EmptyState } from '@fairtick/ui/empty-state';
import { Skeletons } from '@fairtick/ui/skeleton';
import { useTexts } from '../../i18n/use-texts.ts';

export function LoansFailed({ retry }: { retry: () => void }) {
  const t = useTexts('loans');
  const shell = useTexts('shell');
  return (
    <EmptyState
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

export function LoanShapes({ count = 3 }: { count?: number }) {
  return (
    <div className="grid gap-4" aria-hidden="true">
      <Skeletons count={count} className="h-32 w-full rounded-lg" />
    </div>
  );
}
