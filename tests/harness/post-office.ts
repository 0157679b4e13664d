// A real SMTP server on this machine that takes, delays, refuses or cuts off what it is sent, and keeps what it took.

import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** undefined takes it; a number is the code of the refusal, a text that begins with one all that is said; 'cut' ends the connection without a word. */
export type Verdict = number | `${number} ${string}` | 'cut' | undefined;

export interface PostOffice {
  readonly port: number;
  /** With the sender's and reader's address, as they came. */
  readonly taken: TakenLetter[];
  /** Asked for each reader, in order. */
  onReader: (address: string) => Verdict;
  /** Asked once a letter has come whole. */
  onLetter: (letter: TakenLetter) => Verdict;
  close(): Promise<void>;
}

export interface TakenLetter {
  readonly from: string;
  readonly to: readonly string[];
  readonly secure: boolean;
  readonly raw: string;
}

const refusal = (said: Exclude<Verdict, 'cut' | undefined>, about: string): Error => {
  const [code, text] = typeof said === 'number' ? [said, 'no'] : [Number(said.slice(0, 3)), said.slice(4)];
  return Object.assign(new Error(`${text}: <${about}> is not served`), { responseCode: code });
};

export async function openPostOffice(options: SMTPServerOptions = {}): Promise<PostOffice> {
  const taken: TakenLetter[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.secure ? [] : ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, _session, callback) {
      const verdict = office.onReader(address);
      callback(verdict === undefined || verdict === 'cut' ? null : refusal(verdict, address));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        const letter: TakenLetter = {
          from: mailFrom ? mailFrom.address : '',
          to,
          secure: session.secure,
          raw: Buffer.concat(chunks).toString('utf8'),
        };
        const verdict = office.onLetter(letter);
        if (verdict === undefined || verdict === 'cut') taken.push(letter);
        if (verdict === 'cut') for (const connection of server.connections) connection.close();
        else callback(verdict === undefined ? null : refusal(verdict, to.join()));
      });
    },
    ...options,
  });
  // A client that is cut off or leaves is no concern of the office's.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const office: PostOffice = {
    port: portOf(server.server.address()),
    taken,
    onReader: () => undefined,
    onLetter: () => undefined,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
  return office;
}

export const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address ? address.port : 0;

/** A header's value, unfolded and with its words in UTF-8. */
export function headerOf({ raw }: TakenLetter, name: string): string {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const line = head.split('\r\n').find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? '';
  const value = line.slice(name.length + 1).trim();
  return value
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?(b|q)\?([^?]*)\?=/gi, (_, how: string, coded: string) =>
      how.toLowerCase() === 'b' ? Buffer.from(coded, 'base64').toString() : quotedText(coded.replace(/_/g, ' ')),
    );
}

/** The text of the parts of this type. */
export function partOf({ raw }: TakenLetter, type: string): string {
  for (const part of raw.split(/\r\n--[^\r\n]+\r\n/).slice(1)) {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    if (!head.toLowerCase().includes(`content-type: ${type}`)) continue;
    const body = rest.join('\r\n\r\n').replace(/\r\n--[^\r\n]+--\s*$/, '');
    if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString();
    return /transfer-encoding: quoted-printable/i.test(head) ? quotedText(body) : body;
  }
  return '';
}

function quotedText(coded: string): string {
  const bytes = coded
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
