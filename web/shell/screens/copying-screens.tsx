// /follow: the lobby, and the user's own side of copying. How to become a trader, following one, whom one follows, and who follows oneself.

import { Banner } from '@fairtick/ui/banner';
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApplyPanel } from '../../features/copying/apply-form.tsx';
import { Failed } from '../../features/copying/failed.tsx';
import { FollowForm } from '../../features/copying/follow-form.tsx';
import { FollowShapes } from '../../features/copying/follow-shapes.tsx';
import { FollowedList } from '../../features/copying/followed-list.tsx';
import { FollowerList } from '../../features/copying/follower-list.tsx';
import { useTrader } from '../../hooks/use-traders.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Page, useGoBack } from '../page.tsx';
import { FollowScreen } from './follow-screen.tsx';

/** By the rest of the address; held against the documents' list of routes by tests/integration/http/documented.test.ts. */
const SCREENS: Readonly<Record<string, (props: { id: string }) => ReactNode>> = {
  '': FollowScreen,
  'trader-apply': Apply,
  submit: Submit,
  'follow-list': Followed,
  'my-follower': Followers,
};

export function CopyingScreens() {
  const { _splat: step = '' } = useParams({ strict: false });
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const { id } = search;
  const Screen = SCREENS[step.replace(/\/$/, '')];
  if (!Screen) return <ToLobby />;
  return <Screen id={typeof id === 'string' || typeof id === 'number' ? String(id) : ''} />;
}

const ToLobby = () => <Navigate to="/follow/$" params={{ _splat: '' }} replace />;

function Apply() {
  const t = useTexts('follow');
  return (
    <Page title={t('apply.title')} lead={t('apply.lead')} back>
      <ApplyPanel />
    </Page>
  );
}

function Followed() {
  const t = useTexts('follow');
  return (
    <Page title={t('my_traders')} lead={t('list.lead')} back>
      <FollowedList />
    </Page>
  );
}

function Followers() {
  const t = useTexts('follow');
  const navigate = useNavigate();
  return (
    <Page title={t('my_followers')} back>
      <FollowerList
        onEnded={() => void navigate({ to: '/follow/$', params: { _splat: 'trader-apply' }, replace: true })}
      />
    </Page>
  );
}

function Submit({ id }: { id: string }) {
  const t = useTexts('follow');
  const goBack = useGoBack();
  const { data, state, retry } = useTrader(id);
  if (!/^[1-9]\d{0,18}$/.test(id)) return <ToLobby />;
  return (
    <Page title={data ? t('form.title', { name: data.nickname }) : t('form.title_plain')} back>
      {data?.is_followed ? (
        <Banner>{t('form.already')}</Banner>
      ) : data ? (
        <FollowForm trader={data} onDone={goBack} />
      ) : state === 'failed' ? (
        <Failed retry={retry} />
      ) : (
        <FollowShapes />
      )}
    </Page>
  );
}
