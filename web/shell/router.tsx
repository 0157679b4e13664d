// Long because every route is named here.
// The routes. /, /trade and /order are drawn by the shell, which keeps them alive; their routes carry only guard and search.

import { layersLieOver } from '@fairtick/ui/layer';
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type ParsedLocation,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import { ACCOUNT_TYPES, type AccountTypeId } from '../calculators/transfers.ts';
import { startConnection } from '../stores/connection.ts';
import { FAMILY_LABEL, type FamilyLabel, familyOf } from '../stores/family.ts';
import { refreshPairs } from '../stores/market.ts';
import { currentSession, onSession } from '../stores/session.ts';
import { sayToast } from '../stores/toast.ts';
import type { LoanSearch } from './loan-search.ts';
import {
  Account,
  Accounts,
  Activity,
  Announcements,
  Article,
  BankAccounts,
  Charge,
  Chat,
  CoinAddresses,
  Contact,
  Feedback,
  Follow,
  Forgot,
  Fund,
  FundIncome,
  Funds,
  History,
  Invite,
  Language,
  Loans,
  Login,
  News,
  Notices,
  NotMe,
  Password,
  Product,
  Rank,
  Register,
  ServiceHistory,
  Subscriptions,
  System,
  Trader,
  Transfer,
  Trust,
  Verification,
  Wallet,
  Withdraw,
  WithdrawWay,
} from './screens.tsx';
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
export interface RegisterSearch extends LoginSearch {
  readonly invite_code?: string;
}
/** 1 change, 2 forex, 3 micro. */
export interface HistorySearch {
  readonly accountTypeId?: AccountTypeId;
}
/** 0 coin, 1 bank. */
export interface MoneySearch {
  readonly type?: 0 | 1;
}
/** 1 coin address, 2 bank account. */
export interface WithdrawWaySearch {
  readonly type?: 1 | 2;
}
export interface IdSearch {
  readonly id?: string;
}
export interface NotMeSearch {
  readonly token?: string;
}

const nothing = () => null;

/** As the router reads a value, but for ids: they have more digits than a number holds, and stay texts. */
function readValue(text: string): unknown {
  if (/^\d{16,}$/.test(text)) throw new Error('an id');
  return JSON.parse(text);
}

function needsLogin({ location }: { location: ParsedLocation }): void {
  if (!currentSession()) throw redirect({ to: '/login', search: { from: location.href }, replace: true });
}

/** What concerns a person: a demo account is nobody's, and its user is told so. */
function needsReal(at: { location: ParsedLocation }): void {
  needsLogin(at);
  if (currentSession()?.user.is_demo !== 1) return;
  sayToast({ tone: 'error', text: '', local: 'only_real' });
  throw redirect({ to: '/user', replace: true });
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
const verification = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mine/auth',
  component: Verification,
  beforeLoad: needsReal,
});
const system = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mine/system',
  component: System,
  beforeLoad: needsReal,
});
const invite = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mine/invite',
  component: Invite,
  beforeLoad: needsReal,
});
const password = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mine/password',
  component: Password,
  beforeLoad: needsReal,
});
const wallet = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mine/wallet',
  component: Wallet,
  beforeLoad: needsReal,
});
const accounts = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mine/accounts',
  component: Accounts,
  beforeLoad: needsReal,
});
const history = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mine/history',
  component: History,
  beforeLoad: needsReal,
  validateSearch: ({ accountTypeId }: Record<string, unknown>): HistorySearch => {
    const type = ACCOUNT_TYPES.find((one) => one === accountTypeId);
    return type ? { accountTypeId: type } : {};
  },
});
const transfer = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mine/transfer',
  component: Transfer,
  beforeLoad: needsReal,
});
const moneySearch = ({ type }: Record<string, unknown>): MoneySearch => (type === 0 || type === 1 ? { type } : {});
const charge = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mine/charge',
  component: Charge,
  beforeLoad: needsReal,
  validateSearch: moneySearch,
});
const withdraw = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mine/withdraw',
  component: Withdraw,
  beforeLoad: needsReal,
  validateSearch: moneySearch,
});
const withdrawWay = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mine/withdraw-way',
  component: WithdrawWay,
  beforeLoad: needsReal,
  validateSearch: ({ type }: Record<string, unknown>): WithdrawWaySearch => (type === 1 || type === 2 ? { type } : {}),
});
const coinAddresses = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mine/coin-address-list',
  component: CoinAddresses,
  beforeLoad: needsReal,
});
const bankAccounts = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mine/bank-card-list',
  component: BankAccounts,
  beforeLoad: needsReal,
});
const notices = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notices',
  component: Notices,
  beforeLoad: needsLogin,
});
const chat = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mine/chat',
  component: Chat,
  beforeLoad: needsLogin,
});
const news = createRoute({ getParentRoute: () => rootRoute, path: '/news', component: News });
/** What names one thing. */
const idSearch = ({ id }: Record<string, unknown>): IdSearch =>
  typeof id === 'string' || typeof id === 'number' ? { id: String(id) } : {};
