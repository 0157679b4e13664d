// Each route's screen behind the right that it needs.

import { SETTING_ACTS } from '@fairtick/contract/staff/matrix';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { UserPage } from '../features/accounts/user.tsx';
import { Users as UserList } from '../features/accounts/users.tsx';
import { type LedgerAccount, UserLedger } from '../features/ledger/user-ledger.tsx';
import { Audit, type AuditFilter } from '../features/staff/audit.tsx';
import { Colleagues } from '../features/staff/colleagues.tsx';
import { HouseMoney } from '../features/staff/house.tsx';
import { Join as JoinByLink } from '../features/staff/join.tsx';
import { Outbox, type OutboxState } from '../features/staff/outbox.tsx';
import { Proposals as ProposalList } from '../features/staff/proposals.tsx';
import { Settings } from '../features/staff/settings.tsx';
import { ChatQueue } from '../features/support/chat-queue.tsx';
import { ChatThreadPage } from '../features/support/chat-thread.tsx';
import { FeedbackItem } from '../features/support/item.tsx';
import { FeedbackQueue } from '../features/support/queue.tsx';
import { VerificationItem } from '../features/verification/item.tsx';
import { type QueueState, VerificationQueue } from '../features/verification/queue.tsx';
import { DepositPage } from '../features/wallet/deposit.tsx';
import { DepositQueue, type DepositState } from '../features/wallet/deposit-queue.tsx';
import { Receipts as ReceiptList, type ReceiptStateName } from '../features/wallet/receipts.tsx';
import { WithdrawalPage } from '../features/wallet/withdrawal.tsx';
import { type PayoutQueue, WithdrawalQueue } from '../features/wallet/withdrawal-queue.tsx';
import { useMay } from '../hooks/use-me.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Allowed } from '../parts/not-allowed.tsx';
import { signIn } from '../stores/session.ts';

/** With the editor, which is as large as all the rest: it comes with its first use. */
const ContentPage = lazy(async () => ({
  default: (await import('../features/content/content-page.tsx')).ContentPage,
}));

const ContentPages = lazy(async () => ({
  default: (await import('../features/content/content-list.tsx')).ContentPages,
}));
const FundsPage = lazy(async () => ({
  default: (await import('../features/funds/funds.tsx')).FundsPage,
}));
const ClientMoneyPage = lazy(async () => ({
  default: (await import('../features/wallet/client-money.tsx')).ClientMoneyPage,
}));
const LoanScreens = lazy(async () => ({ default: (await import('./screens/loans.tsx')).LoanScreens }));
const CompanyPages = lazy(async () => ({
  default: (await import('../features/content/companies.tsx')).CompanyPages,
}));

const TraderQueue = lazy(async () => ({
  default: (await import('../features/copying/queue.tsx')).TraderQueue,
}));
const TraderItem = lazy(async () => ({
  default: (await import('../features/copying/item.tsx')).TraderItem,
}));

export { Home } from './screens/home.tsx';

export function Join({ link }: { link: string }) {
  const navigate = useNavigate();
  const joined = (token: string): void => {
    signIn(token);
    // The link is spent; it need not stand in the history.
    void navigate({ to: '/', replace: true });
  };
  return <JoinByLink link={link} onJoined={joined} />;
}

export function Verifications({ state = '1' }: { state?: QueueState }) {
  const t = useTexts();
  return (
    <Allowed act="verification" title={t('verification.title')}>
      <VerificationQueue state={state} />
    </Allowed>
  );
}

export function Verification({ id }: { id: string }) {
  const t = useTexts();
  const navigate = useNavigate();
  const onNext = (next: string | null): void => {
    if (next === null) void navigate({ to: '/verifications', replace: true });
    else void navigate({ to: '/verifications/$id', params: { id: next }, replace: true });
  };
  return (
    <Allowed act="verification" grants={['do']} title={t('verification.item')}>
      <VerificationItem key={id} id={id} onNext={onNext} />
    </Allowed>
  );
}

export function Deposits({ state = '0' }: { state?: DepositState }) {
  const t = useTexts();
  return (
    <Allowed act="deposits" title={t('deposits.title')}>
      <DepositQueue state={state} />
    </Allowed>
  );
}

export function Deposit({ id }: { id: string }) {
  const t = useTexts();
  const navigate = useNavigate();
  const onGo = (to: string | null): void => {
    if (to === null) void navigate({ to: '/deposits', search: {} });
    else void navigate({ to: '/deposits/$id', params: { id: to }, replace: true });
  };
  return (
    <Allowed act="deposits" title={t('deposits.one')}>
      <DepositPage key={id} id={id} onGo={onGo} />
    </Allowed>
  );
}

export function Receipts({ state = 'free' }: { state?: ReceiptStateName }) {
  const t = useTexts();
  return (
    <Allowed act="deposits" title={t('receipts.title')}>
      <ReceiptList state={state} />
    </Allowed>
  );
}

export function Withdrawals({ queue = 'approve' }: { queue?: PayoutQueue }) {
  const t = useTexts();
  return (
    <Allowed act="withdrawal_approve" title={t('withdrawals.title')}>
      <WithdrawalQueue queue={queue} />
    </Allowed>
  );
}

