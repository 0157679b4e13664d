// Said at the top while the browser has no network.

import WifiOff from 'lucide-react/icons/wifi-off';
import { useSyncExternalStore } from 'react';
import { useTexts } from '../i18n/use-texts.ts';

function onChange(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

export function OfflineStrip() {
  const t = useTexts();
  const online = useSyncExternalStore(onChange, () => navigator.onLine);
  if (online) return null;
  return (
    <div role="status" className="offline">
      <WifiOff size={16} aria-hidden="true" /> {t('offline')}
    </div>
  );
}
