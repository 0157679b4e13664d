// Sends letters by SMTP. A letter that is tried again carries the same Message-ID; one that is refused for good is given up at once.

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
  readonly message: string;
}

/** What the server said, without anybody's address: it is logged, and shown to the staff. */
function failureOf(error: unknown): Error {
  const { code, command, responseCode, message }: SmtpError =
    error instanceof Error ? error : { message: String(error) };
  const said = message.replace(/<?[^\s<>@]+@[^\s<>@]+>?/g, '…');
  if (!isFinal(code, command, responseCode)) return new Error(said);
  return command === 'RCPT TO' ? new AddressRefused(said) : new GivenUp(said);
}

/** What the server says of this letter or its reader, not of us: who we are and how we sign in may be mended. */
function isFinal(code: unknown, command: unknown, responseCode: unknown): boolean {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  if (responseCode === undefined) return command === 'API';
  const asksWhoWeAre = command === 'MAIL FROM' || (Number(responseCode) >= 530 && Number(responseCode) <= 538);
  return Number(responseCode) >= 500 && !asksWhoWeAre;
}
