// Who judges a forged answer: the browser's own verifier with what its owner kept, and the script that shares no code with the server.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { ShownCommand } from '@fairtick/engine/path-reading';
import type { NoteCrypto } from '@fairtick/kernel/log/note';
import { sha256 } from '@fairtick/server/platform/transparency/index';
import { checkOrder } from '../../../web/features/proof/check-order.ts';
import { checkPath } from '../../../web/features/proof/check-path.ts';
import { noteCrypto } from '../../../web/features/proof/crypto.ts';
import { pinnedNode, root } from '../../independent/server-process.ts';
import { FIRST, type Given, type GoodOrder } from './good-orders.ts';

export interface Judged {
  /** holds: it was called right. open: neither right nor wrong. */
  readonly verdict: 'holds' | 'open' | 'caught';
  /** The checks that it failed, or left open. */
  readonly by: readonly string[];
  /** The screen says beside that no tick has come behind the path's end. */
  readonly openEnd?: boolean;
  /** How many ticks it says that the path covered. */
  readonly covered?: number;
  /** The pages of the path that it asked for. */
  readonly asked?: readonly string[];
}

/** The browser's, with each signature looked at once: thousands of forgeries carry the same. */
const verified = new Map<string, boolean>();
const crypto: NoteCrypto = {
  sha256,
  verify: (publicKey, message, signature) => {
    const key = [publicKey, message, signature].map((bytes) => Buffer.from(bytes).toString('base64')).join(' ');
    const known = verified.get(key) ?? noteCrypto.verify(publicKey, message, signature);
    verified.set(key, known);
    return known;
  },
};

/** `isNew`: a browser that has never seen this server and kept no receipt. */
export async function browserJudges(order: GoodOrder, given: Given, isNew = false): Promise<Judged> {
  try {
    return await judge(order, given, isNew);
  } catch {
    // The panel says then that the order could not be verified.
    return { verdict: 'caught', by: ['unreadable'] };
  }
}

async function judge(order: GoodOrder, given: Given, isNew: boolean): Promise<Judged> {
  const { proof, verifierKey } = given;
  const { ticks } = order.remembered;
  const report = await checkOrder({
    proof,
    orderId: order.id,
    verifierKey,
    acceptancesKey: isNew ? proof.acceptancesKey : order.acceptancesKey,
    receipts: isNew ? [] : given.receipts,
    memory: isNew ? undefined : { ...ticks, note: '' },
    crypto,
    consistency: async () => given.consistency.ticks,
    acceptancesMemory: isNew ? undefined : { ...order.remembered.acceptances, note: '' },
    acceptancesConsistency: async () => given.consistency.acceptances,
  });
  const failed = [
    ...(report.log === 'first' || report.log === 'extends' ? [] : [`log.${report.log}`]),
    ...(report.ticks.length > 0 && report.ticks.every(({ inLog }) => inLog) ? [] : ['ticks.in_log']),
    ...report.checks.filter(({ ok, open }) => !ok && !open).map(({ name }) => name),
  ];
  // What is refused already needs no look at its path, which is most of the work.
  if (failed.length > 0) return { verdict: 'caught', by: failed };
  const asked: string[] = [];
  const shown = order.family === 'forex' ? await judgePath(order, given, isNew, asked) : undefined;
  const said = { openEnd: shown?.read?.openEnd === true, covered: shown?.read?.covered ?? 0, asked };
  const open = [...report.checks, ...(shown?.checks ?? [])].flatMap((check) => (check.open ? [check.name] : []));
  if (shown && !shown.holds && !shown.open)
    return { verdict: 'caught', by: shown.checks.flatMap(({ ok, open: left, name }) => (ok || left ? [] : [name])) };
  if (report.holds && shown?.open !== true) return { verdict: 'holds', by: [], ...said };
  return { verdict: 'open', by: open, ...said };
}

function judgePath(order: GoodOrder, { proof, verifierKey, path: pages }: Given, isNew: boolean, asked: string[]) {
  const commands: readonly ShownCommand[] = proof.acceptances;
  const ticksKey = isNew ? verifierKey : order.remembered.ticks.key;
  const { candles } = order.remembered;
  const page = async ({ from }: { from?: number }) => {
    const name = String(from ?? FIRST);
    const answer = pages?.[name];
    if (!answer) throw new Error('no such page');
    asked.push(name);
    return answer;
  };
  const candlesMemory = isNew || !candles ? undefined : { ...candles, note: '' };
  // Nothing proves that another log of the same length has grown from the one that was seen.
  const candlesConsistency = async (): Promise<readonly string[]> => [];
  return checkPath({ proof, ticksKey, crypto, page, candlesMemory, candlesConsistency }, commands);
}

/** Each order with a forged proof in the place of its own; the disagreements of each, none where it was believed. */
export async function scriptJudges(
  evidenceFile: string,
  forged: readonly { readonly order: GoodOrder; readonly given: Given }[],
): Promise<readonly (readonly string[])[]> {
  const file = path.join(path.dirname(evidenceFile), 'forged.jsonl');
  const out = fs.createWriteStream(file);
  for (const { order, given } of forged) {
    const { user, family, id } = order;
    if (!out.write(`${JSON.stringify({ user, family, id, answer: given.proof })}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  const script = path.join(root, 'tests', 'independent', 'one-by-one.mjs');
  const child = spawn(pinnedNode(), [script, evidenceFile, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(child, 'close');
  const lines = said.split('\n').filter((line) => line !== '');
  if (lines.length !== forged.length) throw new Error(`the script judged ${lines.length} of ${forged.length}`);
  return lines.map((line) => {
    const all: unknown = JSON.parse(line);
    return Array.isArray(all) ? all.map(String) : [];
  });
}
