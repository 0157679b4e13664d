// The proof of an order: its terms, the ticks that decided it, and where they stand in the public log.

import { z } from 'zod';
import { base64, decimal, idText, timeMs, whole } from '../fields.ts';
import { reads, SIGNED_IN } from './drafts.ts';
import { tick } from './market.ts';

const proofTick = tick.extend({
  role: z.enum(['open', 'close', 'rate', 'previous', 'next']),
  /** Which moment it decided or stands beside: a rate tick says whether it belongs to the opening, the closing or a night. */
  at: z.enum(['open', 'close', 'night']),
  inclusion: z.array(base64),
});

const acceptance = z.object({
  kind: z.enum(['placed', 'stops', 'close', 'cancel', 'reset']),
  time: timeMs,
  /** The newest place in the log of ticks that the decision saw. */
  tick: z.number().int(),
  /** Canonical JSON. Of the salt's bytes followed by these, SHA-256 is what the log of acceptances says. */
  contents: z.string(),
  salt: base64,
  index: z.number().int(),
  inclusion: z.array(base64),
});

const shownTick = tick.extend({ inclusion: z.array(base64) });
const count = z.number().int();
/** The newest tick of a pair at a place of the log, and the one behind it. */
const bound = z.object({ place: count, before: shownTick.nullable(), next: shownTick.nullable() });
const shownCandle = z.object({
  pair: z.string(),
  period: z.enum(['minute', 'hour', 'day']),
  start: count,
  firstSeq: count,
  lastSeq: count,
  bidLow: decimal,
  bidHigh: decimal,
  askLow: decimal,
  askHigh: decimal,
  /** Place in the log of candles. */
  index: count,
  inclusion: z.array(base64),
});

export const proofEndpoints = {
  proof_path: reads({
    path: '/v3/api/proof/{family}/{id}/path',
    summary:
      'The ticks and candles that show that nothing set an order off before what did, 200 a page: further pages with `from` and the sizes of the first page’s checkpoints',
    input: z.object({
      family: z.enum(['forex']),
      id: idText,
      from: whole(0, 9e15).optional(),
      ticks: whole(1, 9e15).optional(),
      candles: whole(0, 9e15).optional(),
    }),
    answer: z.object({
      hours: z.enum(['fx', 'metal', 'index', 'always']),
      /** For each place in the log at which something of the order changed, by place; nothing behind a tick that decided. None on further pages. */
      bounds: z.array(bound),
      /** The same of its rate pair, for each place at which a conversion was taken. */
      rates: z.array(bound),
      pieces: z.array(z.union([z.object({ tick: shownTick }), z.object({ candle: shownCandle })])),
      next: count.nullable(),
      /** null on further pages: the first page’s hold for all. */
      checkpoint: z.string().nullable(),
      candlesCheckpoint: z.string().nullable(),
      /** The verifier key of the log of candles. */
      candlesKey: z.string(),
    }),
    roles: SIGNED_IN,
    // A page may read some hundred places.
    rate: { max: 120, perSeconds: 60, by: 'user' },
  }),
  proof: reads({
    path: '/v3/api/proof/{family}/{id}',
    summary:
      'What decided an order and what was asked for, with proofs of inclusion in the logs of ticks and of acceptances',
    input: z.object({ family: z.enum(['forex', 'micro']), id: idText }),
    answer: z.object({
      order: z.record(z.string(), z.unknown()),
      /** Every number the result depends on; its exact shape is engine/proof.ts. */
      terms: z.record(z.string(), z.unknown()),
      ticks: z.array(proofTick),
      checkpoint: z.string(),
      /** What the user was seen to ask for, oldest first; none of an order from before there was a log of acceptances. */
      acceptances: z.array(acceptance),
      /** Of a copy: what its trader was seen to ask for of the order that it is of, until its user followed no more; else none. */
      origin: z.array(acceptance),
      acceptancesCheckpoint: z.string(),
      /** The verifier key of that log. */
      acceptancesKey: z.string(),
    }),
    roles: SIGNED_IN,
  }),
};
