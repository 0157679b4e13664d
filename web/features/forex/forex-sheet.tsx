// Everything about one forex order: result, prices, stops to edit, why it ended, and its proof.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { Banner } from '@fairtick/ui/banner';
import { Button } from '@fairtick/ui/button';
import { DetailSheet } from '@fairtick/ui/detail-sheet';
import { useFormats } from '@fairtick/ui/locale';
import { Tag } from '@fairtick/ui/tag';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { type ReactNode, useEffect } from 'react';
import { useForexOrders } from '../../hooks/use-orders.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { onClosed } from '../../stores/account.ts';
import { ForexDetails } from './forex-details.tsx';
import { ForexHeadline, WhyEnded } from './forex-headline.tsx';
import { sideWord } from './forex-words.ts';
import { lotsOf } from './lots.ts';
import { MarginLevelBar } from './margin-gauge.tsx';
import { type OrderActions, useOrderActions } from './order-actions.tsx';
import { CopyTag, isCopy } from './order-parts.tsx';
import { StopEditor } from './stop-editor.tsx';

export interface ForexSheetProps {
  readonly order: ForexOrderView;
  readonly open: boolean;
  readonly onDone: () => void;
  /** The user's own check of the order, shown when they ask for it. */
  readonly proof: ReactNode;
}

export function ForexSheet({ order: picked, open, onDone, proof }: ForexSheetProps) {
  const t = useTexts('orders');
  const order = useFresh(picked);
  const { ask, question } = useOrderActions(onDone);
  useEffect(
    () =>
      onClosed((family, ids) => {
        if (family === 'forex' && picked.Status === 1 && ids.includes(picked.Id)) onDone();
      }),
    [picked, onDone],
  );
  const filled = order.Status === 1 || order.Status === 3;
  return (
    <DetailSheet
      open={open}
      onDone={onDone}
      title={order.ForexTradeLists.ShowCode}
      tags={<Tags order={order} />}
      head={
        <>
          <ForexHeadline order={order} />
          <WhyEnded order={order} />
        </>
      }
      more={
        filled ? { label: t('verify'), icon: <ShieldCheck aria-hidden="true" size={18} />, content: proof } : undefined
      }
      actions={order.Status < 2 && <Act order={order} ask={ask} />}
    >
      {order.Status < 2 &&
        (isCopy(order) ? <Banner>{t('copy.stops')}</Banner> : <StopEditor key={stopKey(order)} order={order} />)}
      {order.Status === 1 && <MarginLevelBar className="pt-1" />}
      <ForexDetails order={order} />
      {question}
    </DetailSheet>
  );
}

const stopKey = (order: ForexOrderView): string => `${order.TargetLossPrice}/${order.TargetProfitPrice}`;

/** The lists are fetched anew after every change; the sheet shows what they say. */
function useFresh(picked: ForexOrderView): ForexOrderView {
  const open = useForexOrders(1).orders;
  const pending = useForexOrders(0).orders;
  if (picked.Status !== 0 && picked.Status !== 1) return picked;
  return open.find((order) => order.Id === picked.Id) ?? pending.find((order) => order.Id === picked.Id) ?? picked;
}

function Tags({ order }: { order: ForexOrderView }) {
  const t = useTexts('orders');
  const formats = useFormats();
  return (
    <>
      <Tag tone={order.OrderType === 1 ? 'up' : 'down'}>{t(sideWord(order))}</Tag>
      <CopyTag order={order} />
      <span className="tabular font-medium text-muted text-sm">{t('lots_of', lotsOf(order.Quantity, formats))}</span>
    </>
  );
}

/** Closes a position or cancels a pending order. */
function Act({ order, ask }: { order: ForexOrderView; ask: OrderActions['ask'] }) {
  const t = useTexts('orders');
  const act = order.Status === 0 ? 'cancel' : 'close';
  return (
    <Button tone={act === 'cancel' ? 'danger' : 'primary'} wide onClick={() => ask({ kind: act, order })}>
      {t(`${act}.action`)}
    </Button>
  );
}
