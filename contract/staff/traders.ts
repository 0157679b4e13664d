// Applications to become a trader, and what becomes of traders.

import { z } from 'zod';
import { decimal, idText, page, timeMs, whole } from '../fields.ts';
import { TRADER_STATES } from '../trader-words.ts';
import { changes, reads } from './drafts.ts';

const queued = z.object({
  id: z.string(),
  uid: z.string(),
  userId: z.string(),
  nickname: z.string(),
  state: z.enum(TRADER_STATES),
  applied: timeMs,
  /** Answered before this moment. */
  due: timeMs,
  decided: timeMs.nullable(),
});
export type QueuedTrader = z.infer<typeof queued>;

const figures = z.object({ rate: decimal, win: decimal, profit: decimal, trades: z.number().int() });

const READS = { act: 'traders', grants: ['read', 'do'] } as const;

export const traderStaffEndpoints = {
  traders_queue: reads({
    path: '/staff/api/traders',
    summary: 'Applications that wait, the oldest first; or those that were decided, newest first',
    input: z.object({ state: z.enum(TRADER_STATES).optional().default('waiting'), page }),
    answer: z.object({ data: z.array(queued), total: z.number().int(), waiting: z.number().int() }),
    right: READS,
  }),
  trader_item: reads({
    path: '/staff/api/traders/{id}',
    summary: 'An application with the record behind it, computed from closed orders, and other accounts of the person',
    input: z.object({ id: idText }),
    answer: queued.extend({
      verified: z.boolean(),
      country: z.string(),
      reason: z.string(),
      decidedBy: z.string(),
      agreement: z.object({ version: z.number().int(), lang: z.string(), hash: z.string() }),
      record: z.object({
        threeWeeks: figures,
        total: figures,
        averageGain: decimal,
        averageLoss: decimal,
        worst: decimal,
        multiple: whole(0, 100_000),
        pair: z.string(),
        openResult: decimal,
        openMargin: decimal,
        equity: decimal,
        /** In percent; empty before there are two hours of it. */
        drawdown: z.string(),
      }),
      /** UIDs of other accounts that were verified by the same document. */
      samePerson: z.array(z.string()),
    }),
    right: READS,
  }),
  trader_decide: changes({
    method: 'POST',
    path: '/staff/api/traders/decide',
    summary:
      'Approve or reject what waits, suspend who leads, or end a suspension by approving again. A reason is read by the trader',
    input: z.object({
      id: idText,
      decision: z.enum(['approve', 'reject', 'suspend']),
      reason: z.string().max(2_000).optional().default(''),
    }),
    answer: z.object({}),
    right: { act: 'traders', grants: ['do'] },
  }),
};
