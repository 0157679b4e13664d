// The screens that this person's rights open, with what waits in each.

import { SETTING_ACTS, type StaffAct } from '@fairtick/contract/staff/matrix';
import { Link } from '@tanstack/react-router';
import ArrowDownLeft from 'lucide-react/icons/arrow-down-left';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import Building2 from 'lucide-react/icons/building-2';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import GitCompare from 'lucide-react/icons/git-compare';
import HandCoins from 'lucide-react/icons/hand-coins';
import House from 'lucide-react/icons/house';
import IdCard from 'lucide-react/icons/id-card';
import Landmark from 'lucide-react/icons/landmark';
import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import Newspaper from 'lucide-react/icons/newspaper';
import PiggyBank from 'lucide-react/icons/piggy-bank';
import Scale from 'lucide-react/icons/scale';
import ScrollText from 'lucide-react/icons/scroll-text';
import Settings2 from 'lucide-react/icons/settings-2';
import Trophy from 'lucide-react/icons/trophy';
import UserCog from 'lucide-react/icons/user-cog';
import Users from 'lucide-react/icons/users';
import { useMay } from '../hooks/use-me.ts';
import type { TextKey } from '../i18n/texts.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { type Counts, useCounts } from './use-counts.ts';

interface Entry {
  readonly to:
    | '/'
    | '/verifications'
    | '/deposits'
    | '/receipts'
    | '/withdrawals'
    | '/proposals'
    | '/users'
    | '/staff'
    | '/settings'
    | '/house'
    | '/client-money'
    | '/funds'
    | '/loans'
    | '/chat'
    | '/traders'
    | '/content'
    | '/companies'
    | '/feedback'
    | '/outbox'
    | '/audit';
  readonly label: TextKey;
  readonly icon: typeof House;
  /** One of them opens it. */
  readonly acts?: readonly StaffAct[];
  readonly count?: keyof Counts;
}

const GROUPS: readonly { readonly label: TextKey; readonly entries: readonly Entry[] }[] = [
  {
    label: 'nav.queues',
    entries: [
      { to: '/', label: 'home.title', icon: House },
      {
        to: '/verifications',
        label: 'verification.title',
        icon: IdCard,
        acts: ['verification'],
        count: 'verifications',
      },
      { to: '/deposits', label: 'deposits.title', icon: ArrowDownLeft, acts: ['deposits'], count: 'deposits' },
      { to: '/receipts', label: 'receipts.title', icon: CircleQuestionMark, acts: ['deposits'], count: 'receipts' },
      {
        to: '/withdrawals',
        label: 'withdrawals.title',
        icon: ArrowUpRight,
        acts: ['withdrawal_approve'],
        count: 'withdrawals',
      },
      {
        to: '/feedback',
        label: 'feedback.title',
        icon: MessageSquareText,
        acts: ['feedback'],
        count: 'feedback',
      },
      { to: '/traders', label: 'traders.title', icon: Trophy, acts: ['traders'], count: 'traders' },
      { to: '/chat', label: 'chat.title', icon: MessageCircle, acts: ['chat'], count: 'chats' },
      { to: '/proposals', label: 'proposals.title', icon: GitCompare, count: 'proposals' },
    ],
  },
  {
    label: 'nav.work',
    entries: [
      { to: '/users', label: 'users.title', icon: Users, acts: ['users'] },
      { to: '/staff', label: 'staff.title', icon: UserCog, acts: ['staff'] },
      { to: '/settings', label: 'settings.title', icon: Settings2, acts: SETTING_ACTS },
      { to: '/house', label: 'house.title', icon: Landmark, acts: ['books'] },
      { to: '/client-money', label: 'client_money.title', icon: Scale, acts: ['books'] },
      { to: '/loans', label: 'loans.title', icon: HandCoins, acts: ['loans'] },
      { to: '/funds', label: 'funds.title', icon: PiggyBank, acts: ['funds'] },
      { to: '/content', label: 'content.title', icon: Newspaper, acts: ['content'] },
      { to: '/companies', label: 'companies.title', icon: Building2, acts: ['companies'] },
      { to: '/outbox', label: 'outbox.title', icon: Mail, acts: ['messages'], count: 'messages' },
      { to: '/audit', label: 'audit.title', icon: ScrollText, acts: ['audit'] },
    ],
  },
];

export function Navigation() {
  const t = useTexts();
  const may = useMay();
  const counts = useCounts();
  return (
    <nav className="nav" aria-label={t('nav.label')}>
      {GROUPS.map(({ label, entries }) => {
        const open = entries.filter(({ acts }) => acts === undefined || acts.some((act) => may(act)));
        if (open.length === 0) return null;
        return (
          <div key={label} className="nav-group">
            <p>{t(label)}</p>
            {open.map(({ to, label: name, icon: Icon, count }) => (
              <Link key={to} to={to} title={t(name)} activeOptions={{ exact: to === '/' }} className="nav-link">
                <Icon size={17} aria-hidden="true" />
                <span>{t(name)}</span>
                <Waiting count={count && counts[count]} />
              </Link>
            ))}
          </div>
        );
      })}
    </nav>
  );
}

function Waiting({ count }: { count: number | undefined }) {
  const t = useTexts();
  if (!count) return null;
  return (
    <b>
      {count} <span className="hidden">{t('nav.waiting')}</span>
    </b>
  );
}
