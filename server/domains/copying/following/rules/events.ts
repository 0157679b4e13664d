// What of a trader's own orders is to be done for everybody who follows: written down with the order itself, so that no follower is forgotten over a crash.

import type { ForexOrder } from '@fairtick/engine/types';
import { type Amount, amount } from '@fairtick/kernel/decimal';
import type { PastMoment } from '../../../../platform/commands/command.ts';
import { equityAt } from '../../../forex/index.ts';
import type { CopyEvent } from '../columns.ts';
import type { CopyState, FollowingChange } from '../state.ts';
import { pacedOpening } from './pace.ts';

type Said = Pick<CopyEvent, 'kind' | 'time' | 'netValue' | 'stopLoss' | 'takeProfit'>;
const NOTHING_ELSE = { netValue: undefined, stopLoss: undefined, takeProfit: undefined };

/** The trader's net value before the order was there: its fee is what it has cost so far. */
function valueBefore(state: CopyState, order: ForexOrder, at: PastMoment | undefined): Amount {
  const market = at ? state.market.at(at.view, at.tick) : state.market;
  const account = state.ledger.find(order.realm, order.userId, 'forex');
  const others = state.forex.active(order.userId).filter(({ id }) => id !== order.id);
  return amount(account ? equityAt(account, others, market).netValue + order.fee : 0n);
}

function saidOf(
  state: CopyState,
  { before, after }: CopyState['forex']['moved'][number],
  at: PastMoment | undefined,
): Said | undefined {
  const { open, close } = after;
  const { stopLoss, takeProfit } = after;
  if (open && before?.status !== 'open' && before?.status !== 'closed')
    return { kind: 'open', time: open.time, netValue: valueBefore(state, after, at), stopLoss, takeProfit };
  if (close && before?.status === 'open') return { ...NOTHING_ELSE, kind: 'close', time: close.time };
  if (before?.status !== 'open' || after.status !== 'open') return undefined;
  if (before.stopLoss === stopLoss && before.takeProfit === takeProfit) return undefined;
  return { ...NOTHING_ELSE, kind: 'stops', time: at?.tick.receivedTime ?? state.market.nowMs, stopLoss, takeProfit };
}

/** Of what a change did to orders. `at`: the moment of the log that it was decided at; now where it is undefined. */
export function eventsOf(
  state: CopyState,
  orders: CopyState['forex']['moved'],
  at: PastMoment | undefined,
): FollowingChange | undefined {
  const place = at?.view.logIndex ?? state.market.view.logIndex;
  const events: CopyEvent[] = [];
  const leading = new Map<ForexOrder['userId'], NonNullable<ReturnType<CopyState['copying']['leading']>>>();
  for (const moved of orders) {
    const { userId: traderId, id: orderId, realm, originId } = moved.after;
    const trader = leading.get(traderId) ?? state.copying.leading(traderId);
    if (!trader || trader.followers === 0 || realm !== 'live' || originId !== undefined) continue;
    const said = saidOf(state, moved, at);
    if (!said) continue;
    const number = trader.lastEvent + 1;
    const { barred, after } =
      said.kind === 'open'
        ? pacedOpening(trader, said.time, state.copying.settings)
        : { barred: undefined, after: undefined };
    leading.set(traderId, { ...trader, ...after, lastEvent: number });
    events.push({ id: state.newId(), traderId, number, orderId, place, barred, done: false, ...said });
  }
  return events.length === 0 ? undefined : { events, leading: [...leading.values()] };
}
