// What the user is filling in for a futures order, and the command that it becomes. No prices, no sums.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import type { TradePair } from '@fairtick/contract/http/market';
import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import { useRef, useState } from 'react';
import type { ForexDraft } from '../../calculators/forex-estimate.ts';
import { decimalsOf, sentNumber } from '../../calculators/typed.ts';
import { intentKey } from '../../stores/api.ts';
import { forexCommand } from '../../stores/orders.ts';
import { ApiError } from '../../transport/failures.ts';
import { readStored, writeStored } from '../../transport/storage.ts';

const MULTIPLE_KEY = 'multiple';
const NO_STOP = '0';

export interface ForexForm {
  readonly draft: ForexDraft;
  readonly change: (part: Partial<ForexDraft>) => void;
  readonly sending: boolean;
  /** The placed order, or undefined when it was refused or failed (said by a toast). */
  readonly send: () => Promise<ForexOrderView | undefined>;
}

export function useForexForm(pair: TradePair, side: ForexDraft['side']): ForexForm {
  const [draft, setDraft] = useState<ForexDraft>(() => firstDraft(pair, side));
  const [sending, setSending] = useState(false);
  const intent = useRef<{ body: string; key: string }>(undefined);

  async function send(): Promise<ForexOrderView | undefined> {
    const input = commandOf(pair, draft);
    const body = JSON.stringify(input);
    // The same draft after an unknown outcome is the same intent: under the same key it can't be placed twice.
    const key = intent.current?.body === body ? intent.current.key : intentKey();
    intent.current = { body, key };
    setSending(true);
    try {
      const order = await forexCommand('forex_submit', input, { key });
      intent.current = undefined;
      return order;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.failure !== 'unknown') intent.current = undefined;
      return undefined;
    } finally {
      setSending(false);
    }
  }

  return {
    draft,
    sending,
    send,
    change: (part) => {
      if (part.multiple !== undefined) writeStored('local', MULTIPLE_KEY, part.multiple);
      setDraft((before) => ({ ...before, ...part }));
    },
  };
}

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
