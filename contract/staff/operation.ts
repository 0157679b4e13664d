// How the server is: what an operator looks at first.

import { z } from 'zod';
import { nothing } from '../fields.ts';
import { ANYBODY, reads } from './drafts.ts';

export const operationEndpoints = {
  health: reads({
    path: '/staff/api/health',
    summary: 'Health of this server: feed, pipeline, log, sockets',
    input: nothing,
    // `ok` is what a load balancer hears at /healthz; the details change with the parts that tell them.
    answer: z.object({ ok: z.boolean(), details: z.record(z.string(), z.unknown()) }),
    // The same that /healthz tells anybody on the users' port.
    roles: ANYBODY,
  }),
};
