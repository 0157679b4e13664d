// A house where money comes in and goes out: the real servers, a staff that joined by its links, and users who have money and ask for it over HTTP.

import * as fs from 'node:fs';
import { UPLOAD_FIELD } from '@fairtick/contract/endpoint';
import { systemClock } from '@fairtick/kernel/clock';
import { systemEntropy } from '@fairtick/kernel/random';
import { uidOf } from '@fairtick/server/domains/accounts/index';
import type { Pool, PoolClient } from '@fairtick/server/platform/database/pools';
import { hashToken } from '@fairtick/server/platform/sign-in/token';
import type { Browser, Locator } from 'playwright-core';
import { z } from 'zod';
import type { TextKey, TextValues } from '../../console/i18n/texts.ts';
import { type RunningApp, startRealApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import { insertRealUser } from '../harness/real-user.ts';
import { Member, type StaffLook } from './member.ts';

export const DESKTOP: StaffLook = { size: 'desktop', lang: 'en', theme: 'light' };
export const NIGHT: StaffLook = { size: 'desktop', lang: 'hk', theme: 'dark' };

/** The house's own address, and the token's contract. */
const OURS = '0x52908400098527886E0F7030069857D2E4169EE7';
const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const BANK = {
  ...{ kind: 'bank', currency: 'USD', bank_name: 'First Bank', bank_address: '', bank_swift: 'DEUTDEFF' },
  ...{ payee_name: 'Fairtick', payee_account: 'DE89370400440532013000', bank_remark: 'Deposit {uid}', places: 2 },
};
/** Where money can be sent, and in what it leaves. */
export const MONEY_TERMS = {
  withdrawal_currencies: [
    { id: 1, kind: 'coin', currency: 'USDT', network: 'evm:1', protocol: 'ERC20', places: 6, fee_type: 1 },
    { id: 2, kind: 'bank', currency: 'USD', network: '', protocol: 'SWIFT', places: 2, fee_type: 1 },
  ].map((one) => ({ ...one, draw_rate: '5', min: '10', max: '50000' })),
  deposit_options: [
    {
      ...{ id: 1, kind: 'coin', currency: 'USDT', network: 'evm:1', protocol: 'ERC20', address: OURS, token: TOKEN },
      ...{ places: 6, min: '10', confirmations: 12 },
    },
    { ...BANK, id: 2, min: '10' },
  ],
};

export interface Client {
  readonly id: bigint;
  readonly uid: string;
  readonly token: string;
}

const envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() });
const made = z.object({ id: z.string() });
type Fields = Readonly<Record<string, string>>;

let nextClient = 5_100_000n;

export class MoneyDesk {
  readonly app: RunningApp;
  readonly browser: Browser;
  #joined: Member | undefined;

  private constructor(app: RunningApp, browser: Browser) {
    [this.app, this.browser] = [app, browser];
  }

  static async open(): Promise<MoneyDesk> {
    const [app, browser] = await Promise.all([startRealApp({}, MONEY_TERMS), launchBrowser()]);
    return new MoneyDesk(app, browser);
  }

  /** At a house that is there already, whose end is its own. */
  static at({ app, browser }: Pick<MoneyDesk, 'app' | 'browser'>): MoneyDesk {
    return new MoneyDesk(app, browser);
  }

  /** Who has joined by the printed link. */
  async #owner(): Promise<Member> {
    if (this.#joined) return this.#joined;
    const owner = await Member.arrive(this.browser, this.app.consoleUrl, DESKTOP);
    await owner.bringPasskey();
    await owner.joinByPasskey(await this.app.ownerLink());
    this.#joined = owner;
    return owner;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.app.stop();
  }

  /** Somebody whom the owner adds alone, which the first owner may, and who joins with a passkey. */
  async hire(name: string, role: 'treasurer' | 'compliance' | 'editor' | 'support', look: StaffLook): Promise<Member> {
    const owner = await this.#owner();
    await owner.goTo('staff.title');
    await owner.button('staff.add').click();
    const form = owner.dialog('staff.add_title');
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
    await form.getByRole('textbox', { name: owner.say('staff.name') }).fill(name);
    await form.getByRole('textbox', { name: owner.say('email') }).fill(email);
    await form.getByRole('checkbox', { name: owner.say(`role.${role}`), exact: true }).check();
    await form.getByRole('textbox', { name: owner.say('reason') }).fill('Serves money from today on');
    await owner.inDialog('staff.add_title', 'staff.add').click();
    await through(owner, owner.dialog('link.title'));
    const link = (await owner.dialog('link.title').locator('code').textContent()) ?? '';
    await owner.inDialog('link.title', 'link.taken').click();
    const member = await Member.arrive(this.browser, this.app.consoleUrl, look);
    await member.bringPasskey();
    await member.joinByPasskey(link);
    return member;
  }

