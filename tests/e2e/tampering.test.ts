// A server that lies about an order or about the past: the browser's own check says so, loudly, whatever the lie.

import { fromBase64, toBase64 } from '@fairtick/kernel/bytes';
import { leafHash } from '@fairtick/kernel/log/merkle';
import { formatCheckpoint, type NoteSigner, openNote, parseCheckpoint, signNote } from '@fairtick/kernel/log/note';
import { slowConsistency, slowInclusion, slowRoot } from '@fairtick/kernel/log/slow-tree.fixture';
import { TICK_LOG_ORIGIN } from '@fairtick/server/domains/market/index';
import { ed25519Signer, nodeNoteCrypto, publicKeyOf, sha256 } from '@fairtick/server/platform/transparency/index';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type RunningApp, startRealApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import { testLogKeys } from '../harness/outside.ts';
import { closeOrder, nothingIn, openDetail, readyToTrade, showOrders, trade, verify } from './trading.ts';
import { Visitor } from './visitor.ts';

let app: RunningApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startRealApp(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const proofTick = z.looseObject({
  role: z.string(),
  at: z.string(),
  bid: z.string(),
  index: z.number(),
  inclusion: z.array(z.string()),
});
const answered = z.looseObject({
  data: z.looseObject({
    order: z.looseObject({ FactProfits: z.string() }),
    terms: z.looseObject({}),
    ticks: z.array(proofTick),
    checkpoint: z.string(),
  }),
});
type Proof = z.infer<typeof answered>['data'];

const otherDigit = (text: string): string => text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));

/** The order's proof, and not its path. */
const PROOF = /\/v3\/api\/proof\/forex\/\d+(\?|$)/;

/** Each lie, and what the panel must say of it. */
const LIES: readonly {
  readonly about: string;
  readonly tell: (proof: Proof) => Proof;
  readonly key: string;
}[] = [
  {
    // A buyer's result does not depend on the bid at the opening: only the log knows that this price was never there.
    about: 'a price that nothing was computed from',
    tell: (proof) => ({
      ...proof,
      ticks: proof.ticks.map((tick) => (tick.at === 'open' ? { ...tick, bid: otherDigit(tick.bid) } : tick)),
    }),
    key: 'ticks.bad',
  },
  {
    about: 'a hash on the way to the root',
    tell: (proof) => ({
      ...proof,
      ticks: proof.ticks.map((tick) => ({
        ...tick,
        inclusion: tick.inclusion.map((hash, at) =>
          at === 0 ? toBase64(sha256(fromBase64(hash) ?? new Uint8Array())) : hash,
        ),
      })),
    }),
    key: 'ticks.bad',
  },
  {
    about: 'the place of a tick in the log',
    tell: (proof) => ({ ...proof, ticks: proof.ticks.map((tick) => ({ ...tick, index: tick.index - 1 })) }),
    key: 'ticks.bad',
  },
  {
    about: 'the size in the signed checkpoint',
    tell: (proof) => ({
      ...proof,
      checkpoint: proof.checkpoint.replace(/\n\d+\n/, (line) => `${otherDigit(line.trimEnd())}\n`),
    }),
    key: 'log.unsigned',
  },
  {
    about: 'the result',
    tell: (proof) => ({ ...proof, order: { ...proof.order, FactProfits: otherDigit(proof.order.FactProfits) } }),
    key: 'checks.failed',
  },
  {
    about: 'the ticks: none at all',
    tell: (proof) => ({ ...proof, ticks: [] }),
    key: 'checks.failed',
  },
];

test('every lie about an order is seen, and so is a past that was written anew', async () => {
  const visitor = await Visitor.arrive(browser, app.url, { size: 'phone', lang: 'en', theme: 'light' });
  const sheet = await closedOrder(visitor);
  await holds(visitor, sheet);
  for (const { about, tell, key } of LIES) {
    await visitor.page.route(PROOF, async (route) => {
      const response = await route.fetch();
      const answer = answered.parse(await response.json());
      await route.fulfill({ response, json: { ...answer, data: tell(answer.data) } });
    });
    const panel = await fails(visitor, sheet, about);
    await panel.getByText(visitor.like('verify', key)).first().waitFor();
    if (key === 'log.unsigned') await visitor.audit('verify-failed');
    await hide(visitor, sheet, panel);
    await visitor.page.unroute(PROOF);
  }
  await holds(visitor, sheet);
  await rewrittenPast(visitor, sheet);
  await otherKey(visitor, sheet);
  expect(visitor.findings).toEqual([]);
  await visitor.leave();
});

test('a past that was written anew is told as soon as the app hears of it, without anybody verifying', async () => {
  const visitor = await Visitor.arrive(browser, app.url, { size: 'phone', lang: 'ar', theme: 'dark' });
  await readyToTrade(visitor);
  const { page } = visitor;
  await page.waitForFunction(() => localStorage.getItem('fairtick.log') !== null);
  // As if the log had shown another past to this browser.
  await page.evaluate(() => {
    const seen = JSON.parse(localStorage.getItem('fairtick.log') ?? '');
    const root = btoa('another root of thirty-two bytes');
    localStorage.setItem('fairtick.log', JSON.stringify({ ...seen, root }));
  });
  await page.reload();
  await page.getByRole('alert').getByText(visitor.like('verify', 'alarm.ticks')).waitFor();
  await visitor.audit('log-alarm');
  expect(visitor.findings).toEqual([]);
  await visitor.leave();
});

