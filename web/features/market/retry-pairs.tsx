// Asks for the pairs once more, where they could not be had.

import { Button } from '@fairtick/ui/button';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { refreshPairs } from '../../stores/market.ts';

export function RetryPairs({ tone }: { tone: 'primary' | 'soft' }) {
  const t = useTexts('shell');
  const [busy, setBusy] = useState(false);
  async function retry(): Promise<void> {
    setBusy(true);
    await refreshPairs();
    setBusy(false);
  }
  return (
    <Button tone={tone} busy={busy} onClick={() => void retry()}>
      {t('retry')}
    </Button>
  );
}
