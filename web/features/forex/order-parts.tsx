// The parts of a forex order that move with the market: its result and where its price stands. Shared by cards, table and sheet.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { Amount } from '@fairtick/ui/amount';
import { Price } from '@fairtick/ui/price';
import { Tag } from '@fairtick/ui/tag';
import { netResult } from '../../calculators/positions.ts';
import { moneyText } from '../../calculators/typed.ts';
import { usePositionNow } from '../../hooks/use-account.ts';
import { useRelations } from '../../hooks/use-following.ts';
import { useQuote } from '../../hooks/use-market.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { endWord } from './forex-words.ts';

/** The running result of an open position, the booked one of a closed one, less fee and nights. */
function OrderResult({ order, className }: { order: ForexOrderView; className: string }) {
  const now = usePositionNow(order.Id);
  const value = moneyText(netResult(order, order.Status === 1 ? now?.FactProfits : undefined));
  return <Amount value={value} tone="result" places={2} className={className} />;
}

export const isCopy = ({ OriginId }: Pick<ForexOrderView, 'OriginId'>): boolean => OriginId !== '' && OriginId !== '0';

/** Whose order it is a copy of; undefined for one of the user's own, and until it is known. */
export function useCopied(order: ForexOrderView) {
  const relations = useRelations(order.FollowId !== undefined);
  return relations?.find(({ id }) => id === order.FollowId);
}

/** Nothing beside an order of the user's own. */
export function CopyTag({ order }: { order: ForexOrderView }) {
  const t = useTexts('orders');
  const of = useCopied(order);
  if (!isCopy(order)) return null;
  return <Tag tone="accent">{of ? t('copy.of', { name: of.nickname }) : t('copy')}</Tag>;
}

/** What there is to say of its end: its result, or the word for an order that never opened. */
export function OrderFigure({ order, className }: { order: ForexOrderView; className: string }) {
  const t = useTexts('orders');
  if (order.Status === 1 || order.Status === 3) return <OrderResult order={order} className={className} />;
  return <Tag>{order.Status === 0 ? t('end.waiting') : t(endWord(order))}</Tag>;
}

/** Where it stands now: the running closing price, the market's price for a pending one, the end price of a closed one. */
export function OrderPriceNow({ order }: { order: ForexOrderView }) {
  const now = usePositionNow(order.Id);
  const quote = useQuote(order.Status === 0 ? order.ForexTradeLists.Id : undefined);
  const value =
    order.Status === 1
      ? (now?.UpdatePrice ?? order.UpdatePrice)
      : order.Status === 0
        ? (quote?.close ?? '')
        : order.UpdatePrice;
  return <Price value={value} precision={order.ForexTradeLists.PricePrecision} flash={order.Status < 2} />;
}
