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
  readonly log: { readonly checkpoint: string; readonly entries: readonly string[] };
  readonly users: readonly UserEvidence[];
}

interface UserEvidence {
  readonly name: string;
  readonly start: AnswerOf<'getBalance'>;
  readonly end: AnswerOf<'getBalance'>;
  readonly actions: readonly Action[];
  readonly forex: AnswerOf<'my_deal'>['data'];
  readonly micro: AnswerOf<'micro_orders'>['data'];
  readonly proofs: readonly { readonly family: string; readonly id: string; readonly answer: AnswerOf<'proof'> }[];
}

const BUNDLE = 256;
const MOST_PAGES = 1_000;

/** Call it when nothing moves any more: the replay is over or stopped, and every option has ended. */
export async function collect(url: () => string, traders: readonly Trader[]): Promise<Evidence> {
  const visitor = new Client(url);
  const users: UserEvidence[] = [];
  for (const trader of traders) users.push(await collectUser(trader));
  const log = await collectLog(visitor);
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
    users,
  };
}

async function collectUser(trader: Trader): Promise<UserEvidence> {
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
  return { name, start, end: await client.ask('getBalance', {}), actions, forex, micro, proofs };
}

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

/** A checkpoint that covers the whole log, and every entry below it. The log must rest. */
async function collectLog(visitor: Client): Promise<Evidence['log']> {
  let checkpoint = '';
  let size = -1;
  for (let tries = 0; tries < 100; tries += 1) {
    const { logSize } = await visitor.ask('market_status', {});
    checkpoint = (await visitor.bytes('/tlog/checkpoint')).toString('utf8');
    size = Number(checkpoint.split('\n')[1]);
    if (size === logSize) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const entries: string[] = [];
  for (let n = 0; n * BUNDLE < size; n += 1)
    entries.push(
      (await visitor.bytes(`/tlog/${entriesPath(n, Math.min(BUNDLE, size - n * BUNDLE))}`)).toString('base64'),
    );
  return { checkpoint, entries };
}

function entriesPath(n: number, width: number): string {
  let groups = String(n % 1_000).padStart(3, '0');
  for (let rest = Math.floor(n / 1_000); rest > 0; rest = Math.floor(rest / 1_000))
    groups = `x${String(rest % 1_000).padStart(3, '0')}/${groups}`;
  return `tile/entries/${groups}${width === BUNDLE ? '' : `.p/${width}`}`;
}
