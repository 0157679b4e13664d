// The receipts that the server gave for this browser's commands about orders, kept to be held against the public log: whoever has one can show that a command was
// taken in, whatever a later proof leaves out.

import { isRecord } from '@fairtick/contract/client/is-record';
import { readStored, writeStored } from '@fairtick/contract/client/storage';
import type { Receipt } from '@fairtick/contract/receipts';
import { currentSession } from './session.ts';

interface KeptReceipt extends Receipt {
  readonly user: string;
  readonly order: string;
}

const KEY = 'receipts';
/** Of all users of this browser together; the oldest go first. */
const MOST = 500;

/** `answer`: of a command about one order, or of one that closed several. What carries no receipt is left. */
export function keepReceipts(answer: unknown): void {
  const user = currentSession()?.user.id;
  if (user === undefined || !isRecord(answer)) return;
  const { Id, Receipt: one, receipts } = answer;
  const given = [...(typeof Id === 'string' ? [[Id, one] as const] : []), ...Object.entries(asRecord(receipts))];
  const fresh = given.flatMap(([order, receipt]) => kept({ ...asRecord(receipt), user, order }) ?? []);
  if (fresh.length === 0) return;
  // A command that was sent twice is answered with the same receipt.
  const before = all().filter((old) => !fresh.some(({ order, hash }) => order === old.order && hash === old.hash));
  writeStored('local', KEY, [...before, ...fresh].slice(-MOST));
}

/** Those of the signed-in user about this order. */
export function receiptsOf(order: string): readonly Receipt[] {
  const user = currentSession()?.user.id;
  return all().filter((one) => one.user === user && one.order === order);
}

function all(): readonly KeptReceipt[] {
  const stored = readStored('local', KEY);
  return Array.isArray(stored) ? stored.flatMap((one: unknown) => kept(asRecord(one)) ?? []) : [];
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

const KINDS = ['placed', 'stops', 'close', 'cancel', 'reset'] as const satisfies readonly Receipt['kind'][];

function kept({
  user,
  order,
  kind: said,
  time,
  tick,
  hash,
}: Readonly<Record<string, unknown>>): KeptReceipt | undefined {
  const kind = KINDS.find((one) => one === said);
  if (typeof user !== 'string' || typeof order !== 'string' || typeof hash !== 'string') return undefined;
  if (kind === undefined || typeof time !== 'number' || typeof tick !== 'number') return undefined;
  return { user, order, kind, time, tick, hash };
}
