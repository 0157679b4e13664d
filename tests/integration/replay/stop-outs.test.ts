// Which positions the independent script counts at a stop-out: an order that was sent after its tick was not there yet, whatever older price of a
// quiet pair opened it. Held by a market of a few ticks, because no replay plays that moment when asked.

import { expect, test } from 'vitest';
import { z } from 'zod';

const folder = new URL('../../independent/', import.meta.url).href;
const script = z
  .object({
    checkStopOuts: z.function({ input: [z.unknown(), z.unknown(), z.unknown()], output: z.unknown() }),
  })
  .parse(await import(`${folder}stop-outs.mjs`));
const lineOf = z.object({ Line: z.custom<new (code: string) => Line>() }).parse(await import(`${folder}market.mjs`));

interface Tick {
  readonly index: number;
  readonly pair: string;
  readonly bid: string;
  readonly ask: string;
}
interface Line {
  readonly ticks: unknown[];
}

const BEGUN_MS = Date.parse('2014-05-02T12:30:00Z');
const DUE = 2;
/** EURUSD falls at the third tick; nothing is heard of NZDUSD after the second. */
const TICKS: readonly Tick[] = [
  { index: 0, pair: 'EURUSD', bid: '1.39000', ask: '1.39000' },
  { index: 1, pair: 'NZDUSD', bid: '0.80000', ask: '0.90000' },
  { index: DUE, pair: 'EURUSD', bid: '1.38000', ask: '1.38000' },
  { index: 3, pair: 'EURUSD', bid: '1.38000', ask: '1.38000' },
  { index: 4, pair: 'EURUSD', bid: '1.38000', ask: '1.38000' },
];

const timeOf = (index: number): number => BEGUN_MS + index * 100;

function positionIn(
  pair: number,
  {
    key,
    open,
    margin,
    sent,
    target = null,
    id = pair,
  }: { key: string; open: number; margin: string; sent: number; target?: string | null; id?: number },
) {
  const terms = {
    Quantity: '1',
    ForexContNum: '100000',
    OrderType: 1,
    markup: '0',
    openPrice: TICKS[open]?.ask,
    CautionMoney: margin,
    TradeFee: '0',
    closePrice: null,
    closeReason: null,
    FactProfits: null,
    target_price: target,
  };
  const placed = { before: sent, after: sent + 2, input: { forex_id: pair } };
  return { key, row: { Id: String(id) }, placed, proof: { terms, ticks: [{ role: 'open', index: open }] } };
}

/** What the script says of an account whose first position was stopped out at the third tick, the log holding `sent` ticks before its second order. */
const said = (sent: number, target: string | null = null): readonly string[] =>
  saidOf('199000', [positionIn(2, { key: 'second', open: 1, margin: '10', sent, target })]);

type Position = ReturnType<typeof positionIn>;

/** The same of an account whose first position had this margin and whose other orders were these. */
function saidOf(margin: string, others: readonly Position[]): readonly string[] {
  const disagreements: string[] = [];
  const lines = new Map(['EURUSD', 'NZDUSD'].map((code) => [code, new lineOf.Line(code)]));
  const ticks = TICKS.map((tick) => ({
    ...tick,
    bidUnits: Number(tick.bid) * 1e8,
    askUnits: Number(tick.ask) * 1e8,
    receivedTime: timeOf(tick.index),
    sourceTime: timeOf(tick.index),
  }));
  for (const tick of ticks) lines.get(tick.pair)?.ticks.push(tick);
  const stopped = positionIn(1, { key: 'first', open: 0, margin, sent: 0 });
  const closed = {
    ...stopped.proof.terms,
    closePrice: '1.38000',
    closeReason: 'stop_out',
    FactProfits: '-1000',
  };
  const first = {
    ...stopped,
    proof: { terms: closed, ticks: [...stopped.proof.ticks, { role: 'close', index: DUE }] },
  };
  const market = {
    settings: new Map([
      [1, { Code: 'EURUSD', RatePairId: null }],
      [2, { Code: 'NZDUSD', RatePairId: null }],
    ]),
    line: (code: string) => lines.get(code),
    ticks,
  };
  const order = { closeTick: { index: DUE }, line: lines.get('EURUSD') };
  const context = {
    market,
    findings: { count: () => undefined, add: (where: string, what: string) => disagreements.push(`${where}: ${what}`) },
    stopOuts: [{ key: 'first', pos: 1, order, timeMs: timeOf(DUE) }],
    unasked: [],
  };
  script.checkStopOuts(context, { name: 'the user', actions: [] }, [first, ...others]);
  return disagreements;
}

test('a position that was open before the tick and had the greatest loss ought to have gone first', () => {
  expect(said(0)).toEqual([`the user: stop-out at tick ${DUE}: second had the greatest loss and was left open`]);
});

test('one that was sent after the tick was not there', () => {
  expect(said(DUE + 1)).toEqual([]);
});

test('one whose order was under way may have come before or after it', () => {
  expect(said(DUE)).toEqual([]);
});

test('one that a tick filled before, being accepted while the next ones came, may have been filled after they were decided', () => {
  expect(said(DUE - 1, '0.90000')).toEqual([]);
  expect(said(0, '0.90000')).toHaveLength(1);
});

test('of two that were under way one may have been decided before the tick and the other after it', () => {
  const second = positionIn(2, { key: 'second', open: 1, margin: '10', sent: 1 });
  // Without it the account was not in danger; with both of them the other had the greatest loss.
  const third = positionIn(1, { key: 'third', open: 0, margin: '99000', sent: 1, id: 3 });
  expect(saidOf('100000', [second, third])).toEqual([]);
  expect(saidOf('100000', [second])).not.toEqual([]);
});
