// The letter about a sign-in from a browser that the user never used: when and from where, and a link by which they say that it was not them. The
// link's token waits sealed: whoever reads the database gets none.

import { agentName } from '@fairtick/contract/agent-name';
import type { Id } from '@fairtick/kernel/ids';
import { z } from 'zod';
import type { PoolClient } from '../../../platform/database/pools.ts';
import { runAll } from '../../../platform/database/statement.ts';
import type { RequestContext } from '../../../platform/endpoints.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { letterTo, smsTo } from '../../../platform/mail/letter.ts';
import type { Sender } from '../../../platform/outbox/outbox.ts';
import { insertOutbox, type Message } from '../../../platform/outbox/table.ts';
import { networkOf } from '../../../platform/sign-in/network.ts';
import { hashToken, newToken } from '../../../platform/sign-in/token.ts';
import { namesOf } from '../names/table.ts';
import { minuteText } from '../opening.ts';
import type { SignInOptions } from '../signing-in/options.ts';
import { isToldAgain } from '../telling/often.ts';
import { userTickets } from '../tickets.ts';

/** The kind of message in the outbox. */
export const NEW_SIGN_IN = 'new_sign_in';
/** So long a link is good. */
const LINK_MS = 7 * 24 * 3_600_000;

const payload = z.object({ sealed: z.base64(), params: z.record(z.string(), z.string()) });
const about = (userId: Id): string => `not_me/${userId}`;

/** In the transaction of the sign-in. By every name: the letter has the link, the text message says it to whom only the mobile is left. */
export async function tellNewSignIn(
  options: Pick<SignInOptions, 'entropy' | 'keys' | 'clock'>,
  tx: PoolClient,
  userId: Id,
  { agent, address }: Pick<RequestContext, 'agent' | 'address'>,
): Promise<void> {
  const { entropy, keys, clock } = options;
  if (!(await isToldAgain(options, tx, userId, 'new_sign_in'))) return;
  const names = await namesOf(tx, userId);
  if (names.some(({ kind }) => kind === 'mobile'))
    await runAll(tx, insertOutbox([smsTo({ userId, template: 'new_sign_in', params: {} })]));
  if (!names.some(({ kind }) => kind === 'email')) return;
  const token = newToken(entropy);
  const link = { hash: hashToken(token), kind: 'not_me', ownerId: userId, goodMs: LINK_MS } as const;
  await userTickets.insert(tx, link, clock.now());
  const sealed = Buffer.from(keys.seal('sent_codes', Buffer.from(token), about(userId))).toString('base64');
  const params = { time: minuteText(clock.now()), network: networkOf(address), ...agentName(agent) };
  const waits: z.infer<typeof payload> = { sealed, params };
  await runAll(tx, insertOutbox([{ kind: NEW_SIGN_IN, ownerId: userId, payload: waits }]));
}

/** The letter that the message becomes. Throws where it is none, or this server does not have the master key that sealed it. */
export function newSignInLetter(keys: Keys, message: Message): Message {
  const { sealed, params } = payload.parse(message.payload);
  const token = keys.open('sent_codes', Buffer.from(sealed, 'base64'), about(message.ownerId));
  if (!token) throw new Error('the master key that sealed this link is not here');
  const told = { ...params, token: Buffer.from(token).toString() };
  return { ...message, payload: letterTo({ userId: message.ownerId, template: 'new_sign_in', params: told }).payload };
}

/** Sends such letters by what sends letters. */
export const newSignInSender =
  (keys: Keys, next: Sender): Sender =>
  (message) =>
    next(newSignInLetter(keys, message));