const mining = createRoute({ getParentRoute: () => rootRoute, path: '/mining', component: Funds });
const miningSubscribe = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mining/subscribe',
  component: () => <Fund id={miningSubscribe.useSearch().id ?? ''} />,
  validateSearch: idSearch,
});
const miningRecord = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mining/record',
  component: Subscriptions,
  beforeLoad: needsLogin,
});
const miningIncome = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mining/income',
  component: () => <FundIncome id={miningIncome.useSearch().id ?? ''} />,
  beforeLoad: needsLogin,
  validateSearch: idSearch,
});
/** Every step of a loan: its screens read the rest of the address. */
const loans = createRoute({
  getParentRoute: () => rootRoute,
  path: '/loan/$',
  component: Loans,
  beforeLoad: needsReal,
  validateSearch: (search: LoanSearch) => search,
});
const article = createRoute({
  getParentRoute: () => rootRoute,
  path: '/news/detail',
  component: () => <Article id={article.useSearch().id ?? ''} />,
  validateSearch: idSearch,
});
const announcements = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mine/announcement',
  component: Announcements,
});
const activity = createRoute({ getParentRoute: () => rootRoute, path: '/activity', component: Activity });
const product = createRoute({ getParentRoute: () => rootRoute, path: '/product', component: Product });
const contact = createRoute({ getParentRoute: () => rootRoute, path: '/mine/email', component: Contact });
const feedback = createRoute({ getParentRoute: () => rootRoute, path: '/feedback', component: Feedback });
const trader = createRoute({
  getParentRoute: () => rootRoute,
  path: '/follow/trader',
  component: () => <Trader id={trader.useSearch().id ?? ''} />,
  validateSearch: idSearch,
});
/** The lobby for everybody, and the user's own side of copying: its screens read the rest of the address. */
const follow = createRoute({
  getParentRoute: () => rootRoute,
  path: '/follow/$',
  component: Follow,
  beforeLoad: (at) => {
    if (at.location.pathname !== '/follow') needsLogin(at);
  },
});
const rank = createRoute({ getParentRoute: () => rootRoute, path: '/rank', component: Rank });
const language = createRoute({ getParentRoute: () => rootRoute, path: '/language', component: Language });
const powers = createRoute({
  getParentRoute: () => rootRoute,
  path: '/powers',
  component: () => <Trust of="powers" />,
});
const clientMoney = createRoute({
  getParentRoute: () => rootRoute,
  path: '/client-money',
  component: () => <Trust of="client-money" />,
});
const status = createRoute({ getParentRoute: () => rootRoute, path: '/status', component: ServiceHistory });
const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  component: Login,
  beforeLoad: ({ search }) => {
    // Who is somebody already is passed on; a demo account is nobody, and its user may log in.
    if (currentSession()?.user.is_demo === 0) throw redirect({ href: search.from ?? '/', replace: true });
  },
  validateSearch: wayBack,
});
const register = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  component: Register,
  // The router reads digits as a number: a code may be all digits.
  validateSearch: ({ invite_code, ...search }: Record<string, unknown>): RegisterSearch => ({
    ...wayBack(search),
    ...(typeof invite_code === 'string' || typeof invite_code === 'number' ? { invite_code: String(invite_code) } : {}),
  }),
});
const forgot = createRoute({ getParentRoute: () => rootRoute, path: '/forgot', component: Forgot });
const notMe = createRoute({
  getParentRoute: () => rootRoute,
  path: '/not-me',
  component: NotMe,
  validateSearch: ({ token }: Record<string, unknown>): NotMeSearch => (typeof token === 'string' ? { token } : {}),
});
const unknown = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

/** Where a visitor wanted to go before they were asked who they are. */
function wayBack(search: Record<string, unknown>): LoginSearch {
  return typeof search.from === 'string' && isOwnPath(search.from) ? { from: search.from } : {};
}

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
    verification,
    system,
    password,
    invite,
    wallet,
    accounts,
    history,
    transfer,
    charge,
    withdraw,
    withdrawWay,
    coinAddresses,
    bankAccounts,
    notices,
    chat,
    news,
    article,
    mining,
    miningSubscribe,
    miningRecord,
    miningIncome,
    loans,
    announcements,
    activity,
    product,
    contact,
    feedback,
    follow,
    trader,
    rank,
    language,
    powers,
    clientMoney,
    status,
    login,
    register,
    forgot,
    notMe,
    unknown,
  ]),
  history: createHashHistory(),
  defaultPreload: false,
  parseSearch: parseSearchWith(readValue),
  stringifySearch: stringifySearchWith(JSON.stringify, readValue),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

const LIST_PATHS: readonly string[] = ['/', '/trade', '/order'];

layersLieOver(() => {
  const { href, state } = router.history.location;
  return { href: router.history.createHref(href), state };
});
router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
  if (fromLocation && pathChanged) noteMove();
  startConnection();
  if (LIST_PATHS.includes(toLocation.pathname)) void refreshPairs();
  if (pathChanged) scrollTo(0, 0);
});

// Signed out elsewhere, or by the server: the guards look again at the page that is open.
onSession(() => void router.invalidate());
