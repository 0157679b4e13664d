// What whoever gave a command about an order is answered beside the order: what the log of acceptances says of it, so that it can be held against the log.

import { z } from 'zod';
import { base64, timeMs } from './fields.ts';

export const receipt = z.object({
  kind: z.enum(['placed', 'stops', 'close', 'cancel', 'reset']),
  /** When the command was decided. */
  time: timeMs,
  /** The newest place in the log of ticks that the decision saw. */
  tick: z.number().int(),
  /** Of the acceptance's salt and contents, SHA-256. */
  hash: base64,
});
export type Receipt = z.infer<typeof receipt>;
