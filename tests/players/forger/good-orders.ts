// Good proofs to forge: orders of every kind and ending, with everything that a server answers when one of them is verified, and what the browser of their owner keeps.

import type { AnswerOf } from '@fairtick/contract/http/index';
import type { Receipt } from '@fairtick/contract/receipts';
import { toBase64 } from '@fairtick/kernel/bytes';
import { slowConsistency } from '@fairtick/kernel/log/slow-tree.fixture';
import { sha256 } from '@fairtick/server/platform/transparency/index';
import type { Evidence } from '../../independent/collect.ts';
import { type Logs, logsOf, type OpenLog, rootAt } from './logs.ts';

/** What a server answers about an order: any of it may be a lie. */
export interface Answers {
  readonly proof: AnswerOf<'proof'>;
  /** The key that the market's state names. */
  readonly verifierKey: string;
  /** Pages of the path by the number that they were asked from: those that a verification asks for; none where it asks for none. */
  readonly path?: Readonly<Record<string, AnswerOf<'proof_path'>>>;
  /** That the logs extend what the browser remembers. */
  readonly consistency: { readonly ticks: readonly string[]; readonly acceptances: readonly string[] };
}

export interface Given extends Answers {
  /** What was answered to the owner's commands, kept by their browser. */
  readonly receipts: readonly Receipt[];
}

/** A checkpoint and key of a log, as the browser remembers them. */
export interface Remembered {
  readonly key: string;
  readonly size: number;
  readonly root: string;
}

export interface GoodOrder {
  readonly user: string;
  readonly family: 'forex' | 'micro';
  readonly id: string;
  /** `forex stop_loss limit`. */
  readonly kind: string;
  readonly given: Given;
  readonly remembered: {
    readonly ticks: Remembered;
    readonly acceptances: Remembered;
    /** As the path showed it; undefined without a path. */
    readonly candles: Remembered | undefined;
  };
  readonly acceptancesKey: string;
}

export interface Good {
  readonly orders: readonly GoodOrder[];
  readonly logs: Logs;
}

const isReceipt = (value: unknown): value is Receipt =>
  typeof value === 'object' && value !== null && 'hash' in value && 'kind' in value;

/** Every forgery reads its path whole: longer ones would take hours. */
const MOST_LINES = 180;

/** The page that is asked for without a number. */
export const FIRST = 'first';

/** `most`: of each kind. */
export function goodOrders(evidence: Evidence, most: number): Good {
  const logs = logsOf(evidence);
  const taken = new Map<string, number>();
  const remembered = {
    ticks: half(logs.ticks, evidence.verifierKey),
    acceptances: half(logs.acceptances, evidence.acceptancesKey),
  };
  const orders = evidence.users.flatMap((user) => {
    const linesOf = (id: string): number => user.paths.find((one) => one.id === id)?.pages[0]?.pieces.length ?? 0;
    // The shortest paths first, and options with all their neighbours: what a true proof leaves open hides a forgery that does.
    const proofs = user.proofs.toSorted(
      (a, b) => linesOf(a.id) - linesOf(b.id) || b.answer.ticks.length - a.answer.ticks.length,
    );
    return proofs.flatMap(({ family, id, answer }): readonly GoodOrder[] => {
      if (family !== 'forex' && family !== 'micro') return [];
      const { closeReason, targetKind, ratePair } = answer.terms;
      const converted = ratePair === null || ratePair === undefined ? '' : 'converted';
      const kind = [family, closeReason, targetKind ?? '', converted].map(String).join(' ').trim();
      const path = user.paths.find((one) => one.id === id)?.pages ?? [];
      const before = taken.get(kind) ?? 0;
      // An order whose path was not read would be forged without it.
      if (before >= most || (family === 'forex' && path.length === 0) || linesOf(id) > MOST_LINES) return [];
      taken.set(kind, before + 1);
      const consistency = {
        ticks: extending(logs.ticks, remembered.ticks.size, answer.checkpoint),
        acceptances: extending(logs.acceptances, remembered.acceptances.size, answer.acceptancesCheckpoint),
      };
      const { verifierKey, acceptancesKey } = evidence;
      const pages = path.map((page, at) => [String(path[at - 1]?.next ?? FIRST), page] as const);
      const receipts = receiptsOf(user.actions, id);
      const given: Given = { proof: answer, verifierKey, path: Object.fromEntries(pages), receipts, consistency };
      const seen = { ...remembered, candles: path[0] && candlesOf(path[0]) };
      return [{ user: user.name, family, id, kind, given, remembered: seen, acceptancesKey }];
    });
  });
  return { orders, logs };
}

/** What somebody remembers who saw the log at half of its length. */
function half({ leaves }: OpenLog, key: string): Remembered {
  const size = Math.ceil(leaves.length / 2);
  return { key, size, root: toBase64(rootAt(leaves, size)) };
}

function candlesOf({ candlesKey: key, candlesCheckpoint }: AnswerOf<'proof_path'>): Remembered | undefined {
  const [, size, root = ''] = (candlesCheckpoint ?? '').split('\n');
  return candlesCheckpoint === null ? undefined : { key, size: Number(size), root };
}

function extending({ leaves }: OpenLog, from: number, checkpoint: string): readonly string[] {
  const to = Number(checkpoint.split('\n')[1]);
  return slowConsistency(sha256, Math.min(from, to), leaves.slice(0, Math.max(from, to))).map(toBase64);
}

function receiptsOf(actions: Evidence['users'][number]['actions'], order: string): readonly Receipt[] {
  return actions.flatMap(({ code, data }) => {
    if (code !== 1 || typeof data !== 'object' || data === null) return [];
    const several = 'receipts' in data && typeof data.receipts === 'object' ? Object.entries(data.receipts ?? {}) : [];
    const own = 'Id' in data && data.Id === order && 'Receipt' in data ? [data.Receipt] : [];
    return [...own, ...several.filter(([id]) => id === order).map(([, one]) => one)].filter(isReceipt);
  });
}
