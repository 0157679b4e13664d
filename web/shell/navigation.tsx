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
  { path: '/', also: ['/language', '/notices', '/news', '/activity'], text: 'tab.home', Icon: LayoutGrid },
  { path: '/trade', also: [], text: 'tab.trade', Icon: ChartCandlestick },
  { path: '/order', also: [], text: 'tab.orders', Icon: ReceiptText },
  { path: '/follow', also: [], text: 'tab.follow', Icon: UsersRound },
  { path: '/rank', also: [], text: 'tab.rank', Icon: Trophy },
  {
    path: '/user',
    also: ['/mine', '/login', '/register', '/forgot', '/not-me', '/powers', '/status'],
    text: 'tab.account',
    Icon: CircleUserRound,
  },
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
      {/* Letters of twice the size leave no room for six labels side by side: they stand in two rows of the same bar. */}
      <div className="@container mx-auto max-w-lg">
        <ul className="grid h-15 auto-rows-fr grid-cols-6 items-stretch px-1 @max-[19rem]:grid-cols-3 lg:flex lg:h-auto lg:flex-col lg:gap-1 lg:px-2">
          {TABS.map(({ path: own, also, text, Icon }) => {
            const current = path === own;
            const lit = current || also.some((other) => path === other || path.startsWith(`${other}/`));
            return (
              <li key={own} className="min-w-0">
                <a
                  href={`#${own}`}
                  aria-current={current ? 'page' : undefined}
                  className={cx(
                    'flex h-full flex-col items-center justify-center gap-1 rounded-md px-0.5 -outline-offset-2 max-lg:@max-[19rem]:gap-0 transition-colors duration-150 lg:h-16 lg:hover:bg-sunken',
                    lit ? 'text-accent-text' : 'text-quiet hover:text-ink',
                  )}
                >
                  <Icon
                    aria-hidden="true"
                    size={22}
                    strokeWidth={lit ? 2.25 : 1.75}
                    className="shrink-0 max-lg:@max-[19rem]:size-4"
                  />
                  <span
                    // What is cut is cut outside of the line, which is lower than letters with marks are.
                    className={cx(
                      '-my-[0.25em] max-w-full shrink-0 truncate py-[0.25em] text-2xs leading-tight',
                      lit ? 'font-semibold' : 'font-medium',
                    )}
                  >
                    {t(text)}
                  </span>
                </a>
              </li>
            );
          })}
        </ul>
      </div>
    </nav>
  );
}