export function Withdrawal({ id, queue = 'approve' }: { id: string; queue?: PayoutQueue }) {
  const t = useTexts();
  const navigate = useNavigate();
  const onGo = (to: string | null): void => {
    if (to === null) void navigate({ to: '/withdrawals', search: { queue } });
    else void navigate({ to: '/withdrawals/$id', params: { id: to }, search: { queue }, replace: true });
  };
  return (
    <Allowed act="withdrawal_approve" title={t('withdrawals.one')}>
      <WithdrawalPage key={id} id={id} queue={queue} onGo={onGo} />
    </Allowed>
  );
}

export function Users({ q = '' }: { q?: string }) {
  const t = useTexts();
  return (
    <Allowed act="users" title={t('users.title')}>
      <UserList q={q} />
    </Allowed>
  );
}

export function User({ id }: { id: string }) {
  const t = useTexts();
  return (
    <Allowed act="users" title={t('users.one')}>
      <UserPage key={id} id={id} />
    </Allowed>
  );
}

export function Ledger({ id, account = 'change' }: { id: string; account?: LedgerAccount }) {
  const t = useTexts();
  return (
    <Allowed act="users" title={t('ledger.title')}>
      <UserLedger key={id} id={id} account={account} />
    </Allowed>
  );
}

/** Everybody may make or check some proposal; the server shows each their own. */
export function Proposals() {
  return <ProposalList />;
}

export function Staff() {
  const t = useTexts();
  return (
    <Allowed act="staff" title={t('staff.title')}>
      <Colleagues />
    </Allowed>
  );
}

export function SettingList() {
  const t = useTexts();
  const may = useMay();
  // Each sees those that their own rights are about.
  const act = SETTING_ACTS.find((one) => may(one)) ?? 'jurisdictions';
  return (
    <Allowed act={act} title={t('settings.title')}>
      <Settings />
    </Allowed>
  );
}

export function House() {
  const t = useTexts();
  return (
    <Allowed act="books" title={t('house.title')}>
      <HouseMoney />
    </Allowed>
  );
}

export function ClientMoney() {
  const t = useTexts();
  return (
    <Allowed act="books" title={t('client_money.title')}>
      <Suspense>
        <ClientMoneyPage />
      </Suspense>
    </Allowed>
  );
}

export function Funds() {
  const t = useTexts();
  return (
    <Allowed act="funds" title={t('funds.title')}>
      <Suspense>
        <FundsPage />
      </Suspense>
    </Allowed>
  );
}

export function Loans() {
  const t = useTexts();
  return (
    <Allowed act="loans" title={t('loans.title')}>
      <Suspense>
        <LoanScreens />
      </Suspense>
    </Allowed>
  );
}

export function Contents() {
  const t = useTexts();
  return (
    <Allowed act="content" title={t('content.title')}>
      <Suspense>
        <ContentPages />
      </Suspense>
    </Allowed>
  );
}

export function Companies() {
  const t = useTexts();
  return (
    <Allowed act="companies" title={t('companies.title')}>
      <Suspense>
        <CompanyPages />
      </Suspense>
    </Allowed>
  );
}

export function Content({ id }: { id: string }) {
  const t = useTexts();
  return (
    <Allowed act="content" title={t('content.one')}>
      <Suspense>
        <ContentPage key={id} id={id} />
      </Suspense>
    </Allowed>
  );
}

export function FeedbackList() {
  const t = useTexts();
  return (
    <Allowed act="feedback" title={t('feedback.title')}>
      <FeedbackQueue />
    </Allowed>
  );
}

export function Chats() {
  const t = useTexts();
  return (
    <Allowed act="chat" title={t('chat.title')}>
      <ChatQueue />
    </Allowed>
  );
}

export function Feedback({ id }: { id: string }) {
  const t = useTexts();
  const navigate = useNavigate();
  return (
    <Allowed act="feedback" grants={['do']} title={t('feedback.one')}>
      <FeedbackItem key={id} id={id} onDone={() => void navigate({ to: '/feedback', replace: true })} />
    </Allowed>
  );
}

export function Chat({ id }: { id: string }) {
  const t = useTexts();
  return (
    <Allowed act="chat" title={t('chat.one')}>
      <ChatThreadPage key={id} id={id} />
    </Allowed>
  );
}

export function Traders() {
  const t = useTexts();
  return (
    <Allowed act="traders" title={t('traders.title')}>
      <Suspense>
        <TraderQueue />
      </Suspense>
    </Allowed>
  );
}

export function Trader({ id }: { id: string }) {
  const t = useTexts();
  return (
    <Allowed act="traders" title={t('traders.one')}>
      <Suspense>
        <TraderItem key={id} id={id} />
      </Suspense>
    </Allowed>
  );
}

export function Messages({ state = 'waiting' }: { state?: OutboxState }) {
  const t = useTexts();
  return (
    <Allowed act="messages" title={t('outbox.title')}>
      <Outbox state={state} />
    </Allowed>
  );
}

export function Acts(filter: AuditFilter) {
  const t = useTexts();
  return (
    <Allowed act="audit" title={t('audit.title')}>
      <Audit {...filter} />
    </Allowed>
  );
}
