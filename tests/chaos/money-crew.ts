// Users with money and the staff who serve them, at work while processes die: each writes a request down with its key, sends it until it is
// answered, and asks some of the keys again, which must be answered as before. `money-books.ts` holds the answers against the database.

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ERROR_CODES } from '@fairtick/contract/errors';
import { usersTable } from '@fairtick/contract/http/index';
import { staffTable } from '@fairtick/contract/staff/index';
import { systemClock } from '@fairtick/kernel/clock';
import { type Random, seededRandom, systemEntropy } from '@fairtick/kernel/random';
import type { Pool } from '@fairtick/server/platform/database/pools';
import { hashToken } from '@fairtick/server/platform/sign-in/token';
import { presetSettings } from '../harness/preset.ts';
import { insertRealUser } from '../harness/real-user.ts';
import { insertStaff } from '../harness/staff.ts';
import { type Answer, insist } from './insisting.ts';
import { type Act, type Actor, MoneyActs } from './money-acts.ts';
import { type Accounts, accountsOf, MoneyBooks, moneyFindings } from './money-books.ts';
import { textOf } from './trader.ts';

const USERS = 5;
const FIRST_USER = 6_000_000n;
const ROLES = ['treasurer', 'treasurer', 'treasurer', 'compliance', 'compliance'] as const;
const LIMIT_MS = 40_000;
const PAUSE_MS = 40;
const REPEAT_EVERY = 12;
const LOOK_MS = 5;

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const TERMS = {
  two_people_limit: '500',
  money_limits: { day: '100000000', unverified: '0', travel: '100000' },
  withdrawal_currencies: [
    {
      ...{ id: 1, kind: 'coin', currency: 'USDT', network: 'evm:1', protocol: 'ERC20', places: 6 },
      ...{ fee_type: 1, draw_rate: '5', min: '10', max: '50000' },
    },
  ],
  deposit_options: [
    {
      ...{ id: 1, kind: 'coin', currency: 'USDT', network: 'evm:1', protocol: 'ERC20', address: ADDRESS, places: 6 },
      ...{ token: '0xdAC17F958D2ee523a2206206994597C13D831ec7', min: '10', confirmations: 12 },
    },
    {
      ...{ id: 2, kind: 'bank', currency: 'USD', bank_name: 'First Bank', bank_address: '', bank_swift: 'DEUTDEFF' },
      ...{ payee_name: 'Fairtick', payee_account: 'DE89370400440532013000', bank_remark: 'Deposit {uid}', places: 2 },
      min: '10',
    },
  ],
};

/** Before the start of the server that the crew works with, as the owner. */
export const moneyTerms = (owner: Pool): Promise<void> => presetSettings(owner, TERMS);

/** A request as it was written down before it was sent. */
export interface MoneyEntry extends Act {
  readonly by: Actor;
  readonly key: string;
  answer: Answer | undefined;
}

interface CrewOptions {
  readonly owner: Pool;
  readonly seed: number;
  readonly url: () => string;
  readonly consoleUrl: () => string;
  /** Keeps a picture of somebody's that nothing was used for yet; its link. */
  readonly proofOf: (userId: bigint) => Promise<string>;
}

const usersPaths: Readonly<Record<string, { readonly path: string }>> = usersTable.endpoints;
const staffPaths: Readonly<Record<string, { readonly path: string }>> = staffTable.endpoints;

export class MoneyCrew {
  readonly journal: MoneyEntry[] = [];
  /** `again`: keys that were sent again since no answer came. `kept`: withdrawals that somebody held while a process died, and held afterwards. */
  readonly told = { again: 0, repeated: 0, kept: 0 };
  readonly #options: CrewOptions;
  readonly #random: Random;
  readonly #found: string[] = [];
  #actors: readonly Actor[] = [];
  #start: Accounts = new Map();
  #working: Promise<unknown> = Promise.resolve();
  #busy = 0;
  #heldAtDeath: ReadonlyMap<string, string> = new Map();
  #isOpen = false;
  #isOver = false;

