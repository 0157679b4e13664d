// What could not be loaded: that no money moved by it, and a way to ask again.

import { Button } from '@fairtick/ui/button';
import { EmptyState } from '@fairtick/ui/empty-state';
import { useTexts } from '../../i18n/use-texts.ts';

export function Failed({ title, text, retry }: { title: string; text: string; retry: () => void }) {
  const shell = useTexts('shell');
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <Button tone="soft" onClick={retry}>
          {shell('retry')}
        </Button>
      }
    />
  );
}