/** The whole log is written anew with one old tick changed, signed with the very key: all proofs hold, only the memory does not. */
async function rewrittenPast(visitor: Visitor, sheet: Locator): Promise<void> {
  const leaves = await readLeaves();
  const signer = readSigner();
  let shown: readonly Uint8Array[] = [];
  const forge = (proof: Proof, cut: number): Proof => {
    const honest = openNote(proof.checkpoint, signer, nodeNoteCrypto);
    const size = (honest.ok ? parseCheckpoint(honest.value)?.size : undefined) ?? 0;
    const places = proof.ticks.map(({ index }) => index);
    const victim = leaves.findIndex((_, index) => !places.includes(index));
    shown = leaves
      .slice(0, Math.max(size - cut, Math.max(...places) + 1))
      .map((leaf, index) => (index === victim ? leafHash(sha256, new TextEncoder().encode('another price')) : leaf));
    const note = formatCheckpoint({
      origin: TICK_LOG_ORIGIN,
      size: shown.length,
      root: slowRoot(sha256, shown),
      extensions: [],
    });
    return {
      ...proof,
      checkpoint: signNote(note, signer, sha256),
      ticks: proof.ticks.map((tick) => ({
        ...tick,
        inclusion: slowInclusion(sha256, tick.index, shown).map(toBase64),
      })),
    };
  };
  for (const cut of [0, 5]) {
    await visitor.page.route(PROOF, async (route) => {
      const response = await route.fetch();
      const answer = answered.parse(await response.json());
      await route.fulfill({ response, json: { ...answer, data: forge(answer.data, cut) } });
    });
    await visitor.page.route('**/v3/api/log/consistency*', async (route) => {
      const query = new URL(route.request().url()).searchParams;
      const [from, to] = [Number(query.get('from')), Number(query.get('to'))];
      const proof = to <= shown.length ? slowConsistency(sha256, from, shown.slice(0, to)).map(toBase64) : [];
      await route.fulfill({ json: { code: 1, msg: '', data: { proof } } });
    });
    const panel = await fails(visitor, sheet, `a log written anew, ${cut} shorter`);
    await panel.getByText(visitor.say('verify', 'log.rewritten')).waitFor();
    expect(await panel.getByText(visitor.say('verify', 'tick.not_in_log'), { exact: true }).count()).toBe(0);
    if (cut === 0) await visitor.audit('verify-rewritten');
    await hide(visitor, sheet, panel);
    await visitor.page.unrouteAll();
  }
}

async function otherKey(visitor: Visitor, sheet: Locator): Promise<void> {
  await visitor.page.route('**/v3/api/market?*', async (route) => {
    const response = await route.fetch();
    const answer = z.looseObject({ data: z.looseObject({ verifierKey: z.string() }) }).parse(await response.json());
    const verifierKey = answer.data.verifierKey.replace(/^[^+]+/, 'another.log');
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, verifierKey } } });
  });
  const panel = await fails(visitor, sheet, 'the key of the log');
  await panel.getByText(visitor.say('verify', 'log.key_changed')).waitFor();
}

/** The sheet of an order that was opened and closed by hand. */
async function closedOrder(visitor: Visitor): Promise<Locator> {
  await readyToTrade(visitor);
  await trade(visitor);
  await showOrders(visitor, 'holding');
  await closeOrder(visitor);
  await nothingIn(visitor, 'holding').waitFor();
  await showOrders(visitor, 'history');
  return await openDetail(visitor);
}

async function holds(visitor: Visitor, sheet: Locator): Promise<void> {
  const panel = await verify(visitor, sheet);
  await panel.getByRole('status').getByText(visitor.say('verify', 'holds'), { exact: true }).waitFor();
  await hide(visitor, sheet, panel);
}

async function fails(visitor: Visitor, sheet: Locator, about: string): Promise<Locator> {
  const panel = await verify(visitor, sheet);
  const verdict = panel.getByRole('alert').getByText(visitor.say('verify', 'fails'), { exact: true });
  expect(await verdict.count(), about).toBe(1);
  expect(await panel.getByText(visitor.say('verify', 'holds'), { exact: true }).count(), about).toBe(0);
  return panel;
}

async function hide(visitor: Visitor, sheet: Locator, panel: Locator): Promise<void> {
  await visitor.press(sheet.getByRole('button', { name: visitor.say('orders', 'verify'), exact: true }));
  await panel.waitFor({ state: 'hidden' });
}

async function readLeaves(): Promise<readonly Uint8Array[]> {
  const { rows } = await app.database.owner.query<{ leaf_hash: Uint8Array }>(
    'SELECT leaf_hash FROM ticks ORDER BY log_index',
  );
  return rows.map((row) => new Uint8Array(row.leaf_hash));
}

function readSigner(): NoteSigner {
  const seed = testLogKeys.begin(TICK_LOG_ORIGIN);
  return { name: TICK_LOG_ORIGIN, publicKey: publicKeyOf(seed), sign: ed25519Signer(seed) };
}
