// The proof of an order: its terms, the ticks that decided it, and where they stand in the public log.

import { z } from 'zod';
import { base64, idText } from '../fields.ts';
import { reads, SIGNED_IN } from './drafts.ts';
import { tick } from './market.ts';

const proofTick = tick.extend({
  role: z.enum(['open', 'close', 'rate', 'previous', 'next']),
  /** Which fill it decided: a rate tick says whether it belongs to the opening or the closing. */
  at: z.enum(['open', 'close', 'night']),
  inclusion: z.array(base64),
});

export const proofEndpoints = {
  proof: reads({
    path: '/v3/api/proof/{family}/{id}',
    summary: 'What decided an order, with proofs of inclusion in the tick log',
    input: z.object({ family: z.enum(['forex', 'micro']), id: idText }),
    answer: z.object({
      order: z.record(z.string(), z.unknown()),
      /** Every number the result depends on; its exact shape is engine/proof.ts. */
      terms: z.record(z.string(), z.unknown()),
      ticks: z.array(proofTick),
      checkpoint: z.string(),
    }),
    roles: SIGNED_IN,
  }),
};
