// Limits that people set themselves: on a day's loss, and breaks.

import { z } from 'zod';
import { decimal, nothing, timeMs, typed } from '../fields.ts';
import { changes, reads } from './drafts.ts';

const REAL = ['real'] as const;
const FEW = { max: 60, perSeconds: 3_600, by: 'user' } as const;

const limits = z.object({
  /** USD a day; null where there is none. */
  dailyLoss: decimal.nullable(),
  /** What replaces it, and from when: a limit is raised or taken away after a day. */
  next: z.object({ dailyLoss: decimal.nullable(), from: timeMs }).nullable(),
  /** Of today, gains included: above 0 is a loss. */
  lostToday: decimal,
  /** null without a limit. */
  left: decimal.nullable(),
  /** The end of a break; 0 where there is none, and the end of time for one that does not end. */
  coolOffUntil: timeMs,
});

export const protectionEndpoints = {
  limits: reads({
    path: '/v3/api/limits',
    summary: 'The daily loss limit and the break in force',
    input: nothing,
    answer: limits,
    roles: REAL,
  }),
  limits_set: changes({
    method: 'POST',
    path: '/v3/api/limits',
    summary: 'Set a daily loss limit in USD; empty takes it away. Lower holds at once, higher or none after a day',
    whileClosing: 'passes',
    input: z.object({ daily_loss: typed }),
    answer: limits,
    roles: REAL,
    rate: FEW,
  }),
  cool_off: changes({
    method: 'POST',
    path: '/v3/api/limits/cool_off',
    summary: 'Take a break from new orders. It cannot be shortened; one of a month or for ever needs a step-up',
    whileClosing: 'passes',
    input: z.object({ hours: z.enum(['24', '168', '720', 'forever']) }),
    answer: limits,
    roles: REAL,
    rate: FEW,
  }),
};
