// The outbox with what this server can send: letters and text messages where their services are set up; where not, they are held.

import type { Clock } from '@fairtick/kernel/clock';
import {
  ANNOUNCEMENT_MESSAGES,
  type AnnouncingOptions,
  announcementMailSender,
  announcementPush,
  CODE_MESSAGES,
  type CodeSendingOptions,
  codeSender,
  NEW_SIGN_IN,
  newSignInLetter,
  newSignInSender,
  pushTargets,
  readRecipients,
  readWord,
  toldBy,
} from '../domains/parts.ts';
import type { Addresses } from '../platform/config/addresses.ts';
import type { Config } from '../platform/config/config.ts';
import type { Pool } from '../platform/database/pools.ts';
import type { Keys } from '../platform/keys/keys.ts';
import type { Logger } from '../platform/logger.ts';
import { heldLetters } from '../platform/mail/held.ts';
import { type FindRecipient, MAIL, SMS } from '../platform/mail/letter.ts';
import { letterPost, smtpSender } from '../platform/mail/smtp.ts';
import { Outbox, type Sender } from '../platform/outbox/outbox.ts';
import type { Message } from '../platform/outbox/table.ts';
import { PUSH } from '../platform/push/message.ts';
import { pushSender } from '../platform/push/sender.ts';
import { smsSender } from '../platform/sms/gateway.ts';

export interface MessagesOptions {
  readonly config: Pick<Config, 'smtp' | 'sms' | 'printsLetters'> & Partial<Pick<Config, 'pushOrigins'>>;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Codes and links wait sealed. */
  readonly keys: Keys;
  readonly addresses: () => Addresses;
  /** By kind: what is made here instead of being sent. */
  readonly makers?: Readonly<Record<string, Sender>>;
  /** For tests: after the first failure, ms. */
  readonly retryMs?: number;
  readonly leaseMs?: number;
}

/** More than a letter takes whose server is slow in everything it says. */
const LEASE_MS = 180_000;

export function messagesOutbox(options: MessagesOptions): Outbox {
  const { pool, clock, logger, leaseMs = LEASE_MS, retryMs } = options;
  return new Outbox({
    ...{ pool, clock, logger, leaseMs },
    senders: sendersOf(options),
    held: heldOf(options),
    ...(retryMs === undefined ? {} : { retryMs }),
  });
}

function sendersOf(options: MessagesOptions): Record<string, Sender> {
  const { config, pool, clock, keys, addresses, makers = {} } = options;
  const recipient: FindRecipient = async (userId) => {
    const found = (await readRecipients(pool, [userId])).get(userId);
    return found && { ...found, word: await readWord(keys, pool, userId) };
  };
  const post = config.smtp && letterPost(config.smtp);
  const mail = post && smtpSender({ post, recipient, addresses });
  const sms = config.sms && smsSender({ sms: config.sms, recipient, clock });
  const codes = codesOf(options);
  const { pushOrigins: origins = [] } = config;
  const pushed = { db: pool, keys, recipient, addresses, origins, ...pushTargets(pool, keys) };
  const announcing: AnnouncingOptions = { db: pool, clock, keys, recipient, addresses };
  return {
    [PUSH]: pushSender(pushed),
    [ANNOUNCEMENT_MESSAGES.push]: pushSender({ ...pushed, body: announcementPush(announcing) }),
    ...makers,
    ...(post && mail
      ? {
          [ANNOUNCEMENT_MESSAGES.mail]: announcementMailSender(announcing, post),
          [MAIL]: mail,
          [CODE_MESSAGES.email]: codeSender(codes, mail),
          [NEW_SIGN_IN]: newSignInSender(codes.keys, mail),
        }
      : {}),
    ...(sms ? { [SMS]: sms, [CODE_MESSAGES.mobile]: codeSender(codes, sms) } : {}),
  };
}

function heldOf({ config, ...options }: MessagesOptions): Record<string, (message: Message) => void> {
  const { logger, addresses } = options;
  const print = heldLetters({ logger, print: config.printsLetters, addresses });
  const printCode = (message: Message): void => {
    if (!config.printsLetters) return;
    toldBy(codesOf(options), message)
      .then((told) => told && print(told))
      .catch((error: unknown) => logger.warn({ err: error }, 'a code waits that cannot be printed'));
  };
  const printSignIn = (message: Message): void => {
    if (config.printsLetters) print(newSignInLetter(options.keys, message));
  };
  const nothing = (): void => {};
  return {
    ...(config.smtp
      ? {}
      : {
          [MAIL]: print,
          [CODE_MESSAGES.email]: printCode,
          [NEW_SIGN_IN]: printSignIn,
          [ANNOUNCEMENT_MESSAGES.mail]: nothing,
        }),
    // A text message is a code or the like: it is never printed.
    ...(config.sms ? {} : { [SMS]: nothing, [CODE_MESSAGES.mobile]: nothing }),
  };
}

const codesOf = ({ pool, clock, keys }: Omit<MessagesOptions, 'config'>): CodeSendingOptions => ({
  db: pool,
  clock,
  keys,
});
