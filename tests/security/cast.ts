// Everybody who may stand before an endpoint, with things of their own, and how a call of any endpoint is sent as one of them.

import { type Audience, type Endpoint, UPLOAD_FIELD } from '@fairtick/contract/endpoint';
import { ERROR_CODES, type ErrorName } from '@fairtick/contract/errors';
import { type EndpointName, usersTable } from '@fairtick/contract/http/index';
import { type StaffTable, staffTable } from '@fairtick/contract/staff/index';
import { hashToken } from '@fairtick/server/platform/sign-in/token';
import { z } from 'zod';
import { pngOf } from '../harness/picture.ts';
import { fundLiveHouse } from '../harness/real-user.ts';
import { insertStaff } from '../harness/staff.ts';
import { type Envelope, type LiveApp, startLiveApp, type User } from './live-app.ts';

export type Outcome = 'ok' | ErrorName;
export type Input = Readonly<Record<string, string>>;

/** Who calls the users' table with a session. One whose sign-in is locked has none, and is the visitor. */
export const USER_KINDS = ['demo', 'real', 'verified', 'no_withdrawals', 'no_orders'] as const;
export type UserKind = (typeof USER_KINDS)[number];

/** One user's own things, which their good calls name. */
export interface UserOwn {
  readonly user: User;
  readonly position: string;
  readonly pending: string;
  readonly notice: string;
  /** An open thread of the chat. */
  readonly thread: string;
  /** The one they are signed in by. */
  readonly session: string;
  /** That nothing was used for yet; nobody's for a demo user. */
  readonly images: readonly [string, string];
}

export interface Call {
  readonly audience: Audience;
  readonly endpoint: Endpoint;
  readonly input: Input;
  readonly token?: string | undefined;
  /** As POST also where it is shown as GET. */
  readonly post?: boolean;
}

export interface Cast {
  readonly app: LiveApp;
  send(call: Call): Promise<Envelope>;
  /** 'ok', or the name of the refusal. */
  outcome(call: Call): Promise<string>;
  /** By name, as a user. Throws where it is refused. */
  user(name: EndpointName, input: Input, token: string): Promise<unknown>;
  /** By name, as a member of staff. Throws where it is refused. */
  staff(name: EndpointName<StaffTable>, input: Input, token: string): Promise<unknown>;
  /** Somebody new, with a position, a pending order, a notice and images, then verified or locked. */
  owner(kind: UserKind): Promise<UserOwn>;
  /** A real user of whom the staff has locked this. */
  locked(user: User, locks: string): Promise<void>;
  stop(): Promise<void>;
}

const NAMES = new Map<number, string>(Object.entries(ERROR_CODES).map(([name, code]) => [code, name]));
const orderId = z.object({ Id: z.string() });
const USDT = {
  ...{ id: 1, kind: 'coin', currency: 'USDT', network: 'evm:1', protocol: 'ERC20', places: 6 },
  ...{ fee_type: 1, draw_rate: '5', min: '10', max: '50000' },
};
/** Nobody's key stands behind this address. */
const TO_US = {
  ...{ id: 2, kind: 'coin', currency: 'USDT', network: 'evm:1', protocol: 'ERC20', places: 6, confirmations: 12 },
  ...{ address: '0x52908400098527886E0F7030069857D2E4169EE7', token: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
  min: '10',
};
const NOBODYS_IMAGES = ['0123456789abcdef0123456789abcdef', 'f123456789abcdef0123456789abcdef'] as const;

/** Path, query and body of a call; a file comes with the endpoints that take one. */
export function requestOf({ endpoint, input, post = false }: Pick<Call, 'endpoint' | 'input' | 'post'>): {
  path: string;
  init: RequestInit;
} {
  const fields = new Map(Object.entries(input));
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = fields.get(field) ?? '';
    fields.delete(field);
    return value;
  });
  if (endpoint.body === 'multipart') {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    form.append(UPLOAD_FIELD, new Blob([new Uint8Array(pngOf(8, 8))]), 'picture.png');
    return { path, init: { method: 'POST', body: form } };
  }
  const text = new URLSearchParams([...fields]);
  if (endpoint.method === 'GET' && !post) return { path: `${path}?${text}`, init: {} };
  return { path, init: { method: 'POST', body: text } };
}

class LiveCast implements Cast {
  readonly app: LiveApp;
  readonly #compliance: string;
  #calls = 0;

