// What becomes of a code once it is sent: a letter or a text message with it, one that says that there is an account already, or nothing. Decided
// here, behind the answer to whoever asked for it.

import type { Clock } from '@fairtick/kernel/clock';
import type { Queries } from '../../../platform/database/pools.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { letterTo, smsTo } from '../../../platform/mail/letter.ts';
import { GivenUp, type Sender } from '../../../platform/outbox/outbox.ts';
import type { Message } from '../../../platform/outbox/table.ts';
import { findName } from '../names/table.ts';
import { type OpenedCode, openCode } from './message.ts';

export interface CodeSendingOptions {
  readonly db: Queries;
  readonly clock: Clock;
  readonly keys: Keys;
}

/** Sends codes by what sends letters, or text messages. */
export const codeSender =
  (options: CodeSendingOptions, next: Sender): Sender =>
  async (message) => {
    const told = await toldBy(options, message);
    if (told) await next(told);
  };

/**
 * The letter or text message that a code's message becomes; undefined where nothing is to be sent. Throws GivenUp where it comes too late: nobody
 * could use the code any more.
 */
export async function toldBy({ db, clock, keys }: CodeSendingOptions, message: Message): Promise<Message | undefined> {
  const opened = openCode(keys, message);
  if (!opened) throw new Error('the master key that sealed this code is not here');
  if (clock.now() >= opened.expires) throw new GivenUp('nothing was sent: the code was not good any more');
  const template = await templateOf(db, opened);
  if (template === undefined) return undefined;
  const { kind, name: address, code, purpose, lang } = opened;
  const params: Record<string, string> = template === 'code' ? { code } : {};
  const letter = template === 'code' ? (`code_${purpose}` as const) : template;
  const { payload } =
    kind === 'mobile'
      ? smsTo({ address, template, params, lang })
      : letterTo({ address, template: letter, params, lang });
  return { ...message, payload };
}

/**
 * Asked for every code alike. An e-mail that no code was ever entered for cannot be reset: whoever registered it may have no claim to it. Nor does it
 * keep its mailbox's owner from registering.
 */
async function templateOf(db: Queries, { purpose, name }: OpenedCode): Promise<'code' | 'account_exists' | undefined> {
  const held = await findName(db, name);
  const reached = held !== undefined && held.verified_time !== null;
  if (purpose === 'register') return reached ? 'account_exists' : 'code';
  if (purpose === 'reset') return reached ? 'code' : undefined;
  return 'code';
}
