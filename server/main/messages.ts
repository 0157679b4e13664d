// The outbox with what this server can send: letters and text messages where their services are set up; where not, they are held.

import type { Clock } from '@fairtick/kernel/clock';
import { readRecipients } from '../domains/parts.ts';
import type { Addresses } from '../platform/config/addresses.ts';
import type { Config } from '../platform/config/config.ts';
import type { Pool } from '../platform/database/pools.ts';
import type { Logger } from '../platform/logger.ts';
import { heldLetters } from '../platform/mail/held.ts';
import { type FindRecipient, MAIL, SMS } from '../platform/mail/letter.ts';
import { smtpSender } from '../platform/mail/smtp.ts';
import { Outbox, type Sender } from '../platform/outbox/outbox.ts';
import { smsSender } from '../platform/sms/gateway.ts';

export interface MessagesOptions {
  readonly config: Pick<Config, 'smtp' | 'sms' | 'printsLetters'>;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly addresses: () => Addresses;
  /** For tests: after the first failure, ms. */
  readonly retryMs?: number;
  readonly leaseMs?: number;
}

/** More than a letter takes whose server is slow in everything it says. */
const LEASE_MS = 180_000;

export function messagesOutbox(options: MessagesOptions): Outbox {
  const { config, pool, clock, logger, addresses, leaseMs = LEASE_MS, retryMs } = options;
  const recipient: FindRecipient = async (userId) => (await readRecipients(pool, [userId])).get(userId);
  const { smtp, sms } = config;
  const senders: Record<string, Sender> = {
    ...(smtp ? { [MAIL]: smtpSender({ smtp, recipient, addresses }) } : {}),
    ...(sms ? { [SMS]: smsSender({ sms, recipient, clock }) } : {}),
  };
  const held = {
    ...(smtp ? {} : { [MAIL]: heldLetters({ logger, print: config.printsLetters, addresses }) }),
    // A text message is a code or the like: it is never printed.
    ...(sms ? {} : { [SMS]: () => {} }),
  };
  return new Outbox({ pool, clock, logger, senders, held, leaseMs, ...(retryMs === undefined ? {} : { retryMs }) });
}
