// Everything a client can collect after a replay: orders, proofs, balances, the public terms and the whole public log. See recheck.mjs.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { Client } from './client.ts';
import type { Action, Trader } from './trader.ts';

export interface Evidence {
  readonly verifierKey: string;
  readonly collectedAt: number;
  /** Whether the recording was over. */
  readonly ended: boolean;
  readonly feeType: number;
  readonly pairs: AnswerOf<'trade_list'>;
  readonly pairTerms: readonly AnswerOf<'pair_terms'>[];
  readonly durations: AnswerOf<'get_seconds'>['seconds'];
  /** ms after acceptance from which on a tick may open an option. */
  readonly openDelay: number;
  /** Entry bundles in base64, as the log serves them. */
  readonly log: LogEvidence;
  readonly acceptancesKey: string;
  readonly acceptancesLog: LogEvidence;
  readonly users: readonly UserEvidence[];
}

interface LogEvidence {
  readonly checkpoint: string;
  readonly entries: readonly string[];
}

interface UserEvidence {
  readonly name: string;
  readonly start: AnswerOf<'getBalance'>;
  readonly end: AnswerOf<'getBalance'>;
  readonly actions: readonly Action[];
  readonly forex: AnswerOf<'my_deal'>['data'];
  readonly micro: AnswerOf<'micro_orders'>['data'];
  readonly proofs: readonly { readonly family: string; readonly id: string; readonly answer: AnswerOf<'proof'> }[];
  /** All pages of some orders' paths. */
  readonly paths: readonly { readonly id: string; readonly pages: readonly AnswerOf<'proof_path'>[] }[];
}

const BUNDLE = 256;
const MOST_PAGES = 1_000;

/** Call it when nothing moves any more: the replay is over or stopped, and every option has ended. `paths`: of how many orders of each ending of a user. */
export async function collect(url: () => string, traders: readonly Trader[], paths = 0): Promise<Evidence> {
  const visitor = new Client(url);
  const users: UserEvidence[] = [];
  for (const trader of traders) users.push(await collectUser(trader, paths));
  const { logSize } = await visitor.ask('market_status', {});
  const log = await collectLog(visitor, 'ticks', logSize);
  const acceptancesLog = await collectLog(visitor, 'acceptances');
  const { verifierKey, serverTime, state } = await visitor.ask('market_status', {});
  const { seconds: durations, OpenDelay: openDelay } = await visitor.ask('get_seconds', {});
  const pairs = await visitor.ask('trade_list', {});
  return {
    verifierKey,
    collectedAt: serverTime,
    ended: state === 'ended',
    feeType: (await visitor.ask('getBasicInfo', {})).trade_fee_type,
    pairs,
    pairTerms: await Promise.all(pairs.map(({ Id }) => visitor.ask('pair_terms', { forex_id: Id }))),
    durations,
    openDelay,
    log,
    acceptancesKey: (await visitor.bytes('/tlog/acceptances/key')).toString('utf8').trim(),
    acceptancesLog,
    users,
  };
}

async function collectUser(trader: Trader, most: number): Promise<UserEvidence> {
  const { client, name, start, actions } = trader;
  const forex = (
    await Promise.all(
      [0, 1, 3].map((status) =>
        allPages(
          (page) => client.ask('my_deal', { status, page }),
          (row) => row.Id,
        ),
      ),
    )
  ).flat();
  const micro = (
    await Promise.all(
      (['1', '3'] as const).map((status) =>
        allPages(
          (page) => client.ask('micro_orders', { status, page }),
          (row) => row.Id,
        ),
      ),
    )
  ).flat();
  const proofs: UserEvidence['proofs'][number][] = [];
  for (const { family, id } of [
    ...forex.map(({ Id }) => ({ family: 'forex' as const, id: Id })),
    ...micro.map(({ Id }) => ({ family: 'micro' as const, id: Id })),
  ])
    proofs.push({ family, id, answer: await client.ask('proof', { family, id }) });
  const paths = await collectPaths(client, proofs, most);
  return { name, start, end: await client.ask('getBalance', {}), actions, forex, micro, proofs, paths };
}

async function collectPaths(
  client: Client,
  proofs: UserEvidence['proofs'],
  most: number,
): Promise<UserEvidence['paths']> {
  const taken = new Map<string, number>();
  const paths: UserEvidence['paths'][number][] = [];
  for (const { family, id, answer } of proofs) {
    const { closeReason, targetKind } = answer.terms;
    const kind = `${String(closeReason)} ${String(targetKind)}`;
    const before = taken.get(kind) ?? 0;
    if (family !== 'forex' || before >= most || answer.acceptances.length === 0) continue;
    taken.set(kind, before + 1);
    const pages = [await client.ask('proof_path', { family: 'forex', id })];
    const sizes = { ticks: sizeOf(pages[0]?.checkpoint ?? ''), candles: sizeOf(pages[0]?.candlesCheckpoint ?? '') };
    for (let next = pages[0]?.next; typeof next === 'number' && pages.length < MOST_PAGES; next = pages.at(-1)?.next)
      pages.push(await client.ask('proof_path', { family: 'forex', id, from: next, ...sizes }));
    paths.push({ id, pages });
  }
  return paths;
}

const sizeOf = (checkpoint: string): number => Number(checkpoint.split('\n')[1]);

async function allPages<T>(
  read: (page: number) => Promise<{ readonly data: readonly T[]; readonly total: number }>,
  idOf: (row: T) => string,
): Promise<T[]> {
  const rows = new Map<string, T>();
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { data, total } = await read(page);
    for (const row of data) rows.set(idOf(row), row);
    if (data.length === 0 || rows.size >= total) break;
  }
  return [...rows.values()];
}

/** A checkpoint that covers the whole log of so many entries, where that is known, and every entry below it. The log must rest. */
async function collectLog(visitor: Client, name: string, wanted?: number): Promise<LogEvidence> {
  let checkpoint = '';
  let size = -1;
  for (let tries = 0; tries < 100; tries += 1) {
    checkpoint = (await visitor.bytes(`/tlog/${name}/checkpoint`)).toString('utf8');
    size = sizeOf(checkpoint);
    if (wanted === undefined || size === wanted) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const entries: string[] = [];
  for (let n = 0; n * BUNDLE < size; n += 1) {
    const path = entriesPath(n, Math.min(BUNDLE, size - n * BUNDLE));
    entries.push((await visitor.bytes(`/tlog/${name}/${path}`)).toString('base64'));
  }
  return { checkpoint, entries };
}

function entriesPath(n: number, width: number): string {
  let groups = String(n % 1_000).padStart(3, '0');
  for (let rest = Math.floor(n / 1_000); rest > 0; rest = Math.floor(rest / 1_000))
    groups = `x${String(rest % 1_000).padStart(3, '0')}/${groups}`;
  return `tile/entries/${groups}${width === BUNDLE ? '' : `.p/${width}`}`;
}
