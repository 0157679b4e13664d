// Signs out, after asking.

import { Button } from '@fairtick/ui/button';
import { Confirm } from '@fairtick/ui/confirm';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../stores/api.ts';
import { signOut } from '../../stores/session.ts';

export function Logout({ demo }: { demo: boolean }) {
  const shell = useTexts('shell');
  const t = useTexts('account');
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  async function leave(): Promise<void> {
    setBusy(true);
    // Signed out here in any case; if the server can't be told now, the token dies by itself when idle.
    await call('logout', {}, { quiet: true, initial: true }).catch(() => undefined);
    await navigate({ to: '/', replace: true });
    signOut();
  }
  return (
    <>
      <Button tone="danger" wide onClick={() => setAsked(true)}>
        {t('logout')}
      </Button>
      <Confirm
        open={asked}
        onOpen={setAsked}
        title={t('logout.title')}
        text={t(demo ? 'logout.body.demo' : 'logout.body')}
        confirmLabel={t('logout.confirm')}
        cancelLabel={shell('cancel')}
        onConfirm={() => void leave()}
        busy={busy}
        tone="danger"
      />
    </>
  );
}
