// The question asked before a stop that was dragged on the chart is moved, with what it would bring there.

import { ApiError } from '@fairtick/contract/client/failures';
import type { TradePair } from '@fairtick/contract/http/market';
import { Confirm } from '@fairtick/ui/confirm';
import { useFormats } from '@fairtick/ui/locale';
import { useState } from 'react';
import { netAtPrice } from '../../calculators/positions.ts';
import { moneyText } from '../../calculators/typed.ts';
import { useRate } from '../../hooks/use-figures.ts';
import { useLostLine } from '../../hooks/use-market-block.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { forexCommand } from '../../stores/orders.ts';
import type { StopLine } from './forex-lines.ts';

/** A stop that was let go on the chart, and where. */
export interface DroppedStop {
  readonly line: StopLine;
  readonly price: string;
}

interface MoveStopProps {
  readonly pair: TradePair;
  readonly dropped: DroppedStop | undefined;
  readonly onDone: () => void;
}

export function MoveStop({ pair, dropped, onDone }: MoveStopProps) {
  const t = useTexts('trade');
  const shell = useTexts('shell');
  const formats = useFormats();
  const rate = useRate(pair);
  const held = useLostLine();
  const [busy, setBusy] = useState(false);

  async function move({ line, price }: DroppedStop): Promise<void> {
    setBusy(true);
    const { kind, order } = line;
    try {
      await forexCommand(
        'set_stop_price',
        // The other one stays, whatever another device has made of it meanwhile.
        { id: order.Id, ...(kind === 'stop_loss' ? { stop_loss_price: price } : { target_profit_price: price }) },
        { sayDone: true },
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
      onDone();
    }
  }

  const result = dropped && rate !== undefined ? netAtPrice(dropped.line.order, dropped.price, rate) : undefined;
  const money = result === undefined ? '—' : formats.money(moneyText(result), { places: 2, signed: true });
  const price = formats.price(dropped?.price ?? '', pair.PricePrecision);
  const kind = dropped?.line.kind ?? 'stop_loss';
  return (
    <Confirm
      open={dropped !== undefined}
      onOpen={(open) => {
        if (!open) onDone();
      }}
      title={t(kind === 'stop_loss' ? 'move.stop_loss' : 'move.take_profit', { price })}
      held={held}
      text={t('move.result', { money })}
      confirmLabel={t('move.yes')}
      cancelLabel={shell('cancel')}
      busy={busy}
      onConfirm={() => {
        if (dropped) void move(dropped);
      }}
    />
  );
}
