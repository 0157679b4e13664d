// Sends letters by SMTP. A letter that is tried again carries the same Message-ID; one whose reader is
// not there is given up at once.

import { createTransport } from 'nodemailer';
import type { Addresses } from '../config/addresses.ts';
import { messageName } from '../outbox/message-name.ts';
import { GivenUp, type Sender } from '../outbox/outbox.ts';
import type { Message } from '../outbox/table.ts';
import { type Composed, composeLetter } from './compose.ts';
import { type FindRecipient, unsentOf } from './letter.ts';

/** May hold a password: never log it. */
export interface SmtpAccount {
  readonly url: string;
  readonly from: string;
}

export interface MailOptions {
  readonly post: LetterPost;
  readonly recipient: FindRecipient;
  readonly addresses: () => Addresses;
}

/** Hands a letter to the mail server. Rejects with GivenUp where it will never be taken. */
export type LetterPost = (
  message: Message,
  to: string,
  letter: Composed,
  headers?: Readonly<Record<string, string>>,
) => Promise<void>;

/** The mail server takes no letter to this address, now or later. */
export class AddressRefused extends GivenUp {}

/** For a connection, and for each thing the server is to say. */
const CONNECTION_LIMIT_MS = 10_000;
const ANSWER_LIMIT_MS = 15_000;

export function letterPost(smtp: SmtpAccount): LetterPost {
  const transport = createTransport({
    url: smtp.url,
    connectionTimeout: CONNECTION_LIMIT_MS,
    greetingTimeout: CONNECTION_LIMIT_MS,
    socketTimeout: ANSWER_LIMIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = smtp.from.slice(smtp.from.lastIndexOf('@') + 1);
  return async (message, to, letter, headers = {}) => {
    try {
      await transport.sendMail({
        ...letter,
        from: { name: 'Fairtick', address: smtp.from },
        to: { name: '', address: to },
        messageId: `<${messageName(message)}@${domain}>`,
        headers: { 'auto-submitted': 'auto-generated', ...headers },
      });
    } catch (error) {
      throw failureOf(error);
    }
  };
}

export const smtpSender =
  ({ post, recipient, addresses }: MailOptions): Sender =>
  async (message) => {
    const { address, own, template, params, lang } = unsentOf(message);
    const found = message.ownerId === 0n ? undefined : await recipient(message.ownerId);
    const to = address ?? found?.email;
    if (to === undefined) throw new GivenUp('nothing was sent: the user has no e-mail address');
    // The word is for its owner alone: what they type as their new address may be anybody's.
    const word = own || to === found?.email ? found?.word : '';
    const reader = { word, lang: lang ?? found?.lang, zone: found?.zone };
    await post(message, to, composeLetter({ template, params, ...reader, addresses: addresses() }));
  };

interface SmtpError {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly message: string;
}

/** What the server said, without anybody's address: it is logged, and shown to the staff. */
function failureOf(error: unknown): Error {
  const { code, command, responseCode, response, message }: SmtpError =
    error instanceof Error ? error : { message: String(error) };
  const said = message.replace(/<?[^\s<>@]+@[^\s<>@]+>?/g, '…');
  // Nothing was asked of a server: what is written on the letter is no address at all.
  if (code === 'EENVELOPE' && responseCode === undefined && command === 'API') return new GivenUp(said);
  if (command === 'RCPT TO' && saysNobodyIsThere(Number(responseCode), String(response ?? message)))
    return new AddressRefused(said);
  return new Error(said);
}

/** There is no such mailbox or domain, it has moved, or it takes nothing any more (RFC 3463). 5.1.7 and 5.1.8 are about the sender. */
const NOBODY_THERE = /^5\.(1\.([0-6]|10)|2\.1)$/;
/** By servers that say no more than a number (RFC 5321): a mailbox that is not there, has moved, or has a name that can't be. */
const BARE_NOBODY: ReadonlySet<number> = new Set([550, 551, 553]);
const ABOUT_US =
  /\b(spam|block|black|deny|denied|policy|policies|relay|reputation|spf|dkim|dmarc|rate|limit|auth|abuse|rbl|helo)/i;

/**
 * Whether the server says for good that nobody is at this address. What it refuses by a policy, for who we are or for what the letter looks like says
 * nothing of that: it is tried again, and given up after all tries where the staff see it.
 */
export function saysNobodyIsThere(responseCode: number, response: string): boolean {
  if (responseCode < 500 || responseCode > 599) return false;
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  if (enhanced !== undefined) return NOBODY_THERE.test(enhanced);
  return BARE_NOBODY.has(responseCode) && !ABOUT_US.test(response);
}
