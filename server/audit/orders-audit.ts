// Recomputes every order from the logged ticks and its terms, with the rules the browser uses, and asks that a settled option ended with
// the very last tick before its expiry.

import type { ForexProof, ProofTick } from '@fairtick/engine/proof';
import type { ForexOrder, MicroOrder, Tick } from '@fairtick/engine/types';
import { fails, type ProofCheck, verifyForex, verifyMicro } from '@fairtick/engine/verify';
import { formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { requestsFollowed } from '../domains/copying/index.ts';
import { type FinancingCharge, loadForBatch as loadForex, readFinancing } from '../domains/forex/index.ts';
import { lastTicksAt, type PairText, ticksByIndex } from '../domains/market/index.ts';
import { loadForBatch as loadMicro } from '../domains/micro/index.ts';
import {
  forexParts,
  forexTerms,
  microParts,
  microTerms,
  type Part,
  proofAcceptance,
  proofTick,
  ticksAround,
} from '../domains/proof/index.ts';
import { acceptancesOf, type LoggedAcceptance } from '../platform/acceptances/table.ts';
import type { Queries } from '../platform/database/pools.ts';
import type { Findings } from './findings.ts';
import { readOrderIds } from './table.ts';

const PAGE = 500;
const STATUS = { pending: 0, open: 1, cancelled: 2, closed: 3 } as const;

export type Pairs = ReadonlyMap<number, PairText>;

/** Returns how many orders were recomputed. */
export async function auditOrders(db: Queries, pairs: Pairs, findings: Findings): Promise<number> {
  const forex = await eachPage(db, 'forex_orders', findings, async (ids) => {
    const orders = await loadForex(db, [], ids);
    const nights = Map.groupBy(await readFinancing(db, ids), ({ orderId }) => orderId);
    const said = await saidOf(db, orders);
    const of = (order: ForexOrder): readonly FinancingCharge[] => nights.get(order.id) ?? [];
    const ticks = await ticksOf(
      db,
      orders.flatMap((order) => forexParts(order, of(order))),
    );
    for (const order of orders)
      readable(`forex order ${order.id}`, findings, () =>
        auditForex(order, of(order), pairs, ticks, said(order), findings),
      );
  });
  const micro = await eachPage(db, 'micro_orders', findings, async (ids) => {
    const orders = await loadMicro(db, [], ids);
    const said = await saidOf(db, orders);
    const around = await ticksAround(db, orders);
    const partsOf = (order: MicroOrder): Part[] => microParts(order, around.get(order.id) ?? []);
    const ticks = await ticksOf(db, orders.flatMap(partsOf));
    for (const order of orders)
      readable(`option ${order.id}`, findings, () =>
        auditMicro(order, partsOf(order), pairs, ticks, said(order), findings),
      );
    await auditEnds(db, orders, findings);
  });
  return forex + micro;
}

/** A row that not even a proof can be made of was never written by the server. */
function readable(what: string, findings: Findings, audit: () => void): void {
  try {
    audit();
  } catch (error) {
    findings.add(`${what} holds what no order can: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function eachPage(
  db: Queries,
  table: 'forex_orders' | 'micro_orders',
  findings: Findings,
  audit: (ids: readonly Id[]) => Promise<void>,
): Promise<number> {
  let count = 0;
  for (let after = 0n; !findings.full; ) {
    const ids = await readOrderIds(db, table, after, PAGE);
    if (ids.length === 0) break;
    await audit(ids);
    count += ids.length;
    after = ids.at(-1) ?? after;
  }
  return count;
}

type Ticks = ReadonlyMap<number, Tick>;

async function ticksOf(db: Queries, parts: readonly Part[]): Promise<Ticks> {
  const ticks = await ticksByIndex(db, [...new Set(parts.map((part) => part.index))]);
  return new Map(ticks.map((tick) => [tick.logIndex, tick]));
}

/** Ticks that are not there are left out: the checks then miss them. */
function proofTicks(parts: readonly Part[], pairs: Pairs, ticks: Ticks): ProofTick[] {
  return parts.flatMap((part) => {
    const tick = ticks.get(part.index);
    const pair = tick && pairs.get(tick.pairId);
    return tick && pair ? [proofTick(part, tick, pair, [])] : [];
  });
}

type Said = Pick<ForexProof, 'acceptances' | 'origin' | 'checkpoint' | 'acceptancesCheckpoint'>;

interface Copied {
  readonly id: Id;
  readonly originId?: Id | undefined;
}

/** Of each of those orders what its user was seen to ask for, and of a copy what its trader was until its relation ended. That it stands in the log is the log's own audit. */
async function saidOf(db: Queries, orders: readonly Copied[]): Promise<(order: Copied) => Said> {
  const ids = orders.flatMap(({ id, originId }) => (originId === undefined ? [id] : [id, originId]));
  const rows: Map<Id, LoggedAcceptance[]> = Map.groupBy(
    await acceptancesOf(db, [...new Set(ids)]),
    ({ orderId }) => orderId,
  );
  const followed = await requestsFollowed(
    db,
    orders.flatMap(({ id, originId }) => (originId === undefined ? [] : [id])),
  );
  const shown = (said: readonly LoggedAcceptance[]) => said.map((row) => proofAcceptance(row, row.index ?? -1, []));
  return ({ id, originId }) => {
    const own = rows.get(id) ?? [];
    const theirs = originId === undefined ? [] : (rows.get(originId) ?? []);
    return {
      acceptances: shown(own),
      origin: shown(theirs.filter((one) => followed(id, one) === 'followed')),
      checkpoint: '',
      acceptancesCheckpoint: '',
    };
  };
}

function report(what: string, checks: readonly ProofCheck[], findings: Findings): void {
  for (const check of checks)
    if (fails(check)) findings.add(`${what}: ${check.name} is ${check.actual} where ${check.expected} follows`);
}

function auditForex(
  order: ForexOrder,
  nights: readonly FinancingCharge[],
  pairs: Pairs,
  ticks: Ticks,
  said: Said,
  findings: Findings,
): void {
  const what = `forex order ${order.id}`;
  const { ratePairId } = order.terms;
  const terms = forexTerms(order, (id) => pairs.get(id), nights);
  const parts = forexParts(order, nights);
  const shown = {
    Id: String(order.id),
    OrderType: terms.OrderType,
    Quantity: terms.Quantity,
    CautionMoney: terms.CautionMoney,
    TradeFee: terms.TradeFee,
    FactProfits: formatUnits(order.result),
    TargetLossPrice: terms.TargetLossPrice,
    TargetProfitPrice: terms.TargetProfitPrice,
    Status: STATUS[order.status],
  };
  const proof = { order: shown, terms, ticks: proofTicks(parts, pairs, ticks), ...said };
  report(what, verifyForex(proof), findings);
  for (const { role, index } of parts) {
    const tick = ticks.get(index);
    const pair = role === 'rate' ? ratePairId : order.pairId;
    if (tick?.pairId !== pair) findings.add(`${what}: its ${role} tick ${index} is not one of its pair`);
  }
  // The moment of a fill is never before its tick was received, and the order's life goes forward.
  for (const fill of [order.open, order.close]) {
    const tick = fill && ticks.get(fill.tickIndex);
    if (tick && fill.time < tick.receivedTime) findings.add(`${what}: decided before its tick was received`);
  }
}

function auditMicro(
  order: MicroOrder,
  parts: readonly Part[],
  pairs: Pairs,
  ticks: Ticks,
  said: Said,
  findings: Findings,
): void {
  const terms = microTerms(order, pairs.get(order.pairId)?.code ?? '');
  const shown = {
    Id: String(order.id),
    Type: terms.Type,
    Number: terms.Number,
    OpenPrice: terms.openPrice ?? '',
    EndPrice: terms.closePrice ?? '',
    FactProfits: formatUnits(order.result),
    Status: order.status === 'closed' ? 3 : 1,
  };
  const proof = { order: shown, terms, ticks: proofTicks(parts, pairs, ticks), ...said };
  report(`option ${order.id}`, verifyMicro(proof), findings);
}

async function auditEnds(db: Queries, orders: readonly MicroOrder[], findings: Findings): Promise<void> {
  const ended = orders.filter((order) => order.endTickIndex !== undefined);
  const last = await lastTicksAt(
    db,
    ended.map((order) => ({ pairId: order.pairId, timeMs: order.expiryTime })),
  );
  for (const [i, order] of ended.entries()) {
    const expected = last[i]?.logIndex;
    if (order.endTickIndex !== expected)
      findings.add(`option ${order.id}: ended with tick ${order.endTickIndex} where ${expected} was its last`);
  }
}
