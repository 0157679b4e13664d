// The proof call: what decided an order, each deciding tick with its proof of inclusion in the public log, and what its user was seen to ask for, with
// proofs of inclusion in the log of acceptances.

import { refuse } from '@fairtick/contract/errors';
import type { AnswerOf } from '@fairtick/contract/http/index';
import type { Pair } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import { assert, err, ok, type Result } from '@fairtick/kernel/result';
import { acceptancesOf, type LoggedAcceptance } from '../../platform/acceptances/table.ts';
import type { Pool } from '../../platform/database/pools.ts';
import { type Handlers, Unavailable, userOf } from '../../platform/endpoints.ts';
import type { Integrator, RowsLog } from '../../platform/transparency/index.ts';
import * as forex from '../forex/index.ts';
import { type MarketAt, type TickLog, ticksByIndex } from '../market/index.ts';
import * as micro from '../micro/index.ts';
import { ticksAround } from './around.ts';
import { inclusionOf, type PathOptions, pathOf } from './path.ts';
import { forexParts, forexTerms, microParts, microTerms, type Part, proofAcceptance, proofTick } from './views.ts';

export interface ProofRouteOptions {
  readonly db: Pool;
  readonly log: Pick<TickLog, 'prove'> & PathOptions['log'];
  readonly acceptances: {
    readonly log: Pick<RowsLog, 'currentCheckpoint' | 'checkpointCovering' | 'inclusion' | 'verifierKey'>;
    readonly integrator: Pick<Integrator, 'look'>;
  };
  readonly candles: PathOptions['candles'];
  readonly market: () => MarketAt;
  readonly pair: (pairId: number) => Pair | undefined;
  /** Which of its trader's requests a copy follows: what they ask after its user has left is theirs alone. */
  readonly followed: (
    copyId: Id,
  ) => Promise<(copyId: Id, request: LoggedAcceptance) => 'followed' | 'on_its_way' | 'not'>;
}

type Answer = AnswerOf<'proof'>;

export function proofRoutes(options: ProofRouteOptions): Handlers<'proof' | 'proof_path'> {
  const { db, market, pair } = options;
  const proven = async (
    order: Record<string, unknown> & { readonly Id: string },
    terms: object,
    parts: readonly Part[],
    origin?: Origin,
  ): Promise<Result<Answer, never>> => {
    const [ticks, acceptances] = await Promise.all([
      provenTicks(options, parts),
      provenAcceptances(options, BigInt(order.Id), origin),
    ]);
    return ok({
      ...{ order, terms: { ...terms } },
      ...ticks,
      ...acceptances,
      acceptancesKey: options.acceptances.log.verifierKey,
    });
  };
  return {
    proof_path: async (input, context) => {
      const order = await forex.findOwn(db, userOf(context).userId, BigInt(input.id));
      const of = order && pair(order.pairId);
      return of ? pathOf(options, order, of, input) : err(refuse('ORDER_NOT_FOUND'));
    },
    proof: async (input, context) => {
      const { userId } = userOf(context);
      const orderId = BigInt(input.id);
      const now = market();
      if (input.family === 'micro') {
        const order = await micro.findOwn(db, userId, orderId);
        if (!order) return err(refuse('ORDER_NOT_FOUND'));
        const around = await ticksAround(db, [order]);
        const parts = microParts(order, around.get(order.id) ?? []);
        return proven(
          micro.microView(order, now, context.lang),
          microTerms(order, pair(order.pairId)?.code ?? ''),
          parts,
        );
      }
      const found = await forex.findOwn(db, userId, orderId);
      // Before the copy itself: what its trader asks in between is shown with the next proof.
      const origin = found?.originId === undefined ? undefined : await originOf(options, found.id, found.originId);
      const order = origin ? await forex.findOwn(db, userId, orderId) : found;
      if (!order) return err(refuse('ORDER_NOT_FOUND'));
      const nights = order.terms.financingRate === 0n ? [] : await forex.readFinancing(db, [order.id]);
      const terms = forexTerms(order, (id) => now.pair(id), nights);
      return proven(forex.forexView(order, now, context.lang), terms, forexParts(order, nights), origin);
    },
  };
}

/** Of a copy's origin: which requests it follows. */
interface Origin {
  readonly orderId: Id;
  readonly requests: ReadonlySet<Id>;
}

async function originOf({ db, followed }: ProofRouteOptions, copyId: Id, orderId: Id): Promise<Origin> {
  const theirs = await acceptancesOf(db, [orderId]);
  const asFollowed = await followed(copyId);
  if (theirs.some((one) => one.kind === 'close' && asFollowed(copyId, one) === 'on_its_way'))
    throw new Unavailable('the trader’s closing is on its way');
  const requests = theirs.filter((one) => asFollowed(copyId, one) !== 'not');
  return { orderId, requests: new Set(requests.map(({ id }) => id)) };
}

async function provenTicks(
  { db, log, pair }: ProofRouteOptions,
  parts: readonly Part[],
): Promise<Pick<Answer, 'ticks' | 'checkpoint'>> {
  const indexes = [...new Set(parts.map((part) => part.index))].sort((a, b) => a - b);
  if (indexes.length === 0) return { ticks: [], checkpoint: (await log.currentCheckpoint()).note };
  const [ticks, proof] = await Promise.all([ticksByIndex(db, indexes), log.prove(indexes)]);
  if (!proof.ok) throw new Unavailable(`the log gives no proof now: ${JSON.stringify(proof.error)}`);
  const places = parts.map((part) => {
    const place = indexes.indexOf(part.index);
    const tick = ticks[place];
    const inclusion = proof.value.inclusion[place];
    const of = tick && pair(tick.pairId);
    assert(
      tick?.logIndex === part.index && of !== undefined && inclusion !== undefined,
      'a deciding tick is in the log',
    );
    return proofTick(part, tick, of, inclusion);
  });
  return {
    ticks: places.map((place) => ({ ...place, inclusion: [...place.inclusion] })),
    checkpoint: proof.value.checkpoint.note,
  };
}

async function provenAcceptances(
  { db, acceptances: { log, integrator } }: ProofRouteOptions,
  orderId: Id,
  origin: Origin | undefined,
): Promise<Pick<Answer, 'acceptances' | 'origin' | 'acceptancesCheckpoint'>> {
  const read = async (): Promise<LoggedAcceptance[]> => {
    if (!origin) return [...(await acceptancesOf(db, [orderId]))];
    const all = await acceptancesOf(db, [orderId, origin.orderId]);
    return all.filter((one) => one.orderId === orderId || origin.requests.has(one.id));
  };
  let rows = await read();
  if (rows.length === 0)
    return { acceptances: [], origin: [], acceptancesCheckpoint: (await log.currentCheckpoint()).note };
  if (rows.some(({ index }) => index === null)) {
    await integrator.look();
    rows = await read();
  }
  const placed = rows.flatMap((row) => (row.index === null ? [] : [{ row, index: row.index }]));
  if (placed.length < rows.length) throw new Unavailable('an acceptance waits for its place in the log');
  const { note, at } = await inclusionOf(
    log,
    placed.map(({ index }) => index),
  );
  const shown = (row: LoggedAcceptance, index: number) => ({
    ...proofAcceptance(row, index, []),
    inclusion: [...at(index)],
  });
  const of = (id: Id) => placed.filter(({ row }) => row.orderId === id).map(({ row, index }) => shown(row, index));
  return {
    acceptances: of(orderId),
    origin: origin ? of(origin.orderId) : [],
    acceptancesCheckpoint: note ?? '',
  };
}
