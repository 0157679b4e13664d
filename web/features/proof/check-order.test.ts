// Rules 0 and 5 in the browser: a true proof holds; one changed digit, a forged signature or a rewritten past does not.

import { toBase64, utf8 } from '@fairtick/kernel/bytes';
import { emptyRoot, leafHash, rootOfLeafHashes } from '@fairtick/kernel/log/merkle';
import { formatCheckpoint, formatVerifierKey, signNote } from '@fairtick/kernel/log/note';
import { slowConsistency, slowInclusion } from '@fairtick/kernel/log/slow-tree.fixture';
import { encodeTickEntry } from '@fairtick/kernel/log/tick-entry';
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import { acceptancesKey, hashOf, logged } from './accepted-log.fixture.ts';
import { type CheckParts, checkOrder } from './check-order.ts';
import { noteCrypto } from './crypto.ts';
import type { LogMemory } from './log-memory.ts';

const { sha256 } = noteCrypto;
const secret = new Uint8Array(32).fill(7);
const signer = {
  name: 'fairtick.test/log',
  publicKey: ed25519.getPublicKey(secret),
  sign: (message: Uint8Array) => ed25519.sign(message, secret),
};
const verifierKey = formatVerifierKey(signer, sha256);

const tickAt = (index: number, bid: string, ask: string) => ({
  pair: 'EURUSD',
  seq: index,
  bid,
  ask,
  sourceTime: 1_000 + index * 1_000,
  receivedTime: 1_000 + index * 1_000,
  source: 'replay',
});
const ticks = [0, 1, 2, 3, 4, 5, 6].map((i) => tickAt(i, `1.1000${i}`, `1.1001${i}`));
const hashesOf = (all: readonly ReturnType<typeof tickAt>[]) =>
  all.map((tick) => leafHash(sha256, encodeTickEntry(tick)));
const leaves = hashesOf(ticks);
const noteAt = (all: readonly Uint8Array[]): string =>
  signNote(
    formatCheckpoint({ origin: signer.name, size: all.length, root: rootOfLeafHashes(sha256, all), extensions: [] }),
    signer,
    sha256,
  );
const memoryAt = (all: readonly Uint8Array[]): LogMemory => ({
  key: verifierKey,
  size: all.length,
  root: toBase64(rootOfLeafHashes(sha256, all)),
  note: noteAt(all),
});
const proofTick = (index: number, at: 'open' | 'close') => {
  const tick = ticks[index];
  if (!tick) throw new Error('no such tick');
  return { ...tick, role: at, at, index, inclusion: slowInclusion(sha256, index, leaves).map(toBase64) };
};

const frozen = {
  pair: 'EURUSD',
  OrderType: 1,
  Quantity: '1',
  multiple: 100,
  MarginMode: 2,
  ForexContNum: '100000',
  trade_fee_type: 2,
  ForexFeeRate: '0.001',
  markup: '0',
  PricePrecision: 5,
  ratePair: null,
  ratePrecision: null,
  rateInverse: false,
  financingRate: '0',
  financingNights: 'fx',
  target_price: null,
  targetKind: null,
  TargetLossPrice: '0',
  TargetProfitPrice: '0',
  openRate: '1',
  CautionMoney: '1100.11',
  TradeFee: '1.10011',
};
const about = { family: 'forex', order: '42', pair: 'EURUSD' };
const asked = logged([
  { kind: 'placed', tick: 1, time: 2_500, says: { ...frozen, ...about } },
  { kind: 'close', tick: 5, time: 6_500, says: about },
]);

/** A buy of one lot at tick 1 (ask 1.10011), closed by hand at tick 5 (bid 1.10005). */
function partsOf(change: Partial<CheckParts> = {}): CheckParts {
  return {
    orderId: '42',
    verifierKey,
    acceptancesKey,
    receipts: [],
    memory: undefined,
    acceptancesMemory: undefined,
    acceptancesConsistency: async () => undefined,
    crypto: noteCrypto,
    consistency: async (from, to) => slowConsistency(sha256, from, leaves.slice(0, to)).map(toBase64),
    proof: {
      origin: [],
      order: {
        Id: '42',
        OrderType: 1,
        Quantity: '1',
        CautionMoney: '1100.11',
        TradeFee: '1.10011',
        FactProfits: '-6',
        TargetLossPrice: '0',
        TargetProfitPrice: '0',
        Status: 3,
      },
      terms: {
        kind: 'forex',
        ...frozen,
        openPrice: '1.10011',
        closePrice: '1.10005',
        closeRate: '1',
        FactProfits: '-6',
        closeReason: 'user',
      },
      ticks: [proofTick(1, 'open'), proofTick(5, 'close')],
      checkpoint: noteAt(leaves),
      ...asked,
    },
    ...change,
  };
}

