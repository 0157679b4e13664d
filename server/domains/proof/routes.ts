// The proof call: what decided an order, each deciding tick with its proof of inclusion in the public log.

import { refuse } from '@fairtick/contract/errors';
import type { AnswerOf } from '@fairtick/contract/http/index';
import type { ForexProofTerms, MicroProofTerms } from '@fairtick/engine/proof';
import type { Pair } from '@fairtick/engine/types';
import { assert, err, ok, type Result } from '@fairtick/kernel/result';
import type { Pool } from '../../platform/database/pools.ts';
import { type Handlers, Unavailable, userOf } from '../../platform/endpoints.ts';
import * as forex from '../forex/index.ts';
import { type MarketAt, type TickLog, ticksByIndex } from '../market/index.ts';
import * as micro from '../micro/index.ts';
import { ticksAround } from './around.ts';
import { forexParts, forexTerms, microParts, microTerms, type Part, proofTick } from './views.ts';

export interface ProofRouteOptions {
  readonly db: Pool;
  readonly log: Pick<TickLog, 'prove' | 'currentCheckpoint'>;
  readonly market: () => MarketAt;
  readonly pair: (pairId: number) => Pair | undefined;
}

export function proofRoutes({ db, log, market, pair }: ProofRouteOptions): Handlers<'proof'> {
  const proven = async (
    order: Record<string, unknown>,
    terms: ForexProofTerms | MicroProofTerms,
    parts: readonly Part[],
  ): Promise<Result<AnswerOf<'proof'>, never>> => {
    const indexes = [...new Set(parts.map((part) => part.index))].sort((a, b) => a - b);
    if (indexes.length === 0)
      return ok({ order, terms: { ...terms }, ticks: [], checkpoint: (await log.currentCheckpoint()).note });
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
    return ok({
      order,
      terms: { ...terms },
      ticks: places.map((place) => ({ ...place, inclusion: [...place.inclusion] })),
      checkpoint: proof.value.checkpoint.note,
    });
  };

  return {
    proof: async (input, context) => {
      const { userId } = userOf(context);
      const orderId = BigInt(input.id);
      const now = market();
      if (input.family === 'micro') {
        const order = await micro.findOwn(db, userId, orderId);
        if (!order) return err(refuse('ORDER_NOT_FOUND'));
        const around = await ticksAround(db, [order]);
        const parts = microParts(order, around.get(order.id) ?? []);
        return proven(micro.microView(order, now, context.lang), microTerms(order), parts);
      }
      const order = await forex.findOwn(db, userId, orderId);
      if (!order) return err(refuse('ORDER_NOT_FOUND'));
      const ratePair = order.terms.ratePairId;
      const ratePrecision = ratePair === undefined ? null : now.precision(ratePair);
      const nights = order.terms.financingRate === 0n ? [] : await forex.readFinancing(db, [order.id]);
      const terms = forexTerms(order, ratePrecision, nights);
      return proven(forex.forexView(order, now, context.lang), terms, forexParts(order, nights));
    },
  };
}
