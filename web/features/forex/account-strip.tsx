// Under the chart of a phone, while positions are open: how many, what they bring, and how near the account is to a forced close. Leads to them.

import { Amount } from '@fairtick/ui/amount';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useOpenNet } from '../../hooks/use-open-results.ts';
import { useForexOrders } from '../../hooks/use-orders.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { MarginLevel } from './margin-gauge.tsx';

export function AccountStrip() {
  const t = useTexts('orders');
  const { total = 0 } = useForexOrders(1);
  const net = useOpenNet();
  if (total === 0) return null;
  return (
    <a
      href="#/order"
      aria-label={t('strip.label')}
      className="flex min-h-11 items-center gap-x-3 border-line border-t bg-surface px-4 text-sm hover:bg-sunken"
    >
      <span className="text-muted">{t('strip.open', { count: total })}</span>
      <Amount value={net ?? ''} tone="result" className="font-semibold" />
      <MarginLevel className="ms-auto font-medium" />
      <ChevronRight aria-hidden="true" size={16} className="shrink-0 text-quiet rtl:-scale-x-100" />
    </a>
  );
}
