// Signing in over HTTP on a real database and a clock of the test's own: people with passwords and second factors, and what they call.

import { ERROR_CODES } from '@fairtick/contract/errors';
import { type EndpointName, usersTable } from '@fairtick/contract/http/index';
import { ManualClock } from '@fairtick/kernel/clock';
import { systemEntropy } from '@fairtick/kernel/random';
import { openCode } from '@fairtick/server/domains/accounts/codes/message';
import { newSignInLetter } from '@fairtick/server/domains/accounts/devices/new-sign-in';
import { insertPasskey, insertSecret } from '@fairtick/server/domains/accounts/factors/factor-table';
import { newCodes } from '@fairtick/server/domains/accounts/factors/recovery';
import { insertCodes } from '@fairtick/server/domains/accounts/factors/recovery-table';
import { Passwords } from '@fairtick/server/domains/accounts/index';
import { addressReader } from '@fairtick/server/edge/http/client-address';
import type { Pool } from '@fairtick/server/platform/database/pools';
import { unsentOf } from '@fairtick/server/platform/mail/letter';
import type { Message } from '@fairtick/server/platform/outbox/table';
import { Passkeys } from '@fairtick/server/platform/sign-in/passkeys';
import { newToken } from '@fairtick/server/platform/sign-in/token';
import { newSecret, provisioned, sealSecret } from '@fairtick/server/platform/sign-in/totp';
import { Secret, TOTP } from 'otpauth';
import { afterAll, expect } from 'vitest';
import { z } from 'zod';
import { Authenticator } from '../../harness/authenticator.ts';
import { TEST_ADDRESSES, testKeys } from '../../harness/outside.ts';
import { insertNamedUser } from '../../harness/users.ts';
import { type Answered, type Edge, send, startEdge } from '../http/edge.ts';

export const PASSWORD = 'correct horse';
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

const NAMES = new Map<number, string>(Object.entries(ERROR_CODES).map(([name, code]) => [code, name]));
/** 'ok', or the name of the refusal. */
export const nameOf = ({ code }: Answered): string => (code === 1 ? 'ok' : (NAMES.get(code) ?? String(code)));

const signedIn = z.object({ token: z.string(), user: z.object({ id: z.string() }) });
const ticketed = z.object({ ticket: z.string(), methods: z.array(z.string()) });

/** The token of a sign-in. Throws where it was refused. */
export const tokenOf = (answer: Answered): string => {
  expect(nameOf(answer)).toBe('ok');
  return signedIn.parse(answer.data).token;
};

/** What the first of two steps answers with. */
export const ticketOf = (answer: Answered): z.infer<typeof ticketed> => {
  expect(nameOf(answer)).toBe('SECOND_FACTOR_NEEDED');
  return ticketed.parse(answer.data);
};

/** From where somebody calls. */
export interface From {
  readonly token?: string;
  /** What the browser keeps as its name. */
  readonly device?: string;
  readonly address?: string;
  readonly agent?: string;
  readonly key?: string;
}

export interface Person {
  readonly id: bigint;
  readonly email: string;
}

export interface Entry extends Outbox {
  readonly edge: Edge;
  readonly clock: ManualClock;
  /** Captchas that are right, each once. */
  readonly solved: Set<string>;
  call(name: EndpointName, fields?: Readonly<Record<string, string>>, from?: From): Promise<Answered>;
  login(account: string, password?: string, from?: From, captcha?: string): Promise<Answered>;
  /** Somebody with an e-mail, and a mobile where it is said, whose password is PASSWORD. */
  person(mobile?: string): Promise<Person>;
  /** An authenticator app of theirs: its code at a moment, UTC ms. */
  app(person: Person): Promise<(atMs?: number) => string>;
  passkey(person: Person): Promise<Authenticator>;
  recoveryCodes(person: Person): Promise<readonly string[]>;
}

export const newDevice = (): string => newToken(systemEntropy);

interface Outbox {
  /** What waits in the outbox for them, the oldest first: the template, or what else it is. */
  told(person: Person): Promise<readonly string[]>;
  /** The code that was sent last to this name, whoever has it. */
  sentCode(name: string): Promise<string>;
  /** The tokens of the links in letters about new sign-ins, the oldest first. */
  links(person: Person): Promise<readonly string[]>;
}

