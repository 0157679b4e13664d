// Messages to this browser while the app is closed: on, off, or why they cannot be.

import { Checkbox } from '@fairtick/ui/checkbox';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import {
  type BrowserMessages,
  browserMessages,
  startMessages,
  stopMessages,
} from '../../../stores/browser-messages.ts';

export function BrowserSwitch() {
  const t = useTexts('protection');
  const [state, setState] = useState<BrowserMessages>();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => void browserMessages().then(setState), []);
  if (state === undefined || state === 'absent') return null;
  async function turn(on: boolean): Promise<void> {
    setBusy(true);
    setFailed(false);
    try {
      setState(await (on ? startMessages() : stopMessages()));
    } catch {
      setFailed(true);
    }
    setBusy(false);
  }
  return (
    <div>
      <Checkbox
        label={t('telling.browser')}
        checked={state === 'on'}
        disabled={busy || state === 'blocked'}
        onChecked={(on) => void turn(on)}
      />
      <p role="status" className="text-pretty text-quiet text-sm">
        {state === 'blocked' ? t('telling.browser.blocked') : failed ? t('telling.browser.failed') : ''}
      </p>
    </div>
  );
}