  constructor(app: LiveApp, compliance: string) {
    this.app = app;
    this.#compliance = compliance;
  }

  send(call: Call): Promise<Envelope> {
    const { path, init } = requestOf(call);
    // Each from an address of its own, as a proxy tells it: failures count against an address for a quarter of an hour.
    this.#calls += 1;
    const headers: Record<string, string> = {
      'x-forwarded-for': `10.${this.#calls >> 16}.${(this.#calls >> 8) & 255}.${this.#calls & 255}`,
      ...(call.token === undefined ? {} : { authorization: call.token }),
    };
    return this.app.call(path, { ...init, headers }, call.audience);
  }

  async outcome(call: Call): Promise<string> {
    const { code } = await this.send(call);
    return code === 1 ? 'ok' : (NAMES.get(code) ?? String(code));
  }

  user(name: EndpointName, input: Input, token: string): Promise<unknown> {
    return this.#done(name, { audience: 'users', endpoint: usersTable.endpoints[name], input, token });
  }

  staff(name: EndpointName<StaffTable>, input: Input, token: string): Promise<unknown> {
    return this.#done(name, { audience: 'staff', endpoint: staffTable.endpoints[name], input, token });
  }

  async #done(name: string, call: Call): Promise<unknown> {
    const { code, msg, data } = await this.send(call);
    if (code !== 1) throw new Error(`${name} was refused with ${NAMES.get(code)}: ${msg}`);
    return data;
  }

  async owner(kind: UserKind): Promise<UserOwn> {
    const { app } = this;
    const user = kind === 'demo' ? await app.demoUser() : await app.realUser(10_000);
    const own: UserOwn = {
      user,
      position: await this.#order(user, { status: '1' }),
      pending: await this.#order(user, { status: '0', target_price: '0.5' }),
      notice: await this.#notice(user, kind === 'demo' ? 'demo' : 'live'),
      thread: await this.#thread(user),
      session: await this.#session(user),
      images: kind === 'demo' ? NOBODYS_IMAGES : [await app.image(user), await app.image(user)],
    };
    if (kind === 'verified') {
      const id = await app.verification(user);
      await app.review(id, this.#compliance);
      await this.staff('verification_decide', { id, decision: 'accept' }, this.#compliance);
    } else if (kind === 'no_withdrawals') await this.locked(user, 'withdrawals');
    else if (kind === 'no_orders') await this.locked(user, 'orders');
    return own;
  }

  async locked({ id }: User, locks: string): Promise<void> {
    await this.staff('user_freeze', { id, locks, reason: 'a stolen card' }, this.#compliance);
  }

  async #order({ token }: User, more: Input): Promise<string> {
    const input = { type: '1', cont: '0.1', forex_id: '1', multiple: '100', ...more };
    return orderId.parse(await this.user('forex_submit', input, token)).Id;
  }

  async #session({ token }: User): Promise<string> {
    const { rows } = await this.app.db.owner.query<{ id: string }>(
      'SELECT id::text FROM sessions WHERE token_hash = $1',
      [hashToken(token)],
    );
    return rows[0]?.id ?? '';
  }

  async #thread({ id }: User): Promise<string> {
    const { rows } = await this.app.db.owner.query<{ id: bigint }>(
      `INSERT INTO support_threads (user_id, lang, answer_due) VALUES ($1, 'en', 0) RETURNING id`,
      [id],
    );
    return String(rows[0]?.id);
  }

  #notices = 0n;
  async #notice({ id }: User, realm: string): Promise<string> {
    this.#notices += 1n;
    await this.app.db.owner.query(
      `INSERT INTO notices (id, user_id, realm, kind, params) VALUES ($1, $2, $3, 'unfrozen', '{}')`,
      [this.#notices, id, realm],
    );
    return String(this.#notices);
  }

  async stop(): Promise<void> {
    await this.app.stop();
  }
}

/** The whole server, a live house that takes what its users trade, and a reviewer who verifies and locks them. */
export async function openCast(): Promise<Cast> {
  const app = await startLiveApp({
    env: { TRUST_PROXY: '1' },
    settings: { withdrawal_currencies: [USDT], deposit_options: [TO_US] },
  });
  await fundLiveHouse(app.db);
  return new LiveCast(app, (await insertStaff(app.db, { roles: ['compliance'] })).token);
}
