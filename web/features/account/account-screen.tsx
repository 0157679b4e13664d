// The user's page: what they have, settings, how to check us, demo reset, logout.

import { Button } from '@fairtick/ui/button';
import { SectionHead } from '@fairtick/ui/card';
import { Confirm } from '@fairtick/ui/confirm';
import { IconButton } from '@fairtick/ui/icon-button';
import { Tag } from '@fairtick/ui/tag';
import { useNavigate } from '@tanstack/react-router';
import CircleUserRound from 'lucide-react/icons/circle-user-round';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { Page } from '../../app/page.tsx';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../stores/api.ts';
import { signOut } from '../../stores/session.ts';
import { AssetsCard } from './assets-card.tsx';
import { DemoReset } from './demo-reset.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { TrustCard } from './trust-card.tsx';
import { useCopy } from './use-copy.ts';

export function AccountScreen() {
  const shell = useTexts('shell');
  const t = useTexts('account');
  const user = useSession()?.user;
  if (!user) return null;
  const demo = user.is_demo === 1;
  return (
    <Page title={shell('title.account')}>
      <div className="grid gap-6">
        <Who label={demo ? t('demo.label') : user.email} uid={user.uid} demo={demo} />
        <AssetsCard />
        {demo && <DemoReset />}
        <section>
          <SectionHead title={t('settings')} />
          <PreferencesCard />
        </section>
        <section>
          <SectionHead title={t('trust')} />
          <TrustCard />
        </section>
        <Logout demo={demo} />
      </div>
    </Page>
  );
}

function Who({ label, uid, demo }: { label: string; uid: string; demo: boolean }) {
  const shell = useTexts('shell');
  const t = useTexts('account');
  const copy = useCopy();
  return (
    <div className="flex items-center gap-4">
      <span
        aria-hidden="true"
        className="grid size-14 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text"
      >
        <CircleUserRound size={30} strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-semibold text-lg leading-snug">
          <bdi className="truncate">{label}</bdi>
          {demo && <Tag tone="accent">{shell('demo')}</Tag>}
        </p>
        <bdi className="tabular text-quiet text-sm">{t('uid', { uid })}</bdi>
      </div>
      <IconButton label={t('uid.copy')} onClick={() => void copy(uid)}>
        <Copy aria-hidden="true" size={19} />
      </IconButton>
    </div>
  );
}

function Logout({ demo }: { demo: boolean }) {
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
