// What happened without a tap of the user: newest first, each with a way to what it is about. What was unread when it was opened stays marked.

import { Button } from '@fairtick/ui/button';
import { Card } from '@fairtick/ui/card';
import { cx } from '@fairtick/ui/cx';
import { EmptyState } from '@fairtick/ui/empty-state';
import { List } from '@fairtick/ui/list';
import { ListRow } from '@fairtick/ui/list-row';
import { useFormats } from '@fairtick/ui/locale';
import { Skeleton, Skeletons } from '@fairtick/ui/skeleton';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Bell from 'lucide-react/icons/bell';
import Download from 'lucide-react/icons/download';
import KeyRound from 'lucide-react/icons/key-round';
import Lock from 'lucide-react/icons/lock';
import MessageCircle from 'lucide-react/icons/message-circle';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import ReceiptText from 'lucide-react/icons/receipt-text';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import WifiOff from 'lucide-react/icons/wifi-off';
import { type NoticePages, type NoticeView, useMarkRead, useNotices } from '../../hooks/use-notices.ts';
import { useTexts } from '../../i18n/use-texts.ts';

const SHAPES = 6;

interface Look {
  readonly Icon: typeof Bell;
  readonly tone: string;
  readonly href?: string;
}

const CLOSED = '#/order?source=1&type=3';
const ORDER: Look = { Icon: ReceiptText, tone: 'bg-accent-soft text-accent-text', href: CLOSED };
const TROUBLE: Look = { Icon: TriangleAlert, tone: 'bg-down-soft text-danger', href: CLOSED };
const MONEY_OUT = '#/mine/withdraw';
const MONEY_IN = '#/mine/charge';
const MONEY: Look = { Icon: ReceiptText, tone: 'bg-accent-soft text-accent-text', href: MONEY_OUT };
const GUARD: Look = { Icon: Lock, tone: 'bg-warn-soft text-warn', href: '#/user' };
/** About the ways into the account: where each can be looked at and taken away. */
const SAFETY: Look = { Icon: KeyRound, tone: 'bg-warn-soft text-warn', href: '#/mine/system' };
const IDENTITY: Look = { Icon: BadgeCheck, tone: 'bg-accent-soft text-accent-text', href: '#/mine/auth' };

/** A kind that this app does not know yet is shown all the same. */
const LOOKS: Readonly<Record<string, Look>> = {
  stop_loss: ORDER,
  take_profit: ORDER,
  stop_out: TROUBLE,
  filled: { ...ORDER, href: '#/order?source=1&type=1' },
  cancelled: ORDER,
  micro_void: { ...ORDER, href: '#/order?source=0&type=3' },
  micro_no_tick: { ...ORDER, href: '#/order?source=0&type=3' },
  margin_call: { ...TROUBLE, href: '#/order?source=1&type=1' },
  frozen: GUARD,
  unfrozen: { ...IDENTITY, href: '#/user' },
  verified: IDENTITY,
  verification_rejected: { ...TROUBLE, href: '#/mine/auth' },
  export_ready: { ...IDENTITY, Icon: Download, href: '#/mine/system' },
  totp_added: SAFETY,
  totp_removed: SAFETY,
  passkey_added: SAFETY,
  passkey_removed: SAFETY,
  recovery_codes_made: SAFETY,
  name_changed: SAFETY,
  withdrawal_approved: MONEY,
  withdrawal_paid: MONEY,
  withdrawal_rejected: { ...TROUBLE, href: MONEY_OUT },
  withdrawal_back: { ...TROUBLE, href: MONEY_OUT },
  withdrawal_returned: { ...TROUBLE, href: MONEY_OUT },
  withdrawal_overdue: { ...TROUBLE, href: MONEY_OUT },
  deposit_credited: { ...MONEY, href: MONEY_IN },
  deposit_rejected: { ...TROUBLE, href: MONEY_IN },
  deposit_reversed: { ...TROUBLE, href: MONEY_IN },
  feedback_answered: { Icon: MessageSquareText, tone: 'bg-accent-soft text-accent-text', href: '#/feedback' },
  trader_approved: { ...IDENTITY, href: '#/follow/trader-apply' },
  trader_rejected: { ...TROUBLE, href: '#/follow/trader-apply' },
  trader_suspended: { ...TROUBLE, href: '#/follow/trader-apply' },
  copy_opened: { ...ORDER, href: '#/order?source=1&type=1' },
  copy_cut: { ...ORDER, href: '#/order?source=1&type=1' },
  copy_closed: { ...ORDER, href: '#/order?source=1&type=3' },
  copy_skipped: { ...ORDER, href: '#/follow/follow-list' },
  copy_stopped: { ...TROUBLE, href: '#/follow/follow-list' },
  share_paid: { ...MONEY, href: '#/mine/history' },
  follow_ended: { ...ORDER, href: '#/follow/follow-list' },
  loan_verified: IDENTITY,
  loan_verification_rejected: TROUBLE,
  loan_paid_out: { ...MONEY, href: '#/mine/history' },
  loan_rejected: TROUBLE,
  loan_overdue: TROUBLE,
  loan_due_soon: TROUBLE,
  loan_short: TROUBLE,
  loan_repaid: { ...MONEY, href: '#/mine/history' },
  chat_answer: { ...IDENTITY, Icon: MessageCircle, href: '#/mine/chat' },
  balance_corrected: { ...MONEY, href: '#/mine/history' },
};
const UNKNOWN: Look = { Icon: Bell, tone: 'bg-sunken text-muted' };

