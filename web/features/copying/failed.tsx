// What stands where something of copying could not be loaded.

import { Button } from '@fairtick/ui/button';
import { EmptyState } from '@fairtick/ui/empty-state';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useTexts } from '../../i18n/use-texts.ts';

export function Failed({ retry }: { retry: () => void }) {
  const t = useTexts('follow');
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