const failed = (report: Awaited<ReturnType<typeof checkOrder>>): readonly string[] =>
  report.checks.filter((check) => !check.ok).map((check) => check.name);

describe('a true proof', () => {
  test('holds, and its checkpoint is remembered', async () => {
    const report = await checkOrder(partsOf());
    expect(failed(report)).toEqual([]);
    expect(report.ticks.map(({ inLog }) => inLog)).toEqual([true, true]);
    expect(report).toMatchObject({ holds: true, log: 'first', logSize: 7 });
    expect(report.remember).toEqual(memoryAt(leaves));
  });

  test('prices without their trailing zeros are the same entry', async () => {
    const zeros = [tickAt(0, '1.10000', '1.10010')];
    const one = hashesOf(zeros);
    const parts = partsOf();
    const tick = { ...proofTick(1, 'open'), ...tickAt(0, '1.1', '1.1001'), index: 0, inclusion: [] };
    const proof = { ...parts.proof, ticks: [tick], checkpoint: noteAt(one) };
    const report = await checkOrder({ ...parts, proof });
    expect(report.ticks[0]?.inLog).toBe(true);
  });
});

describe('a false proof', () => {
  test('a changed result fails where it is recomputed', async () => {
    const parts = partsOf();
    const proof = {
      ...parts.proof,
      terms: { ...parts.proof.terms, FactProfits: '-5' },
      order: { ...parts.proof.order, FactProfits: '-5' },
    };
    const report = await checkOrder({ ...parts, proof });
    expect(report.holds).toBe(false);
    expect(failed(report)).toContain('result');
  });

  test('a tick that is not the log’s own has no place in it', async () => {
    const parts = partsOf();
    const [open, close] = parts.proof.ticks;
    if (!open || !close) throw new Error('two ticks');
    const report = await checkOrder({
      ...parts,
      proof: { ...parts.proof, ticks: [open, { ...close, bid: '1.10004' }] },
    });
    expect(report.holds).toBe(false);
    expect(report.ticks.map(({ inLog }) => inLog)).toEqual([true, false]);
  });

  test('another order’s proof is no proof of this one', async () => {
    expect(failed(await checkOrder(partsOf({ orderId: '43' })))).toEqual(['order.id']);
  });

  test('a checkpoint that was altered after signing is unsigned, and no tick counts', async () => {
    const parts = partsOf();
    const checkpoint = parts.proof.checkpoint.replace('\n7\n', '\n8\n');
    const report = await checkOrder({ ...parts, proof: { ...parts.proof, checkpoint } });
    expect(report).toMatchObject({ holds: false, log: 'unsigned', remember: undefined });
    expect(report.ticks.every(({ inLog }) => !inLog)).toBe(true);
  });

  test('what is no proof at all fails without throwing', async () => {
    const parts = partsOf();
    const report = await checkOrder({ ...parts, proof: { ...parts.proof, terms: { kind: 'gold' }, ticks: [] } });
    expect(report.holds).toBe(false);
    expect(failed(report)).toContain('proof.readable');
  });
});

describe('what the user asked for', () => {
  test('an order from before there was a log of acceptances is open: nothing is wrong, and nothing is called right', async () => {
    const parts = partsOf();
    const report = await checkOrder({ ...parts, proof: { ...parts.proof, acceptances: [] } });
    expect(report).toMatchObject({ holds: false, open: true });
    const broken = { ...parts.proof, acceptances: [], terms: { ...parts.proof.terms, FactProfits: '-5' } };
    expect(await checkOrder({ ...parts, proof: broken })).toMatchObject({ holds: false, open: false });
  });

  test('terms, stops, pair and end are those of its acceptances', async () => {
    const parts = partsOf();
    const changed = async (change: Record<string, unknown>) =>
      failed(await checkOrder({ ...parts, proof: { ...parts.proof, terms: { ...parts.proof.terms, ...change } } }));
    expect(await changed({ multiple: 50 })).toContain('accepted.terms');
    expect(await changed({ TargetLossPrice: '1' })).toContain('accepted.stops');
    expect(await changed({ pair: 'AUDUSD' })).toContain('ticks.pair');
    expect(await changed({ closeReason: 'stop_out' })).toEqual(['close.stop_out', 'accepted.end']);
  });
});

