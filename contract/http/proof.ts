// The proof of an order: its terms, the ticks that decided it, and where they stand in the public log.

import { z } from 'zod';
import { base64, idText, timeMs } from '../fields.ts';
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

export const proofEndpoints = {
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
      acceptancesCheckpoint: z.string(),
    }),
    roles: SIGNED_IN,
  }),
};
