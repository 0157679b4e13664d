// The ways to a person's money. A demo user sees them too, and is told at the door that they are for real accounts.

import { Card } from '@fairtick/ui/card';
import { ListRow } from '@fairtick/ui/list-row';
import ArrowDownLeft from 'lucide-react/icons/arrow-down-left';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import WalletIcon from 'lucide-react/icons/wallet';
import { useTexts } from '../../i18n/use-texts.ts';

const LINKS = [
  { text: 'wallet', Icon: WalletIcon, href: '#/mine/wallet' },
  { text: 'charge', Icon: ArrowDownLeft, href: '#/mine/charge' },
  { text: 'withdraw', Icon: ArrowUpRight, href: '#/mine/withdraw' },
  { text: 'transfer', Icon: ArrowLeftRight, href: '#/mine/transfer' },
] as const;

export function MoneyLinks() {
  const shell = useTexts('shell');
  return (
    <Card className="divide-y divide-line overflow-hidden">
      {LINKS.map(({ text, Icon, href }) => (
        <ListRow
          key={text}
          leading={<Icon aria-hidden="true" size={20} />}
          title={shell(`title.${text}`)}
          href={href}
          chevron
        />
      ))}
    </Card>
  );
}