  /** Verified, and with a proof of who they are that holds; so much on each account. */
  async client(dollars: number): Promise<Client> {
    const { owner } = this.app.database;
    nextClient += 10n;
    const id = nextClient;
    // At once: a proof of client money that saw half of it would find the books broken, and pause withdrawals for minutes.
    await inTransaction(owner, (tx) => insertRealUser({ owner: tx }, id, dollars));
    const token = Buffer.from(systemEntropy.bytes(32)).toString('base64url');
    const uid = uidOf(id);
    await owner.query('UPDATE users SET uid = $2 WHERE id = $1', [id, uid]);
    await owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [id]);
    await owner.query(
      `INSERT INTO sessions (token_hash, user_id, created_time, last_used_time, elevated_until) VALUES ($1, $2, $3, $3, 9000000000000)`,
      [hashToken(token), id, systemClock.now()],
    );
    return { id, uid, token };
  }

  /** What the users' port answers; throws with its words where it refuses. */
  async asks({ token }: Pick<Client, 'token'>, path: string, fields?: Fields | FormData): Promise<unknown> {
    const body = fields instanceof FormData ? fields : fields && new URLSearchParams(fields);
    const init = body === undefined ? {} : { method: 'POST', body };
    const response = await fetch(this.app.url + path, { ...init, headers: { lang: 'en', authorization: token } });
    const { code, msg, data } = envelope.parse(await response.json());
    if (code !== 1) throw new Error(`${path}: ${msg}`);
    return data;
  }

  /** An address of theirs, bound and rested. */
  async binds(client: Client, address: string): Promise<string> {
    const fields = {
      type: '1',
      draw_id: '1',
      dc_address: address,
      wallet_kind: 'exchange',
      exchange_name: 'Kraken',
      label: 'mine',
    };
    const { id } = made.parse(await this.asks(client, '/api/wallet/bind_draw_method', fields));
    await this.app.database.owner.query('UPDATE destinations SET usable_time = bound_time WHERE id = $1', [id]);
    return id;
  }

  /** A withdrawal of so much to a bound destination; its id. */
  async withdraws(client: Client, number: string, destination: string): Promise<string> {
    const fields = { draw_currency_id: '1', number, draw_method_id: destination };
    return made.parse(await this.asks(client, '/api/account/draw', fields)).id;
  }

  /** A picture of theirs that nothing was used for yet; its link. */
  async uploads(client: Client, name: '192' | '512'): Promise<string> {
    const bytes = fs.readFileSync(new URL(`../../web/public/icon-${name}.png`, import.meta.url));
    const form = new FormData();
    form.set(UPLOAD_FIELD, new Blob([bytes], { type: 'image/png' }), 'proof.png');
    return z.object({ url: z.string() }).parse(await this.asks(client, '/api/common/image_upload', form)).url;
  }

  /** Says that they sent so much USDT, with a picture. */
  async sends(client: Client, number: string, picture: '192' | '512', txid = ''): Promise<void> {
    const proofImg = await this.uploads(client, picture);
    await this.asks(client, '/api/quickCharge/submit', { number, proofImg, address: OURS, charge_id: '1', txid });
  }

  /** Says that they sent so many USD by bank, with a picture. */
  async wires(client: Client, number: string, picture: '192' | '512'): Promise<void> {
    const proofImg = await this.uploads(client, picture);
    await this.asks(client, '/api/quickCharge/wire_submit', { number, proofImg, wire_id: '2' });
  }

  /** Free on the client's fund account, as their app is told. */
  async free(client: Client): Promise<string> {
    const { rows } = await this.app.database.owner.query<{ free: string }>(
      `SELECT available::numeric(30, 2)::text AS free FROM ledger_accounts WHERE owner_id = $1 AND realm = 'live' AND kind = 'change'`,
      [client.id],
    );
    return rows[0]?.free ?? '';
  }
}

/** What `write` does is seen whole or not at all. */
async function inTransaction(owner: Pool, write: (tx: PoolClient) => Promise<void>): Promise<void> {
  const tx = await owner.connect();
  try {
    await tx.query('BEGIN');
    await write(tx);
    await tx.query('COMMIT');
  } finally {
    tx.release();
  }
}

/** Until `sign` is there; who they are is proven on the way where that is asked for. */
export async function through(member: Member, sign: Locator): Promise<void> {
  const asked = member.dialog('step_up.title');
  await asked.or(sign).first().waitFor();
  if (await asked.isVisible()) await member.confirmByPasskey();
  await sign.first().waitFor();
}

/** The word of success, read aloud. */
export const said = (member: Member, key: TextKey, values?: TextValues): Locator =>
  member.page.getByRole('status').getByText(member.say(key, values), { exact: true });

/** Why the server refused, in the member's own language, where it was asked for. */
export const refused = (member: Member, words: string): Locator => member.page.getByRole('alert').getByText(words);
