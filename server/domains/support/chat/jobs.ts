// What happens to the chat at a time: who is away is told of an answer, and what is old is forgotten.

import type { Id } from '@fairtick/kernel/ids';
import { ok } from '@fairtick/kernel/result';
import type { ChangeBase } from '../../../platform/commands/books.ts';
import type { Command, Outcome } from '../../../platform/commands/command.ts';
import { inTransaction } from '../../../platform/commands/transaction.ts';
import type { Pool, PoolClient } from '../../../platform/database/pools.ts';
import { EACH_DAY, every } from '../../../platform/schedule/periods.ts';
import type { Job } from '../../../platform/schedule/schedule.ts';
import { AWAY_MS, LEFT_MS } from './rules.ts';
import { addMessage, closeLeft, forgetOld, holdLine, leftThreads, untoldAnswers } from './table.ts';

export interface ChatJobOptions {
  readonly submit: (command: Command<unknown, ChangeBase>) => Promise<Outcome>;
  readonly db: Pool;
}

/** At most one batch. */
const AT_ONCE = 200;
const MINUTE_MS = 60_000;
/** 24 months; the table gives up nothing that is younger. */
const KEPT_MS = 730 * 86_400_000;
const FORGOTTEN_AT_ONCE = 1_000;

export const chatJobs = (options: ChatJobOptions): Job[] => [
  { name: 'chat answers told', periods: every(MINUTE_MS), missed: 'newest', run: () => tellAnswers(options) },
  { name: 'left chats closed', ...EACH_DAY, run: ({ signal }) => closeLeftChats(options.db, signal) },
  { name: 'old chats forgotten', ...EACH_DAY, run: () => forgetOldChats(options.db) },
];

/** One notice until the user has read, without a word of what was answered: it may be seen on a screen that is locked. */
async function tellAnswers({ submit, db }: ChatJobOptions): Promise<{ told: number }> {
  const untold = await untoldAnswers(db, AWAY_MS, AT_ONCE);
  const outcomes = await Promise.all(
    untold.map(({ user_id: userId, realm, seq }) => {
      const notice = { userId, kind: 'chat_answer', orderId: undefined, params: {}, cause: `chat:${seq}` } as const;
      return submit({
        ...{ name: 'chat_told', realm, owners: [userId], looksAt: [] },
        decide: () => ok({ change: { notices: [notice] }, answer: {} }),
      });
    }),
  );
  return { told: outcomes.filter((outcome) => outcome.ok).length };
}

/** Each by itself, under its line as whoever writes to it: a word that comes meanwhile keeps it open. */
export async function closeLeftChats(db: Pool, signal?: AbortSignal): Promise<{ closed: number }> {
  let closed = 0;
  for (;;) {
    const left = await leftThreads(db, LEFT_MS, AT_ONCE);
    for (const { id, user_id: userId } of left) {
      if (signal?.aborted) return { closed };
      closed += Number(await inTransaction(db, (tx) => closeOne(tx, id, userId)));
    }
    if (left.length < AT_ONCE) return { closed };
  }
}

async function closeOne(tx: PoolClient, id: Id, userId: Id): Promise<boolean> {
  const line = await holdLine(tx, userId);
  if (!(await closeLeft(tx, id, LEFT_MS))) return false;
  const said = { author: 'system', text: 'closed', staffId: undefined, masked: [] } as const;
  await addMessage(tx, line, { ...said, userId, threadId: id });
  return true;
}

async function forgetOldChats(db: Pool): Promise<{ forgotten: number }> {
  let forgotten = 0;
  for (;;) {
    const gone = await forgetOld(db, KEPT_MS, FORGOTTEN_AT_ONCE);
    forgotten += gone;
    if (gone < FORGOTTEN_AT_ONCE) return { forgotten };
  }
}
