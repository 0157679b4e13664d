// The four things that people come to a wallet for, side by side.

import ArrowDownLeft from 'lucide-react/icons/arrow-down-left';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { useTexts } from '../../i18n/use-texts.ts';

const LINKS = [
  { text: 'deposit', Icon: ArrowDownLeft, href: '#/mine/charge', look: 'bg-accent text-on-accent' },
  { text: 'withdraw', Icon: ArrowUpRight, href: '#/mine/withdraw', look: 'bg-accent-soft text-accent-text' },
  { text: 'transfer', Icon: ArrowLeftRight, href: '#/mine/transfer', look: 'bg-accent-soft text-accent-text' },
  { text: 'accounts', Icon: ReceiptText, href: '#/mine/accounts', look: 'bg-accent-soft text-accent-text' },
] as const;

export function MoneyLinks() {
  const t = useTexts('wallet');
  return (
    <nav aria-label={t('ways')}>
      <ul className="grid grid-cols-4 gap-2">
        {LINKS.map(({ text, Icon, href, look }) => (
          <li key={text}>
            <a href={href} className="flex flex-col items-center gap-2 rounded-md py-1 text-center">
              <span className={`grid size-14 place-items-center rounded-full ${look}`}>
                <Icon aria-hidden="true" size={22} />
              </span>
              <span className="font-semibold text-sm [overflow-wrap:anywhere]">{t(text)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
