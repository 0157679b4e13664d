// What could not be loaded: that nothing was bought or lost by it, and a way to ask again.

import { Button } from '@fairtick/ui/button';
import { EmptyState } from '@fairtick/ui/empty-state';
import { useTexts } from '../../i18n/use-texts.ts';

export function FundsFailed({ retry }: { retry: () => void }) {
  const t = useTexts('funds');
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
