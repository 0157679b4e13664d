// The routes. /, /trade and /order are drawn by the shell, which keeps them alive; their routes carry only guard and search.

import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router';
import { startConnection } from '../stores/connection.ts';
import { FAMILY_LABEL, type FamilyLabel, familyOf } from '../stores/family.ts';
import { refreshPairs } from '../stores/market.ts';
import { currentSession, onSession } from '../stores/session.ts';
import { Account, Follow, Language, Login, Notices, Powers, Rank } from './screens.tsx';
import { Shell } from './shell.tsx';
import { noteMove } from './way-back.ts';

/** /order: source 1 = forex, 0 = options; type 1 = open, 0 = pending, 3 = closed. */
export interface OrderSearch {
  readonly source?: 0 | 1;
  readonly type?: 0 | 1 | 3;
}
export interface TradeSearch {
  readonly form?: FamilyLabel;
}
export interface LoginSearch {
  readonly from?: string;
}

const nothing = () => null;

function needsLogin({ location }: { location: ParsedLocation }): void {
  if (!currentSession()) throw redirect({ to: '/login', search: { from: location.href }, replace: true });
}

const rootRoute = createRootRoute({ component: Shell });

const home = createRoute({ getParentRoute: () => rootRoute, path: '/', component: nothing });
const trade = createRoute({
  getParentRoute: () => rootRoute,
  path: '/trade',
  component: nothing,
  validateSearch: ({ form }: Record<string, unknown>): TradeSearch => {
    const family = familyOf(form);
    return family ? { form: FAMILY_LABEL[family] } : {};
  },
});
const order = createRoute({
  getParentRoute: () => rootRoute,
  path: '/order',
  component: nothing,
  beforeLoad: needsLogin,
  validateSearch: (search: Record<string, unknown>): OrderSearch => ({
    ...(search.source === 0 || search.source === 1 ? { source: search.source } : {}),
    ...(search.type === 0 || search.type === 1 || search.type === 3 ? { type: search.type } : {}),
  }),
});
const user = createRoute({
  getParentRoute: () => rootRoute,
  path: '/user',
  component: Account,
  beforeLoad: needsLogin,
});
const mine = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mine',
  component: Account,
  beforeLoad: needsLogin,
});
const notices = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notices',
  component: Notices,
  beforeLoad: needsLogin,
});
const follow = createRoute({ getParentRoute: () => rootRoute, path: '/follow', component: Follow });
const rank = createRoute({ getParentRoute: () => rootRoute, path: '/rank', component: Rank });
const language = createRoute({ getParentRoute: () => rootRoute, path: '/language', component: Language });
const powers = createRoute({ getParentRoute: () => rootRoute, path: '/powers', component: Powers });
const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  component: Login,
  validateSearch: (search: Record<string, unknown>): LoginSearch =>
    typeof search.from === 'string' && isOwnPath(search.from) ? { from: search.from } : {},
});
const unknown = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

/** Only a path of this app: a link from elsewhere can't send a user away after the login. */
function isOwnPath(path: string): boolean {
  return path.startsWith('/') && !path.startsWith('//') && !path.startsWith('/login');
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    home,
    trade,
    order,
    user,
    mine,
    notices,
    follow,
    rank,
    language,
    powers,
    login,
    unknown,
  ]),
  history: createHashHistory(),
  defaultPreload: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

const LIST_PATHS: readonly string[] = ['/', '/trade', '/order'];

router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
  if (fromLocation && pathChanged) noteMove();
  startConnection();
  if (LIST_PATHS.includes(toLocation.pathname)) void refreshPairs();
  if (pathChanged) scrollTo(0, 0);
});

// Signed out elsewhere, or by the server: the guards look again at the page that is open.
onSession(() => void router.invalidate());