  constructor(options: CrewOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
  }

  /** Everybody is there and works, once released. */
  async begin(): Promise<void> {
    const { owner } = this.#options;
    const users: Actor[] = [];
    for (let n = 0; n < USERS; n += 1) users.push(await this.#client(FIRST_USER + BigInt(n) * 10n));
    const staff: Actor[] = [];
    for (const role of ROLES) {
      const { id, token } = await insertStaff({ owner }, { roles: [role] });
      staff.push({ id, token, role, uid: '', place: '' });
    }
    this.#actors = [...users, ...staff];
    this.#start = await accountsOf(owner);
    const acts = new MoneyActs(owner, this.#random, users);
    this.#working = Promise.all(this.#actors.map((actor) => this.#work(actor, acts)));
  }

  release(): void {
    this.#isOpen = true;
  }

  /** Nothing new is sent. False when something is unanswered long after. */
  async rest(): Promise<boolean> {
    this.#isOpen = false;
    for (const until = performance.now() + LIMIT_MS; this.#busy > 0; await delay(LOOK_MS))
      if (performance.now() > until) return false;
    return true;
  }

  /** Something was killed at this moment. */
  death(): void {
    this.#heldAtDeath = this.#held();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#working;
  }

  /** After a death: what contradicts an answer. What somebody held over it nobody else takes, and they themselves pay it. Nobody may be at work. */
  async verify(): Promise<string[]> {
    await this.#payWhatIsHeld();
    const { owner } = this.#options;
    return [...this.#found.splice(0), ...(await moneyFindings(owner, this.journal, this.#start))];
  }

  /** Acts that were accepted, by name. */
  counts(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { name, answer } of this.journal) if (answer?.code === 1) counts[name] = (counts[name] ?? 0) + 1;
    return counts;
  }

  async #client(id: bigint): Promise<Actor> {
    const { owner } = this.#options;
    const tx = await owner.connect();
    try {
      // At once: a proof of client money that saw half of it would pause withdrawals.
      await tx.query('BEGIN');
      await insertRealUser({ owner: tx }, id, 20_000);
      await tx.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [id]);
      await tx.query('COMMIT');
    } finally {
      tx.release();
    }
    const token = Buffer.from(systemEntropy.bytes(32)).toString('base64url');
    await owner.query(
      'INSERT INTO sessions (token_hash, user_id, created_time, last_used_time, elevated_until) VALUES ($1, $2, $3, $3, 9000000000000)',
      [hashToken(token), id, systemClock.now()],
    );
    const user: Actor = { id, token, role: 'user', uid: `U${id}`, place: '' };
    const dc_address = `0x${id.toString(16).padStart(40, '0')}`;
    const bound = await this.#send(
      user,
      '/api/wallet/bind_draw_method',
      new URLSearchParams({
        ...{ type: '1', draw_id: '1', dc_address, wallet_kind: 'exchange', exchange_name: 'Kraken' },
      }),
    );
    if (bound.code !== 1) throw new Error(`nothing was bound: ${JSON.stringify(bound)}`);
    const place = textOf(bound.data, 'id');
    await owner.query('UPDATE destinations SET usable_time = bound_time WHERE id = $1', [place]);
    return { ...user, place };
  }

