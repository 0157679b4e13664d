// What happens to the chat at a time: who is away is told of an answer, and what is old is forgotten.

import { ok } from '@fairtick/kernel/result';
import type { ChangeBase } from '../../../platform/commands/books.ts';
import type { Command, Outcome } from '../../../platform/commands/command.ts';
import type { Pool } from '../../../platform/database/pools.ts';
import { EACH_DAY, every } from '../../../platform/schedule/periods.ts';
import type { Job } from '../../../platform/schedule/schedule.ts';
import { AWAY_MS } from './rules.ts';
import { forgetOld, untoldAnswers } from './table.ts';

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

async function forgetOldChats(db: Pool): Promise<{ forgotten: number }> {
  let forgotten = 0;
  for (;;) {
    const gone = await forgetOld(db, KEPT_MS, FORGOTTEN_AT_ONCE);
    forgotten += gone;
    if (gone < FORGOTTEN_AT_ONCE) return { forgotten };
  }
}