describe('a receipt that was kept', () => {
  const receipts = asked.acceptances.map(({ kind, tick, time, contents }) => ({
    ...{ kind, tick, time },
    hash: hashOf(contents),
  }));

  test('is found among the acceptances', async () => {
    const report = await checkOrder(partsOf({ receipts }));
    expect(failed(report)).toEqual([]);
    expect(report.checks.map(({ name }) => name)).toContain('receipts.kept');
  });

  test('whose command was dropped, or is told otherwise, shows it', async () => {
    const parts = partsOf({ receipts });
    const dropped = { ...parts.proof, ...logged([]) };
    const report = await checkOrder({ ...parts, proof: dropped });
    expect([failed(report).includes('receipts.kept'), report.open]).toEqual([true, false]);
    // A placement with other terms, as proven and as logged as the true one.
    const terms = { ...parts.proof.terms, markup: '0.00000' };
    const rewritten = logged([
      { kind: 'placed', tick: 1, time: 2_500, says: { ...frozen, ...about, markup: '0.00000' } },
      { kind: 'close', tick: 5, time: 6_500, says: about },
    ]);
    expect(failed(await checkOrder({ ...parts, proof: { ...parts.proof, terms, ...rewritten } }))).toEqual([
      'receipts.kept',
    ]);
  });
});

describe('the log’s past', () => {
  test('a log that only grew is told to have grown, and the newer checkpoint is remembered', async () => {
    const report = await checkOrder(partsOf({ memory: memoryAt(leaves.slice(0, 4)) }));
    expect(report).toMatchObject({ holds: true, log: 'extends', rememberedSize: 4 });
    expect(report.remember?.size).toBe(7);
  });

  test('an older checkpoint than the remembered one must be part of it', async () => {
    const longer = [...leaves, ...hashesOf([tickAt(7, '1.10007', '1.10017')])];
    const consistency = async (from: number, to: number) =>
      slowConsistency(sha256, from, longer.slice(0, to)).map(toBase64);
    const report = await checkOrder(partsOf({ memory: memoryAt(longer), consistency }));
    expect(report).toMatchObject({ holds: true, log: 'extends', remember: undefined });
  });

  test('a rewritten past is seen: other ticks at the same places', async () => {
    const others = hashesOf([0, 1, 2, 3].map((i) => tickAt(i, `1.2000${i}`, `1.2001${i}`)));
    const report = await checkOrder(partsOf({ memory: memoryAt(others) }));
    expect(report).toMatchObject({ holds: false, log: 'rewritten', remember: undefined });
    const sameSize = hashesOf(ticks.map((tick) => ({ ...tick, bid: '1.00000' })));
    expect((await checkOrder(partsOf({ memory: memoryAt(sameSize) }))).log).toBe('rewritten');
  });

  test('a server that will not prove its past leaves it open, and the proof does not hold', async () => {
    const memory = memoryAt(leaves.slice(0, 4));
    const report = await checkOrder(partsOf({ memory, consistency: async () => undefined }));
    expect(report).toMatchObject({ holds: false, log: 'unknown' });
  });

  test('another key than the one met first is told', async () => {
    const other = { ...signer, publicKey: ed25519.getPublicKey(new Uint8Array(32).fill(9)) };
    const memory = { ...memoryAt(leaves), key: formatVerifierKey(other, sha256) };
    expect(await checkOrder(partsOf({ memory }))).toMatchObject({ holds: false, log: 'key_changed' });
  });
});

test('bytes that are no key or signature are refused, not thrown', () => {
  expect(noteCrypto.verify(new Uint8Array(32), utf8('x'), new Uint8Array(64))).toBe(false);
  expect(emptyRoot(sha256)).toHaveLength(32);
});