  async #work(actor: Actor, acts: MoneyActs): Promise<void> {
    while (!this.#isOver) {
      await delay(this.#random.below(2 * PAUSE_MS + 1));
      if (!this.#isOpen || this.#isOver) continue;
      this.#busy += 1;
      try {
        if (this.#random.below(REPEAT_EVERY) === 0) await this.#repeat(actor);
        else await this.#act(actor, acts);
      } catch (error) {
        this.#found.push(String(error));
      } finally {
        this.#busy -= 1;
      }
    }
  }

  async #act(actor: Actor, acts: MoneyActs): Promise<void> {
    const act = await (actor.role === 'user' ? acts.ofUser(actor, this.#options.proofOf) : acts.ofMember(actor));
    if (!act) return;
    const { code, data } = await this.#perform(actor, act);
    if (code === 1 && act.payment) acts.learn(textOf(data, 'id'), act.payment);
  }

  async #perform(by: Actor, act: Act): Promise<Answer> {
    const entry: MoneyEntry = { ...act, by, key: randomUUID(), answer: undefined };
    this.journal.push(entry);
    entry.answer = await this.#sendEntry(entry);
    return entry.answer;
  }

  #sendEntry({ by, name, input, key }: MoneyEntry): Promise<Answer> {
    const path = by.role === 'user' ? usersPaths[name]?.path : staffPaths[name]?.path;
    return this.#send(by, path ?? '', new URLSearchParams(input), key);
  }

  #send({ token, role }: Actor, path: string, body: URLSearchParams, key: string = randomUUID()) {
    const { url, consoleUrl } = this.#options;
    return insist({
      url: () => (role === 'user' ? url() : consoleUrl()) + path,
      init: { method: 'POST', headers: { authorization: token, 'idempotency-key': key }, body },
      limitMs: () => LIMIT_MS,
      again: () => {
        this.told.again += 1;
      },
    });
  }

  /** A key that was answered answers the same; but that somebody else has taken an item is looked up before anything is written, and asked anew. */
  async #repeat(actor: Actor): Promise<void> {
    const own = this.journal.filter(({ by, answer }) => by === actor && answer !== undefined).slice(-20);
    const entry = own[this.#random.below(Math.max(1, own.length))];
    if (!entry) return;
    const answer = await this.#sendEntry(entry);
    const [first, again] = [essence(entry.answer), essence(answer)];
    this.told.repeated += 1;
    if (entry.answer?.code === ERROR_CODES.TAKEN_BY_OTHER) entry.answer = answer;
    else if (first !== again) this.#found.push(`${entry.name} ${entry.key} answered ${first}, then ${again}`);
  }

  /** One of those that somebody held by what they were told before the death, and still holds: they alone may pay it, and they can. */
  async #payWhatIsHeld(): Promise<void> {
    const now = this.#held();
    const before = [...this.#heldAtDeath].find(([id, by]) => now.get(id) === by);
    this.#heldAtDeath = new Map();
    const [id = '', by] = before ?? [];
    const holder = this.#actors.find((one) => String(one.id) === by);
    const other = this.#actors.find((one) => one.role === 'treasurer' && one !== holder);
    if (!holder || !other) return;
    const late = await this.#perform(other, { name: 'withdrawal_claim', input: { id } });
    if (late.code !== ERROR_CODES.TAKEN_BY_OTHER) this.#found.push(`withdrawal ${id} was taken by two: ${late.code}`);
    const reference = Buffer.from(systemEntropy.bytes(32)).toString('hex');
    const paid = await this.#perform(holder, { name: 'withdrawal_paid', input: { id, reference } });
    if (paid.code !== 1) this.#found.push(`who had taken withdrawal ${id} could not pay it: ${paid.code}`);
    this.told.kept += 1;
  }

  /** Withdrawals that somebody has taken, by answers alone. */
  #held(): ReadonlyMap<string, string> {
    const books = new MoneyBooks(this.journal, new Map(), new Map());
    const ids = [...books.payouts.keys()];
    return new Map(ids.flatMap((id) => (books.holderOf(id) === '' ? [] : [[id, books.holderOf(id)] as const])));
  }
}

/** What must be the same in every answer of one key: a record is shown as it stands now, and stays the same one. */
function essence(answer: Answer | undefined): string {
  const id = textOf(answer?.data, 'id');
  const data = id === '' ? answer?.data : [id, textOf(answer?.data, 'number'), textOf(answer?.data, 'fee')];
  return `${answer?.code} ${JSON.stringify(data)}`;
}
