// The routes. Whoever is not signed in sees the way in at the same address, and the screen itself afterwards.

import type { ActKind } from '@fairtick/contract/staff/acts';
import { createHashHistory, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { type LedgerAccount, ledgerAccountOf } from '../features/ledger/user-ledger.tsx';
import { actKindOf } from '../features/staff/audit.tsx';
import { type OutboxState, outboxStateOf } from '../features/staff/outbox.tsx';
import { type QueueState, stateOf } from '../features/verification/queue.tsx';
import { type DepositState, depositStateOf } from '../features/wallet/deposit-queue.tsx';
import { type ReceiptStateName, receiptStateOf } from '../features/wallet/receipts.tsx';
import { type PayoutQueue, queueOf } from '../features/wallet/withdrawal-queue.tsx';
import { Frame } from './frame.tsx';
import * as screens from './screens.tsx';

type Search = Record<string, unknown>;

const root = createRootRoute({ component: Frame });
const home = createRoute({ getParentRoute: () => root, path: '/', component: screens.Home });
const join = createRoute({
  getParentRoute: () => root,
  path: '/join/$link',
  component: () => <screens.Join {...join.useParams()} />,
});
const verifications = createRoute({
  getParentRoute: () => root,
  path: '/verifications',
  validateSearch: ({ state }: Search): { state?: QueueState } =>
    state === undefined ? {} : { state: stateOf(String(state)) },
  component: () => <screens.Verifications {...verifications.useSearch()} />,
});
const verification = createRoute({
  getParentRoute: () => root,
  path: '/verifications/$id',
  component: () => <screens.Verification {...verification.useParams()} />,
});
const payoutSearch = ({ queue }: Search): { queue?: PayoutQueue } =>
  queue === undefined ? {} : { queue: queueOf(queue) };
const withdrawals = createRoute({
  getParentRoute: () => root,
  path: '/withdrawals',
  validateSearch: payoutSearch,
  component: () => <screens.Withdrawals {...withdrawals.useSearch()} />,
});
const withdrawal = createRoute({
  getParentRoute: () => root,
  path: '/withdrawals/$id',
  validateSearch: payoutSearch,
  component: () => <screens.Withdrawal {...withdrawal.useParams()} {...withdrawal.useSearch()} />,
});
const deposits = createRoute({
  getParentRoute: () => root,
  path: '/deposits',
  validateSearch: ({ state }: Search): { state?: DepositState } =>
    state === undefined ? {} : { state: depositStateOf(String(state)) },
  component: () => <screens.Deposits {...deposits.useSearch()} />,
});
const deposit = createRoute({
  getParentRoute: () => root,
  path: '/deposits/$id',
  component: () => <screens.Deposit {...deposit.useParams()} />,
});
const receipts = createRoute({
  getParentRoute: () => root,
  path: '/receipts',
  validateSearch: ({ state }: Search): { state?: ReceiptStateName } =>
    state === undefined ? {} : { state: receiptStateOf(state) },
  component: () => <screens.Receipts {...receipts.useSearch()} />,
});
const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  // A UID of digits alone comes back as a number.
  validateSearch: ({ q }: Search): { q?: string } =>
    typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {},
  component: () => <screens.Users {...users.useSearch()} />,
});
const user = createRoute({
  getParentRoute: () => root,
  path: '/users/$id',
  component: () => <screens.User {...user.useParams()} />,
});
const userLedger = createRoute({
  getParentRoute: () => root,
  path: '/users/$id/ledger',
  validateSearch: ({ account }: Search): { account?: LedgerAccount } =>
    account === undefined ? {} : { account: ledgerAccountOf(account) },
  component: () => <screens.Ledger {...userLedger.useParams()} {...userLedger.useSearch()} />,
});
const proposals = createRoute({ getParentRoute: () => root, path: '/proposals', component: screens.Proposals });
const staff = createRoute({ getParentRoute: () => root, path: '/staff', component: screens.Staff });
const settings = createRoute({ getParentRoute: () => root, path: '/settings', component: screens.SettingList });
const funds = createRoute({ getParentRoute: () => root, path: '/funds', component: screens.Funds });
const loans = createRoute({ getParentRoute: () => root, path: '/loans', component: screens.Loans });
const loan = createRoute({ getParentRoute: () => root, path: '/loans/$', component: screens.Loans });
const house = createRoute({ getParentRoute: () => root, path: '/house', component: screens.House });
const clientMoney = createRoute({ getParentRoute: () => root, path: '/client-money', component: screens.ClientMoney });
const feedbacks = createRoute({ getParentRoute: () => root, path: '/feedback', component: screens.FeedbackList });
const feedback = createRoute({
  getParentRoute: () => root,
  path: '/feedback/$id',
  component: () => <screens.Feedback {...feedback.useParams()} />,
});
const chats = createRoute({ getParentRoute: () => root, path: '/chat', component: screens.Chats });
const chat = createRoute({
  getParentRoute: () => root,
  path: '/chat/$id',
  component: () => <screens.Chat {...chat.useParams()} />,
});
const traders = createRoute({ getParentRoute: () => root, path: '/traders', component: screens.Traders });
const trader = createRoute({
  getParentRoute: () => root,
  path: '/traders/$id',
  component: () => <screens.Trader {...trader.useParams()} />,
});
const contents = createRoute({ getParentRoute: () => root, path: '/content', component: screens.Contents });
const content = createRoute({
  getParentRoute: () => root,
  path: '/content/$id',
  component: () => <screens.Content {...content.useParams()} />,
});
const companies = createRoute({ getParentRoute: () => root, path: '/companies', component: screens.Companies });
const outbox = createRoute({
  getParentRoute: () => root,
  path: '/outbox',
  validateSearch: ({ state }: Search): { state?: OutboxState } =>
    state === undefined ? {} : { state: outboxStateOf(state) },
  component: () => <screens.Messages {...outbox.useSearch()} />,
});
const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  // The id of a member is a text: one typed as a number could be another's.
  validateSearch: ({ kind, staff }: Search): { kind?: ActKind; staff?: string } => {
    const known = actKindOf(kind);
    const member = typeof staff === 'string' && /^\d{1,19}$/.test(staff) ? staff : undefined;
    return { ...(known && { kind: known }), ...(member && { staff: member }) };
  },
  component: () => <screens.Acts {...audit.useSearch()} />,
});
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    join,
    verifications,
    verification,
    deposits,
    deposit,
    receipts,
    withdrawals,
    withdrawal,
    users,
    user,
    userLedger,
    proposals,
    staff,
    settings,
    house,
    clientMoney,
    funds,
    loans,
    loan,
    feedbacks,
    feedback,
    chats,
    chat,
    traders,
    trader,
    contents,
    content,
    companies,
    outbox,
    audit,
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
