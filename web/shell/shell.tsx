// What stands around every screen: feed strip, navigation, toasts, language. Keeps /, /trade and /order alive.

import { languageOf } from '@fairtick/contract/languages';
import { LocaleProvider } from '@fairtick/ui/locale';
import { Outlet, useRouterState } from '@tanstack/react-router';
import {
  Activity,
  type ComponentType,
  Fragment,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { SayAway } from '../hooks/say-away.ts';
import { useMainStatus } from '../hooks/use-main-status.ts';
import { usePersonKey } from '../hooks/use-session.ts';
import { useSettings } from '../hooks/use-settings.ts';
import { switchLanguage } from '../i18n/i18n.ts';

import { useTexts } from '../i18n/use-texts.ts';
import { askUser } from '../stores/ask-user.ts';
import { logAlarmStore } from '../stores/log-alarm.ts';
import { startMarket } from '../stores/market.ts';
import { watchBuilds } from '../stores/new-build.ts';
import { refreshUser } from '../stores/own-user.ts';
import { currentSettings, onSettings } from '../stores/settings.ts';
import { endStepUp, stepUpStore } from '../stores/step-up.ts';
import { sayToast } from '../stores/toast.ts';
import { ErrorBoundary, Reload } from './error-boundary.tsx';
import { FeedStrip } from './feed-strip.tsx';
import { Navigation } from './navigation.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { HomeScreen } from './screens/home-screen.tsx';
import { LogAlarmBanner, Orders, ServiceNotice, StepUpDialog, Trade } from './screens.tsx';
import { titleOf } from './titles.ts';
import { Toasts } from './toasts.tsx';

const KEPT: readonly { readonly path: string; readonly Screen: ComponentType }[] = [
  { path: '/', Screen: HomeScreen },
  { path: '/trade', Screen: Trade },
  { path: '/order', Screen: Orders },
];

export function Shell() {
  const t = useTexts('shell');
  const lang = useSettings((settings) => settings.lang);
  const zone = useSettings((settings) => settings.zone);
  const hidden = useSettings((settings) => settings.hideBalance);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const main = useRef<HTMLElement>(null);
  const person = usePersonKey();
  const words = useMemo(() => ({ close: t('close'), hidden: t('hidden'), up: t('up'), down: t('down') }), [t]);
  const chosen = languageOf(lang);
  useEffect(startMarket, []);
  useEffect(watchBuilds, []);
  useEffect(() => void refreshUser(askUser), []);
  useLanguage();
  usePageOf(path, main, `${t(titleOf(path))} · ${t('brand')}`);
  return (
    <LocaleProvider locale={chosen.locale} zone={zone} rtl={chosen.rtl} words={words} hidden={hidden}>
      <button
        type="button"
        onClick={() => main.current?.focus()}
        className="sr-only z-60 rounded-md bg-accent font-semibold text-on-accent focus:not-sr-only focus:fixed! focus:start-3 focus:top-3 focus:min-h-11 focus:px-4! focus:py-3!"
      >
        {t('skip')}
      </button>
      <Toasts />
      <StepUp key={person} />
      <Navigation path={path} />
      <div className="flex min-h-dvh flex-col ps-(--shell-start) pb-(--shell-bottom)">
        <FeedStrip />
        <Service />
        <AlarmOfLogs />
        <main ref={main} id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
          <Fragment key={person}>
            <KeptScreens path={path} />
            <Framed key={path}>
              <Outlet />
            </Framed>
          </Fragment>
        </main>
      </div>
    </LocaleProvider>
  );
}

/** Of a service that is open nothing is loaded and nothing said. */
function Service() {
  const main = useMainStatus();
  return (
    main !== undefined &&
    main.status !== 0 && (
      <ErrorBoundary instead={<NoticeAway />}>
        <Suspense>
          <ServiceNotice main={main} />
        </Suspense>
      </ErrorBoundary>
    )
  );
}

/** After an update an old tab gets no further code, and may go on all the same. */
function NoticeAway() {
  const t = useTexts('shell');
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 bg-warn-soft px-4 py-3 font-medium text-sm text-warn"
    >
      {t('service.away')}
      <Reload />
    </div>
  );
}

/** Nobody can send it away: what was seen stays true. */
function AlarmOfLogs() {
  const alarm = useStore(logAlarmStore);
  return (
    Object.keys(alarm).length > 0 && (
      <ErrorBoundary instead={<SayAway />}>
        <Suspense>
          <LogAlarmBanner alarm={alarm} />
        </Suspense>
      </ErrorBoundary>
    )
  );
}

/** The call that waits is given up, as if its user had; what was typed stays. */
function NobodyAsked() {
  useEffect(() => endStepUp(false), []);
  return <SayAway />;
}

/** Over whatever is shown: the call that asked for it waits. */
function StepUp() {
  const methods = useStore(stepUpStore, (state) => state.methods);
  return (
    methods && (
      <ErrorBoundary instead={<NobodyAsked />}>
        <Suspense>
          <StepUpDialog methods={methods} />
        </Suspense>
      </ErrorBoundary>
    )
  );
}

/** A screen comes alive with its first visit and stays, hidden, from then on. */
function KeptScreens({ path }: { path: string }) {
  const [visited, setVisited] = useState<readonly string[]>([]);
  if (!visited.includes(path) && KEPT.some((kept) => kept.path === path)) setVisited([...visited, path]);
  return KEPT.filter((kept) => visited.includes(kept.path)).map(({ path: own, Screen }) => (
    <Activity key={own} mode={own === path ? 'visible' : 'hidden'}>
      <Framed>
        <Screen />
      </Framed>
    </Activity>
  ));
}

/** What breaks or is still loading stays within its own screen. */
function Framed({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** Title and focus follow the path, so that a screen reader hears where it is; not on the first load. */
function usePageOf(path: string, main: React.RefObject<HTMLElement | null>, title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    main.current?.focus({ preventScroll: true });
  }, [path, main]);
}

/** Another tab, or the language screen, may choose a language; texts come, then everything is drawn anew. */
function useLanguage(): void {
  useEffect(() => {
    const follow = (): void => {
      switchLanguage(currentSettings().lang).catch(() => sayToast({ tone: 'error', text: '', local: 'offline' }));
    };
    return onSettings((now, before) => {
      if (now.lang !== before.lang) follow();
    });
  }, []);
}
