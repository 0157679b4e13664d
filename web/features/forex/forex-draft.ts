// What the user is filling in for a forex order, and the command that it becomes. No prices, no sums.

import { readStored, writeStored } from '@fairtick/contract/client/storage';
import type { ForexOrderView } from '@fairtick/contract/http/forex';
import type { TradePair } from '@fairtick/contract/http/market';
import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import { useRef, useState } from 'react';
import { boundSent, type SentBound } from '../../calculators/deviation.ts';
import type { ForexDraft } from '../../calculators/forex-estimate.ts';
import type { SidePrices } from '../../calculators/prices.ts';
import { decimalsOf, sentNumber } from '../../calculators/typed.ts';
import { useIntent } from '../../hooks/use-intent.ts';
import { forexCommand } from '../../stores/orders.ts';

const MULTIPLE_KEY = 'multiple';
const NO_STOP = '0';

export interface ForexForm {
  readonly draft: ForexDraft;
  readonly change: (part: Partial<ForexDraft>) => void;
  readonly sending: boolean;
  /** The placed order, or undefined when it was refused or failed (said by a toast). `prices`: what stands on the screen, which a market order is bound to. */
  readonly send: (prices: SidePrices) => Promise<ForexOrderView | undefined>;
}

export function useForexForm(pair: TradePair, side: ForexDraft['side']): ForexForm {
  const [draft, setDraft] = useState<ForexDraft>(() => firstDraft(pair, side));
  const shown = useRef<SidePrices>(undefined);
  // What the user means stays the same while prices move: the same again, after an answer that was lost, goes with the prices of the first time.
  const bound = useRef<{ readonly key: string; readonly sent: SentBound | undefined }>(undefined);
  const submit = useIntent((input: ReturnType<typeof commandOf>, key) => {
    if (bound.current?.key !== key) bound.current = { key, sent: boundOf(pair, draft, shown.current) };
    return forexCommand('forex_submit', { ...input, ...bound.current.sent }, { key });
  });
  return {
    draft,
    sending: submit.sending !== undefined,
    send: (prices) => {
      shown.current = prices;
      return submit.send(commandOf(pair, draft));
    },
    change: (part) => {
      if (part.multiple !== undefined) writeStored('local', MULTIPLE_KEY, part.multiple);
      setDraft((before) => ({ ...before, ...part }));
    },
  };
}

const boundOf = (pair: TradePair, { side, pending }: ForexDraft, prices: SidePrices | undefined) =>
  pending || !prices ? undefined : boundSent(side, prices, pair.PricePrecision);

function firstDraft(pair: TradePair, side: ForexDraft['side']): ForexDraft {
  const least = readUnits(pair.ForexMinCont);
  return {
    side,
    quantity: formatUnits(least, decimalsOf(readUnits(pair.Pip))),
    multiple: firstMultiple(pair),
    pending: false,
    target: '',
    stopLoss: undefined,
    takeProfit: undefined,
  };
}

/** The one chosen last where this pair has it, else the one in the middle; 0 = none offered or none needed. */
function firstMultiple(pair: TradePair): number {
  if (pair.MarginMode === 1) return 0;
  const offered = pair.HasForexMultiple.map((one) => one.Value);
  const last = readStored('local', MULTIPLE_KEY);
  if (typeof last === 'number' && offered.includes(last)) return last;
  return offered[Math.floor((offered.length - 1) / 2)] ?? 0;
}

function commandOf(pair: TradePair, draft: ForexDraft) {
  return {
    type: draft.side === 'buy' ? 1 : 2,
    cont: sentNumber(draft.quantity),
    forex_id: pair.Id,
    status: draft.pending ? 0 : 1,
    target_price: draft.pending ? sentNumber(draft.target) : NO_STOP,
    stop_loss_price: draft.stopLoss === undefined ? NO_STOP : sentNumber(draft.stopLoss),
    target_profit_price: draft.takeProfit === undefined ? NO_STOP : sentNumber(draft.takeProfit),
    multiple: String(draft.multiple),
  };
}
