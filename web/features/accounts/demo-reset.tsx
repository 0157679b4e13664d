// Brings a demo account back to its first balances, after asking.

import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { Confirm } from '@fairtick/ui/confirm';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useRef, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { refreshAfter } from '../../stores/account.ts';
import { call, intentKey } from '../../stores/api.ts';
import { sayToast } from '../../stores/toast.ts';

export function DemoReset() {
  const shell = useTexts('shell');
  const t = useTexts('account');
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  // One key for one asking: a second tap after a lost answer does not reset twice.
  const key = useRef<string | undefined>(undefined);

  function ask(): void {
    key.current = intentKey();
    setAsked(true);
  }

  async function reset(): Promise<void> {
    setBusy(true);
    try {
      await call('resetForexDemoAccount', {}, key.current === undefined ? {} : { key: key.current });
      setAsked(false);
      sayToast({ tone: 'success', text: t('demo.reset.done') });
    } catch {
      // The call has told the user why.
    } finally {
      setBusy(false);
      refreshAfter('forex');
      refreshAfter('micro');
    }
  }

  return (
    <Card className="flex items-center gap-4 p-4">
      <RotateCcw aria-hidden="true" size={22} className="shrink-0 text-muted rtl:-scale-x-100" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium text-base leading-snug">{t('demo.reset')}</span>
        <span className="block text-quiet text-sm">{t('demo.reset.text')}</span>
      </span>
      <Button tone="soft" size="sm" onClick={ask}>
        {t('demo.reset.confirm')}
      </Button>
      <Confirm
        open={asked}
        onOpen={setAsked}
        title={t('demo.reset.title')}
        text={t('demo.reset.body')}
        confirmLabel={t('demo.reset.confirm')}
        cancelLabel={shell('cancel')}
        onConfirm={() => void reset()}
        busy={busy}
      />
    </Card>
  );
}
