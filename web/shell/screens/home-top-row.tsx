// Who I am here, what I have not read yet, the language, and the search.

import { buttonClass } from '@fairtick/ui/button';
import { cx } from '@fairtick/ui/cx';
import Bell from 'lucide-react/icons/bell';
import CircleUserRound from 'lucide-react/icons/circle-user-round';
import Globe from 'lucide-react/icons/globe';
import Search from 'lucide-react/icons/search';
import { useUnread } from '../../hooks/use-notices.ts';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { BrandMark } from '../brand-mark.tsx';

export function TopRow() {
  const t = useTexts('home');
  const user = useSession()?.user;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
      {user ? (
        <Identity
          label={user.is_demo === 1 ? t('account.demo') : user.email}
          uid={t('account.uid', { uid: user.uid })}
        />
      ) : (
        <Wordmark />
      )}
      {user && <NoticesLink />}
      <a
        href="#/language"
        aria-label={t('language')}
        title={t('language')}
        className={cx(
          'grid size-11 place-items-center rounded-full text-muted transition-colors duration-150 hover:bg-sunken hover:text-ink lg:order-3 lg:ms-0',
          !user && 'ms-auto',
        )}
      >
        <Globe aria-hidden="true" size={21} />
      </a>
      {!user && (
        <a href="#/login" className={buttonClass({ tone: 'soft', size: 'sm', className: 'lg:order-4' })}>
          {t('login')}
        </a>
      )}
      <a
        href="#/product"
        className="flex min-h-11 w-full items-center gap-2.5 rounded-full border border-line bg-surface px-4 text-start text-quiet text-sm shadow-card transition-colors duration-150 hover:border-line-strong lg:order-2 lg:ms-auto lg:w-80"
      >
        <Search aria-hidden="true" size={18} />
        {t('search')}
      </a>
    </div>
  );
}

/** More than so many are not counted out. */
const MOST_SHOWN = 99;

function NoticesLink() {
  const t = useTexts('home');
  const unread = useUnread();
  const shown = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread);
  const label = unread === 0 ? t('notices') : t('notices.unread', { count: shown });
  return (
    <a
      href="#/notices"
      aria-label={label}
      title={label}
      className="relative ms-auto grid size-11 place-items-center rounded-full text-muted transition-colors duration-150 hover:bg-sunken hover:text-ink lg:order-3 lg:ms-0"
    >
      <Bell aria-hidden="true" size={21} />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="tabular absolute end-0.5 top-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 font-semibold text-2xs text-on-accent leading-none"
        >
          {shown}
        </span>
      )}
    </a>
  );
}

function Identity({ label, uid }: { label: string; uid: string }) {
  return (
    <a
      href="#/user"
      className="flex min-h-11 min-w-0 flex-1 basis-40 items-center gap-3 rounded-full pe-3 transition-colors duration-150 hover:bg-sunken lg:max-w-80 lg:flex-none"
    >
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text"
      >
        <CircleUserRound size={22} />
      </span>
      <span className="min-w-0">
        <bdi className="block truncate font-semibold text-base leading-tight">{label}</bdi>
        <bdi className="tabular block text-quiet text-xs">{uid}</bdi>
      </span>
    </a>
  );
}

function Wordmark() {
  const t = useTexts('shell');
  return (
    <span className="flex min-h-11 items-center gap-2.5 font-semibold text-lg tracking-[-0.02em]">
      <BrandMark className="size-8 lg:hidden" />
      {t('brand')}
    </span>
  );
}