export function NoticeList() {
  const pages = useNotices();
  useMarkRead(pages.notices[0]);
  return (
    <List
      state={pages.state}
      isEmpty={pages.notices.length === 0}
      next={pages}
      pending={
        <div className="grid gap-3" aria-hidden="true">
          <Skeletons count={SHAPES} className="h-16 w-full rounded-lg" />
        </div>
      }
      failed={<Failed retry={pages.retry} />}
      empty={<Nothing />}
      loading={<Skeleton className="my-3 h-16 w-full rounded-lg" />}
    >
      <Rows notices={pages.notices} />
    </List>
  );
}

function Rows({ notices }: Pick<NoticePages, 'notices'>) {
  return (
    <Card className="overflow-hidden">
      <ul className="divide-y divide-line">
        {notices.map((notice) => (
          <li key={notice.id}>
            <Row notice={notice} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Row({ notice }: { notice: NoticeView }) {
  const t = useTexts('notices');
  const formats = useFormats();
  const { Icon, tone, href } = (Object.hasOwn(LOOKS, notice.kind) ? LOOKS[notice.kind] : undefined) ?? UNKNOWN;
  return (
    <ListRow
      {...(href === undefined ? {} : { href })}
      className="items-start py-3"
      leading={
        <span aria-hidden="true" className={cx('grid size-9 place-items-center rounded-full', tone)}>
          <Icon size={18} />
        </span>
      }
      title={<span className={cx('text-pretty', notice.read ? 'font-normal' : 'font-semibold')}>{notice.text}</span>}
      subtitle={formats.dateMinute(notice.time)}
      trailing={
        !notice.read && (
          <span className="mt-1.5 block size-2 rounded-full bg-accent" title={t('new')}>
            <span className="sr-only">{t('new')}</span>
          </span>
        )
      }
    />
  );
}

function Nothing() {
  const t = useTexts('notices');
  return <EmptyState icon={<Bell size={28} />} title={t('empty.title')} text={t('empty.text')} />;
}

function Failed({ retry }: { retry: () => void }) {
  const t = useTexts('notices');
  const shell = useTexts('shell');
  return (
    <EmptyState
      icon={<WifiOff size={28} />}
      title={t('failed.title')}
      text={t('failed.text')}
      action={
        <Button tone="soft" onClick={retry}>
          {shell('retry')}
        </Button>
      }
    />
  );
}
