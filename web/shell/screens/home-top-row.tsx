// Who I am here, the language, and the search.

import { buttonClass } from '@fairtick/ui/button';
import CircleUserRound from 'lucide-react/icons/circle-user-round';
import Globe from 'lucide-react/icons/globe';
import Search from 'lucide-react/icons/search';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { BrandMark } from '../brand-mark.tsx';

export function TopRow({ onSearch }: { onSearch: () => void }) {
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
      <a
        href="#/language"
        aria-label={t('language')}
        title={t('language')}
        className="ms-auto grid size-11 place-items-center rounded-full text-muted transition-colors duration-150 hover:bg-sunken hover:text-ink lg:order-3 lg:ms-0"
      >
        <Globe aria-hidden="true" size={21} />
      </a>
      {!user && (
        <a href="#/login" className={buttonClass({ tone: 'soft', size: 'sm', className: 'lg:order-4' })}>
          {t('login')}
        </a>
      )}
      <button
        type="button"
        onClick={onSearch}
        className="flex min-h-11 w-full items-center gap-2.5 rounded-full border border-line bg-surface px-4 text-start text-quiet text-sm shadow-card transition-colors duration-150 hover:border-line-strong lg:order-2 lg:ms-auto lg:w-80"
      >
        <Search aria-hidden="true" size={18} />
        {t('search')}
      </button>
    </div>
  );
}

function Identity({ label, uid }: { label: string; uid: string }) {
  return (
    <a
      href="#/user"
      className="flex min-h-11 min-w-0 items-center gap-3 rounded-full pe-3 transition-colors duration-150 hover:bg-sunken"
    >
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text"
      >
        <CircleUserRound size={22} />
      </span>
      <span className="min-w-0">
        <span className="block truncate font-semibold text-base leading-tight">{label}</span>
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