const outboxOf = (owner: Pool): Outbox => ({
  async told({ id }) {
    const { rows } = await owner.query<{ what: string }>(
      `SELECT coalesce(payload ->> 'template', kind) || CASE kind WHEN 'sms' THEN ' (sms)' ELSE '' END AS what
         FROM outbox WHERE owner_id = $1 ORDER BY id`,
      [id],
    );
    return rows.map(({ what }) => what);
  },
  async sentCode(name) {
    const { rows } = await owner.query<{ payload: unknown }>(
      `SELECT payload FROM outbox WHERE kind IN ('code_mail', 'code_sms') ORDER BY id DESC`,
    );
    const sent = rows.map((row) => openCode(testKeys, row)).find((code) => code?.name === name);
    if (!sent) throw new Error(`no code was sent to ${name}`);
    return sent.code;
  },
  async links({ id }) {
    const { rows } = await owner.query<Message>(
      `SELECT id, kind, owner_id AS "ownerId", payload FROM outbox WHERE kind = 'new_sign_in' AND owner_id = $1 ORDER BY id`,
      [id],
    );
    return rows.map((row) => unsentOf(newSignInLetter(testKeys, row)).params.token ?? '');
  },
});

/** For the tests of a file. */
export async function entryForAll(startMs = 1_800_000_000_000): Promise<Entry> {
  const clock = new ManualClock(startMs);
  const solved = new Set<string>();
  const captchas = { judge: async (key: string, answer: string) => answer === 'right' && solved.delete(key) };
  const edge = await startEdge({ accounts: true, clock, captchas, addressOf: addressReader(1) });
  afterAll(() => edge.close());
  const passwordHash = await new Passwords(systemEntropy).hash(PASSWORD);
  let people = 10_000n;
  let calls = 0;
  const call: Entry['call'] = (name, fields = {}, from = {}) => {
    const endpoint = usersTable.endpoints[name];
    calls += 1;
    const headers: Record<string, string> = {
      // Each from an address of its own where none is said: failures count against an address.
      'x-forwarded-for': from.address ?? `10.1.${calls >> 8}.${calls & 255}`,
      'user-agent': from.agent ?? 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      ...(from.token === undefined ? {} : { authorization: from.token }),
      ...(from.device === undefined ? {} : { device: from.device }),
      ...(from.key === undefined ? {} : { 'idempotency-key': from.key }),
    };
    const text = new URLSearchParams(fields);
    if (endpoint.method === 'GET' && !endpoint.changesState)
      return send(`${edge.url}${endpoint.path}?${text}`, { headers });
    return send(`${edge.url}${endpoint.path}`, { method: 'POST', headers, body: text });
  };
  return {
    edge,
    clock,
    solved,
    call,
    login: (account, password = PASSWORD, from = {}, captcha = undefined) =>
      call('loginForU', { account, password, ...(captcha ? { key: captcha, captcha: 'right' } : {}) }, from),
    async person(mobile) {
      people += 1n;
      const email = `person${people}@example.com`;
      await insertNamedUser(edge.database, { id: people, email, passwordHash, mobile: mobile ?? null });
      return { id: people, email };
    },
    async app({ id: userId }) {
      const secret = newSecret(systemEntropy);
      const sealed = sealSecret(testKeys, 'user_factors', secret, userId);
      await insertSecret(edge.database.app, { userId, sealed, step: 0 });
      const totp = new TOTP({ secret: Secret.fromBase32(provisioned(secret, 'x').secret) });
      return (atMs = clock.now()) => totp.generate({ timestamp: atMs });
    },
    async passkey({ id: userId, email }) {
      const passkeys = new Passkeys(() => TEST_ADDRESSES.app);
      const passkey = new Authenticator(TEST_ADDRESSES.app);
      const { options, challenge } = await passkeys.toMake({ id: userId, account: email, name: email });
      const made = await passkeys.made(passkey.make(options), challenge);
      if (!made) throw new Error('a passkey in software was not taken');
      await insertPasskey(edge.database.app, { ...made, userId, label: 'key' });
      return passkey;
    },
    ...outboxOf(edge.database.owner),
    async recoveryCodes({ id: userId }) {
      const { codes, macs, sealed } = newCodes(testKeys, systemEntropy, userId);
      await insertCodes(edge.database.app, userId, { macs, sealed });
      return codes;
    },
  };
}
