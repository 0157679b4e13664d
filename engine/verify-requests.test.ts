// What a copy's proof says of its trader's requests, as it is and with one left out, kept from the copy or made up.

import { expect, test } from 'vitest';
import { Checks } from './checks.ts';
import type { ForexProof } from './proof.ts';
import { checkRequests, type Followed, type Request } from './verify-requests.ts';

const NONE = '0';
interface Stops {
  readonly loss?: string;
  readonly profit?: string;
}
const stopsAs = ({ loss = NONE, profit = NONE }: Stops) => ({ TargetLossPrice: loss, TargetProfitPrice: profit });
const request = (kind: string, tick: number, says: Readonly<Record<string, unknown>>): Request => ({
  ...{ kind, tick, time: 1_000_000 + tick * 1_000 },
  says,
});
const since = (tick: number, { loss = NONE, profit = NONE }: Stops) => ({
  ...{ sinceTick: tick, sinceLossPrice: loss, sinceProfitPrice: profit },
});

/** Opened at 10, stops moved at 20, 21 and 40, closed at 60. */
const requests = [
  request('stops', 20, { ...since(10, {}), ...stopsAs({ loss: '1.1' }) }),
  request('stops', 21, { ...since(20, { loss: '1.1' }), ...stopsAs({ loss: '1.2' }) }),
  request('stops', 40, { ...since(21, { loss: '1.2' }), ...stopsAs({ loss: '1.3', profit: '1.9' }) }),
  request('close', 60, since(40, { loss: '1.3', profit: '1.9' })),
];
const NEWEST = { loss: '1.3', profit: '1.9' };
const placed = request('placed', 10, { targetKind: null, ...stopsAs({}) });
/** It took the second and the third. */
const taken = [placed, ...requests.slice(1, 3)];

interface As {
  readonly reason?: ForexProof['terms']['closeReason'];
  /** The tick that closed it. */
  readonly tick?: number;
  readonly stops?: Stops;
  readonly shown?: readonly Request[];
  /** The last of its own. */
  readonly last?: Request;
  readonly master?: Request;
}

function checksOf({ reason = 'trader', tick, stops = NEWEST, shown = requests, last, master = placed }: As) {
  const proof = JSON.parse(JSON.stringify({ terms: { closeReason: reason, ...stopsAs(stops) }, ticks: [] }));
  if (tick !== undefined)
    proof.ticks.push({
      ...{ role: 'close', at: 'close', pair: 'EURUSD', seq: tick, bid: '1.1', ask: '1.2' },
      ...{ sourceTime: 1, receivedTime: 1, source: 'x', index: tick, inclusion: [] },
    });
  const own = last ? [...taken, last] : reason === 'trader' ? [...taken, request('close', 60, {})] : taken;
  const followed: Followed = { copyPlaced: { ...placed, says: { ...placed.says } }, master, requests: shown, own };
  const checks = new Checks();
  checkRequests(proof, followed, checks);
  return checks.list;
}
const failing = (as: As) =>
  checksOf(as)
    .filter(({ ok, open }) => !ok && !open)
    .map(({ name }) => name);
const left = (as: As) => checksOf(as).flatMap(({ name, open }) => (open ? [name] : []));
const without = (at: number) => requests.filter((_, index) => index !== at);
const byHand = (tick: number) => ({ reason: 'user' as const, last: request('close', tick, {}) });

test('a copy that took the newest stops and closed with its trader is right in all of it', () => {
  expect(checksOf({}).filter(({ ok }) => !ok)).toEqual([]);
  expect(checksOf({}).map(({ name }) => name)).toEqual([
    ...['copy.chain', 'copy.requests', 'copy.stops', 'copy.newest_stops', 'copy.end'],
  ]);
});

test('E114 none of the requests can be left out: between two it is found, behind the last it is never called right', () => {
  for (const at of [0, 1, 2]) expect(failing({ shown: without(at) })).toContain('copy.chain');
  const lives = { reason: null, shown: requests.slice(0, 3) };
  expect([failing(lives), left(lives)]).toEqual([[], ['copy.requests']]);
  expect(left({ ...lives, shown: requests.slice(0, 2), stops: { loss: '1.2' } })).toEqual(['copy.requests']);
  const stopped = { reason: 'stop_loss' as const, tick: 50, shown: requests.slice(0, 3) };
  expect([failing(stopped), left(stopped)]).toEqual([[], ['copy.requests']]);
  // A request behind its end is one that says what came before.
  expect([failing({ ...stopped, shown: requests }), left({ ...stopped, shown: requests })]).toEqual([[], []]);
  expect(left({ shown: requests.slice(0, 3) })).toContain('copy.end');
});

test('E114 an order that waited has held its stops since its filling; requests from before there was a chain are left open', () => {
  const waited = request('placed', 2, { targetKind: 'limit', ...stopsAs({ loss: '1.0' }) });
  const early = request('stops', 5, { ...since(2, { loss: '1.0' }), ...stopsAs({}) });
  expect(failing({ master: waited, shown: [early, ...requests] })).toEqual([]);
  expect(failing({ master: waited, shown: requests })).toEqual(['copy.chain', 'copy.stops']);
  const old = requests.map((one) => ({ ...one, says: { ...one.says, sinceTick: undefined } }));
  expect([failing({ shown: old }), left({ shown: old })]).toEqual([[], ['copy.chain']]);
});

test('E113 stops that were kept from a copy are found once a price or its trader has ended it', () => {
  const stale = { loss: '1.2' };
  expect(failing({ stops: stale })).toEqual(['copy.newest_stops']);
  for (const reason of ['stop_loss', 'take_profit'] as const)
    expect([41, 40, 39].map((tick) => failing({ reason, tick, stops: stale }))).toEqual([
      ['copy.newest_stops'],
      ...[[], []],
    ]);
  expect(failing({ reason: 'stop_out', tick: 41, stops: stale })).toEqual(['copy.newest_stops']);
  // What judged the account may have been a later tick of another pair.
  expect(failing({ reason: 'stop_out', tick: 39 })).toEqual([]);
  expect(failing({ reason: 'stop_loss', tick: 39 })).toEqual(['copy.newest_stops']);
  expect(left({ ...byHand(50), stops: stale })).toContain('copy.newest_stops');
  expect(
    failing({ reason: 'user', stops: stale, last: request('close', 40 + 3_601, {}), shown: requests.slice(0, 3) }),
  ).toEqual(['copy.newest_stops']);
});

test('E115 a closing that was kept from a copy is found: while it is open, and when something later has ended it', () => {
  expect(failing({ reason: null })).toEqual(['copy.end']);
  expect(failing({ last: request('close', 61, {}) })).toEqual(['copy.end']);
  for (const reason of ['stop_loss', 'stop_out', 'copy_stop'] as const) {
    expect(failing({ reason, tick: 61 })).toEqual(['copy.end']);
    expect(failing({ reason, tick: 60 })).toEqual([]);
  }
  expect(failing(byHand(60))).toEqual([]);
  expect([failing(byHand(61)), left(byHand(61))]).toEqual([[], ['copy.end']]);
  expect(failing(byHand(91))).toEqual(['copy.end']);
});
