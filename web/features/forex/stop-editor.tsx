// Changes stop-loss and take-profit of an order: the keyboard's way to what dragging does on the chart.

import { ApiError } from '@fairtick/contract/client/failures';
import type { ForexOrderView } from '@fairtick/contract/http/forex';
import type { InputOf } from '@fairtick/contract/http/index';
import { formatUnits, type Price, price, readUnits } from '@fairtick/kernel/decimal';
import { Button } from '@fairtick/ui/button';
import { useState } from 'react';
import { type StopFault, stopFault } from '../../calculators/faults.ts';
import { closePriceNow, netAtPrice, sideOf } from '../../calculators/positions.ts';
import { percentOf, proposedStop, type StopEstimate } from '../../calculators/stops.ts';
import { sentNumber, typedUnits } from '../../calculators/typed.ts';
import { useForexAccount, useRate } from '../../hooks/use-figures.ts';
import { usePair, useQuote } from '../../hooks/use-market.ts';
import { useLostLine } from '../../hooks/use-market-block.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { forexCommand } from '../../stores/orders.ts';
import { StopField } from './stop-field.tsx';

const shown = (text: string, precision: number): string | undefined =>
  readUnits(text) === 0n ? undefined : formatUnits(readUnits(text), precision);

/** Give it a key that changes with the order's stops, so that it starts from what was saved. */
export function StopEditor({ order }: { order: ForexOrderView }) {
  const t = useTexts('orders');
  const precision = order.ForexTradeLists.PricePrecision;
  const first = { loss: shown(order.TargetLossPrice, precision), take: shown(order.TargetProfitPrice, precision) };
  const [loss, setLoss] = useState(first.loss);
  const [take, setTake] = useState(first.take);
  const { busy, save } = useSave(order, {
    ...(loss === first.loss ? {} : { stop_loss_price: sent(loss) }),
    ...(take === first.take ? {} : { target_profit_price: sent(take) }),
  });
  const held = useLostLine();
  const estimate = useStopEstimate(order);
  const basis = useBasis(order);
  const side = sideOf(order);
  const faultOf = (kind: 'stop_loss' | 'take_profit', text: string | undefined): StopFault | undefined =>
    text === undefined || basis === undefined ? undefined : stopFault(side, kind, text, basis, precision);
  const lossFault = faultOf('stop_loss', loss);
  const takeFault = faultOf('take_profit', take);
  const changed = loss !== first.loss || take !== first.take;
  const propose = (kind: 'stop_loss' | 'take_profit') => () =>
    basis === undefined ? '' : proposedStop(side, kind, basis, precision);

  return (
    <section aria-label={t('stops.label')} className="rounded-lg border border-line px-4 py-1.5">
      <StopField
        kind="stop_loss"
        precision={precision}
        value={loss}
        onValue={setLoss}
        propose={propose('stop_loss')}
        estimate={estimate(loss)}
        fault={lossFault}
      />
      <StopField
        kind="take_profit"
        precision={precision}
        value={take}
        onValue={setTake}
        propose={propose('take_profit')}
        estimate={estimate(take)}
        fault={takeFault}
      />
      {changed && held && (
        <p role="status" className="py-1 font-medium text-danger text-xs">
          {held}
        </p>
      )}
      {changed && (
        <Button
          size="sm"
          wide
          className="my-2"
          busy={busy}
          disabled={held !== undefined || lossFault !== undefined || takeFault !== undefined}
          onClick={() => void save()}
        >
          {t('stops.save')}
        </Button>
      )}
    </section>
  );
}

const sent = (stop: string | undefined): string => (stop === undefined ? '0' : sentNumber(stop));

/** What was not changed here is not sent: another device may have changed it meanwhile. */
function useSave(
  order: ForexOrderView,
  stops: Omit<InputOf<'set_stop_price'>, 'id'>,
): { busy: boolean; save: () => Promise<void> } {
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      await forexCommand('set_stop_price', { id: order.Id, ...stops }, { sayDone: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  }
  return { busy, save };
}

const priceOf = (text: string): Price | undefined => {
  const units = typedUnits(text);
  return units === undefined ? undefined : price(units);
};

/** What the stops must lie beside: the closing price now, or the target of a pending order. */
function useBasis(order: ForexOrderView): Price | undefined {
  const quote = useQuote(order.ForexTradeLists.Id);
  return order.Status === 0 ? price(readUnits(order.Price)) : closePriceNow(order, quote);
}

function useStopEstimate(order: ForexOrderView): (text: string | undefined) => StopEstimate | undefined {
  const rate = useRate(usePair(order.ForexTradeLists.Id));
  const account = useForexAccount();
  return (text) => {
    if (text === undefined || rate === undefined) return undefined;
    const at = priceOf(text);
    const result = netAtPrice(order, text, rate);
    if (at === undefined || result === undefined) return undefined;
    return { price: at, result, percent: account && percentOf(result, account.netValue) };
  };
}
