// What the user is said to have asked for counts only as the log of acceptances has it, under the key that was met first.

import { formatVerifierKey } from '@fairtick/kernel/log/note';
import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, test } from 'vitest';
import { acceptancesKey, logged } from './accepted-log.fixture.ts';
import { type AcceptanceParts, checkAcceptances } from './check-acceptances.ts';
import { noteCrypto } from './crypto.ts';

const says = { family: 'forex', order: '7', pair: 'EURUSD' };
const proof = logged([
  { kind: 'placed', tick: 3, time: 1_000, says },
  { kind: 'stops', tick: 5, time: 2_000, says },
  { kind: 'close', tick: 9, time: 3_000, says },
]);
const [placed, stops, close] = proof.acceptances;
if (!placed || !stops || !close) throw new Error('three');
const nothingSeen = { acceptancesMemory: undefined, acceptancesConsistency: async () => undefined };
const judged = (change: Partial<AcceptanceParts['proof']>, more: Partial<AcceptanceParts> = {}) =>
  checkAcceptances({
    proof: { origin: [], ...proof, ...change },
    acceptancesKey,
    crypto: noteCrypto,
    receipts: [],
    ...nothingSeen,
    ...more,
  });
const failed = async (
  change: Partial<AcceptanceParts['proof']>,
  more: Partial<AcceptanceParts> = {},
): Promise<readonly string[]> => (await judged(change, more)).checks.filter(({ ok }) => !ok).map(({ name }) => name);

test('what stands in the log holds, also where it is none', async () => {
  expect(await failed({})).toEqual([]);
  expect(await failed({ acceptances: [] })).toEqual([]);
});

test('other contents, another salt, time or place, the same entry twice and another order of them are found', async () => {
  const forged = [
    [placed, { ...stops, contents: stops.contents.replace('"tick":5', '"tick":6') }, close],
    [placed, { ...stops, salt: 'IiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiM=' }, close],
    [placed, { ...stops, salt: 'no base64' }, close],
    [placed, { ...stops, time: 2_001 }, close],
    [placed, { ...stops, time: -1 }, close],
    [placed, { ...stops, index: 2 }, close],
    [placed, { ...stops, inclusion: [] }, close],
    [placed, placed, close],
    [placed, close, stops],
  ];
  for (const acceptances of forged) expect(await failed({ acceptances })).toEqual(['accepted.in_log']);
});

test('a checkpoint that the key met first did not sign proves nothing', async () => {
  const publicKey = ed25519.getPublicKey(new Uint8Array(32).fill(9));
  const other = formatVerifierKey({ name: 'fairtick.test/log/acceptances', publicKey }, noteCrypto.sha256);
  expect(await failed({}, { acceptancesKey: other })).toEqual(['accepted.signed', 'accepted.in_log']);
  expect(await failed({ acceptancesKey: other })).toEqual(['accepted.signed']);
  const note = proof.acceptancesCheckpoint.replace('\n3\n', '\n4\n');
  expect(await failed({ acceptancesCheckpoint: note })).toEqual(['accepted.signed', 'accepted.in_log']);
});

test('the log is remembered, and one that has other entries at the same places, or fewer, has not grown', async () => {
  const { remember } = await judged({});
  expect(remember).toMatchObject({ key: acceptancesKey, size: 3 });
  expect(await failed({}, { acceptancesMemory: remember })).toEqual([]);
  const others = logged([1, 2, 3].map((time) => ({ kind: 'stops' as const, tick: time, time, says })));
  const fork = (await judged(others)).remember;
  expect(await failed({}, { acceptancesMemory: fork })).toEqual(['accepted.grows']);
  const longer = remember && { ...remember, size: 5 };
  const shrunk = await judged({}, { acceptancesMemory: longer, acceptancesConsistency: async () => [] });
  expect(shrunk.checks.find(({ name }) => name === 'accepted.grows')).toMatchObject({ ok: false, actual: 'rewritten' });
  expect(shrunk.remember).toBeUndefined();
  const unasked = await judged({}, { acceptancesMemory: longer });
  expect(unasked.checks.find(({ name }) => name === 'accepted.grows')).toMatchObject({ ok: false, actual: 'unknown' });
});
