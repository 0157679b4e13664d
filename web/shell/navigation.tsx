// The way between the main screens: a bar at the thumb on a phone, a rail at the side of a wide screen.

import { cx } from '@fairtick/ui/cx';
import ChartCandlestick from 'lucide-react/icons/chart-candlestick';
import CircleUserRound from 'lucide-react/icons/circle-user-round';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Trophy from 'lucide-react/icons/trophy';
import UsersRound from 'lucide-react/icons/users-round';
import { useTexts } from '../i18n/use-texts.ts';
import { BrandMark } from './brand-mark.tsx';

const TABS = [
  { path: '/', also: ['/language', '/notices'], text: 'tab.home', Icon: LayoutGrid },
  { path: '/trade', also: [], text: 'tab.trade', Icon: ChartCandlestick },
  { path: '/order', also: [], text: 'tab.orders', Icon: ReceiptText },
  { path: '/follow', also: [], text: 'tab.follow', Icon: UsersRound },
  { path: '/rank', also: [], text: 'tab.rank', Icon: Trophy },
  { path: '/user', also: ['/mine', '/login', '/powers'], text: 'tab.account', Icon: CircleUserRound },
] as const;

export function Navigation({ path }: { path: string }) {
  const t = useTexts('shell');
  return (
    <nav
      aria-label={t('nav.label')}
      className={cx(
        'safe-bottom fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface',
        'lg:inset-e-auto lg:inset-y-0 lg:start-0 lg:w-(--shell-start) lg:border-t-0 lg:border-e lg:pt-4',
      )}
    >
      <BrandMark className="mx-auto mb-5 hidden size-11 lg:block" />
      <ul className="mx-auto flex h-15 max-w-lg items-stretch px-1 lg:h-auto lg:flex-col lg:gap-1 lg:px-2">
        {TABS.map(({ path: own, also, text, Icon }) => {
          const current = path === own;
          const lit = current || also.some((other) => other === path);
          return (
            <li key={own} className="min-w-0 flex-1 lg:flex-none">
              <a
                href={`#${own}`}
                aria-current={current ? 'page' : undefined}
                className={cx(
                  'flex h-full flex-col items-center justify-center gap-1 rounded-md px-0.5 -outline-offset-2 transition-colors duration-150 lg:h-16 lg:hover:bg-sunken',
                  lit ? 'text-accent-text' : 'text-quiet hover:text-ink',
                )}
              >
                <Icon aria-hidden="true" size={22} strokeWidth={lit ? 2.25 : 1.75} />
                <span
                  className={cx('max-w-full truncate text-2xs leading-none', lit ? 'font-semibold' : 'font-medium')}
                >
                  {t(text)}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
