// A year of loans and fund products on a real server and database, whose clock a hand moves: people borrow, repay early, on time and late, buy, redeem and let
// mature; offers change, the server dies or pays nothing for days. A diary says what was done and when; the books are what came of it.

import type { Clock } from '@fairtick/kernel/clock';
import { systemClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { type Random, seededRandom } from '@fairtick/kernel/random';
import { jurisdictions } from '@fairtick/server/domains/accounts/jurisdictions';
import { fundsSettings } from '@fairtick/server/domains/funds/settings';
import { loanSettings } from '@fairtick/server/domains/loans/settings';
import type { Settings } from '@fairtick/server/domains/parts';
import { type FundDesk, fundDesk } from '../../harness/fund-desk.ts';
import { fundLiveFunds } from '../../harness/funds.ts';
import { type LoanDesk, loanDesk } from '../../harness/loan-desk.ts';
import { moveByHand } from '../../harness/money-by-hand.ts';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import { createWorld, type World } from '../../harness/world.ts';

const DAY_MS = 86_400_000;
const PEOPLE = 10;

interface Lent {
  readonly id: string;
  readonly user_id: string;
  readonly config_id: number;
  readonly amount: string;
  readonly requested_time: number;
  paid_out_time: number | null;
  repaid_time: number | null;
  period: number;
  ended: boolean;
}
interface Bought {
  readonly id: string;
  readonly user_id: string;
  readonly product_id: number;
  readonly amount: string;
  readonly sub_time: number;
  asked: { readonly time: number; readonly hours: number } | null;
}
interface Version {
  readonly key: string;
  readonly version: number;
  readonly effective_from: number;
  readonly value: readonly object[];
}

const CONFIGS = [
  { id: 1, loan_period: 30, min_amount: '10', max_amount: '1000', interest_rate: 25, free_period: 7, penalty_rate: 25 },
  { id: 2, loan_period: 5, min_amount: '10', max_amount: '400', interest_rate: 25, free_period: 0, penalty_rate: 10 },
  {
    id: 3,
    loan_period: 60,
    min_amount: '100',
    max_amount: '2500',
    interest_rate: 33,
    free_period: 10,
    penalty_rate: 33,
  },
  { id: 4, loan_period: 7, min_amount: '10', max_amount: '1000', interest_rate: 25, free_period: 7, penalty_rate: 25 },
];
const product = (id: number, percent: string, days: number, damages: string) => ({
  ...{ id, title: { en: `Fund ${id}` }, image: '', currency_code: 'USD', dividend_percentage: percent },
  ...{
    staring_sub_amount: '1',
    lock_dividend_days: days,
    max_sub_amount: '5000',
    liquidated_damages: damages,
    sold: true,
  },
});
const PRODUCTS = [
  product(1, '0.5', 30, '5'),
  product(2, '0.33', 7, '2'),
  product(3, '0.333', 10, '3.5'),
  product(4, '0.01', 120, '1'),
  product(5, '0.001', 3, '10'),
  product(6, '0.125', 90, '7.5'),
];

export interface Year {
  readonly world: World;
  /** Days gone by. */
  readonly done: () => number;
  step(): Promise<void>;
  /** What the independent check is given. */
  record(): Promise<object>;
}

/** As servers read a setting of these values. */
function settingOf<T>(
  settings: readonly { readonly key: string; valueOf(version: unknown): unknown }[],
  key: string,
  value: unknown,
): T {
  return settings.find((one) => one.key === key)?.valueOf({ key, version: 1, value, effectiveFrom: 0 }) as T;
}

class Played implements Year {
  readonly world: World;
  readonly #random: Random;
  readonly #loans: LoanDesk;
  readonly #funds: FundDesk;
  readonly #staff: readonly [TestMember, TestMember];
  readonly #people: readonly Id[];
  readonly #settings: { loans: Settings['loans']; funds: Settings['funds'] };
  readonly #published: Version[] = [];
  readonly #lent: Lent[] = [];
  readonly #bought: Bought[] = [];
  readonly #pays: number[] = [];
  readonly #startMs: number;
  #nowMs: number;
  #hours = 0;
  #began: object[] = [];

  constructor(own: {
    readonly world: World;
    readonly random: Random;
    readonly settings: { loans: Settings['loans']; funds: Settings['funds'] };
    readonly staff: readonly [TestMember, TestMember];
    readonly startMs: number;
    readonly people: readonly Id[];
    readonly desks: readonly [LoanDesk, FundDesk];
  }) {
    this.world = own.world;
    this.#random = own.random;
    this.#settings = own.settings;
    this.#staff = own.staff;
    this.#people = own.people;
    [this.#loans, this.#funds] = own.desks;
    this.#startMs = own.startMs;
    this.#nowMs = own.startMs;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  done(): number {
    return Math.floor((this.#nowMs - this.#startMs) / DAY_MS);
  }

  async begin(): Promise<void> {
    await this.#to(this.#nowMs);
    await this.#publish('loan_configs', CONFIGS);
    await this.#publish('fund_products', PRODUCTS);
    this.#began = await this.#accounts();
  }

  /** The database's clock stands there from now on. */
  async #to(ms: number): Promise<void> {
    this.#nowMs = ms;
    await this.world.db.owner.query(
      `CREATE OR REPLACE FUNCTION database_ms() RETURNS bigint LANGUAGE sql VOLATILE AS $$ SELECT ${ms}::bigint $$`,
    );
  }

  async #publish(key: string, value: readonly object[]): Promise<void> {
    const version = this.#published.filter((one) => one.key === key).length + 1;
    await this.world.db.owner.query(`DO $hand$ BEGIN SET LOCAL session_replication_role = replica;
      INSERT INTO setting_versions (key, version, value, effective_from, created_time, actor_kind, actor_id)
        VALUES ('${key}', ${version}, '${JSON.stringify(value)}', ${version === 1 ? 0 : this.#nowMs}, 0, 'system', 0)
        ON CONFLICT (key, version) DO UPDATE SET value = excluded.value;
      SET LOCAL session_replication_role = origin; END $hand$`);
    this.#published.push({ key, version, effective_from: version === 1 ? 0 : this.#nowMs, value });
    if (key === 'loan_configs')
      this.#settings.loans = { ...this.#settings.loans, configs: settingOf(loanSettings, key, value) };
    else this.#settings.funds = { products: settingOf(fundsSettings, key, value), redemptionHours: this.#hours };
  }

  /** To a moment at which something ends, begins to cost or pays, or a millisecond beside it; mostly days ahead, else in a part of one. */
  async #passTime(): Promise<void> {
    const any = (most: number): number => this.#random.below(most);
    const starts = [
      ...this.#lent.flatMap(({ paid_out_time: at, ended }) => (at === null || ended ? [] : [at])),
      ...this.#bought.map(({ sub_time }) => sub_time),
    ].slice(-20);
    const start = starts[any(Math.max(1, starts.length))];
    let to = this.#nowMs + any(3 * DAY_MS) + 1;
    if (start !== undefined && any(3) > 0) {
      const days = Math.ceil((this.#nowMs + 1 - start) / DAY_MS) + any(3);
      to = start + days * DAY_MS + any(3) - 1;
    }
    await this.#to(Math.max(to, this.#nowMs + 1));
  }

  async step(): Promise<void> {
    await this.#passTime();
    for (const person of this.#people) await this.#lives(person);
    if (this.#random.below(12) === 0) await this.world.restart();
    if (this.#random.below(15) === 0) await this.#changes();
    // Else nothing is paid until the next time: an outage.
    if (this.#random.below(4) > 0) await this.#paysDays();
  }

  async #paysDays(): Promise<void> {
    await Promise.all([this.#funds.pay(), this.#funds.pay()]);
    this.#pays.push(this.#nowMs);
  }

  /** Other terms, for what is taken from now on. */
  async #changes(): Promise<void> {
    await this.#to(this.#nowMs + 1);
    const any = (most: number): number => this.#random.below(most);
    if (any(2) === 0) {
      const configs = CONFIGS.map((one) => ({
        ...one,
        free_period: any(9),
        interest_rate: 10 + any(16),
        penalty_rate: 1 + any(10),
      }));
      return this.#publish('loan_configs', configs);
    }
    this.#hours = [0, 12, 24][any(3)] ?? 0;
    const percents = ['0.5', '0.1234', '0.0777', '0.3333'];
    return this.#publish(
      'fund_products',
      PRODUCTS.map((one) => ({
        ...one,
        dividend_percentage: percents[any(4)],
        liquidated_damages: `${any(9)}.${any(10)}5`,
      })),
    );
  }

  #sum(most: number): string {
    return `${1 + this.#random.below(most)}.${String(this.#random.below(100)).padStart(2, '0')}`;
  }

  async #lives(person: Id): Promise<void> {
    const any = (most: number): number => this.#random.below(most);
    const mine = this.#lent.find((one) => one.user_id === String(person) && !one.ended);
    if (!mine && any(5) === 0) await this.#borrows(person);
    else if (mine && mine.paid_out_time === null) await this.#decides(mine);
    else if (mine?.paid_out_time != null && any(mine.period) < 3) await this.#repays(person, mine);
    if (any(6) === 0) await this.#buys(person);
    const held = this.#bought.filter((one) => one.user_id === String(person) && one.asked === null);
    const one = held[any(Math.max(1, held.length))];
    if (one && any(12) === 0) await this.#redeems(person, one);
  }

  async #borrows(person: Id): Promise<void> {
    const config = 1 + this.#random.below(4);
    const amount = this.#sum([1000, 400, 2500, 1000][config - 1] ?? 0);
    const signed = await this.#loans.signs(person, config, amount);
    if (!signed.ok) return;
    const asked = {
      id: signed.value.id,
      user_id: String(person),
      config_id: config,
      amount,
      requested_time: this.#nowMs,
    };
    this.#lent.push({
      ...asked,
      paid_out_time: null,
      repaid_time: null,
      period: signed.value.loan_period,
      ended: false,
    });
  }

  async #decides(loan: Lent): Promise<void> {
    const [ann, bob] = this.#staff;
    const approve = this.#random.below(5) > 0;
    const first = await this.#loans.decides(loan.id, { approve }, ann);
    const done = first.ok && first.value.status === 1 ? await this.#loans.decides(loan.id, { approve }, bob) : first;
    if (!done.ok) return;
    if (done.value.status === 2) loan.paid_out_time = this.#nowMs;
    loan.ended = done.value.status === 3;
  }

  async #repays(person: Id, loan: Lent): Promise<void> {
    const done = await Promise.all([this.#loans.repays(person, loan.id), this.#loans.repays(person, loan.id)]);
    if (!done.some(({ ok }) => ok)) return;
    loan.repaid_time = this.#nowMs;
    loan.ended = true;
  }

  async #buys(person: Id): Promise<void> {
    const id = 1 + this.#random.below(PRODUCTS.length);
    const amount = this.#sum(900);
    const done = await this.#funds.buy({ id: person, realm: 'live' }, amount, {
      id: String(id),
      key: `buy-${this.#bought.length}-${this.#nowMs}`,
    });
    if (done.ok)
      this.#bought.push({
        id: done.value.id,
        user_id: String(person),
        product_id: id,
        amount,
        sub_time: this.#nowMs,
        asked: null,
      });
  }

  async #redeems(person: Id, one: Bought): Promise<void> {
    const done = await this.#funds.redeem({ id: person, realm: 'live' }, one.id, `redeem-${one.id}-${this.#nowMs}`);
    if (done.ok) one.asked = { time: this.#nowMs, hours: this.#hours };
  }

  async #accounts(): Promise<object[]> {
    const { rows } = await this.world.db.owner.query(
      `SELECT owner_id::text AS owner, kind AS account, available::text, locked::text FROM ledger_accounts
       WHERE realm = 'live' AND ((owner_id = 0 AND kind IN ('loan', 'fund', 'fees')) OR (owner_id > 0 AND kind = 'change')) ORDER BY 1, 2`,
    );
    return rows;
  }

  async record(): Promise<object> {
    await this.#to(this.#nowMs + DAY_MS);
    await this.#paysDays();
    const { owner } = this.world.db;
    const { rows: journals } =
      await owner.query(`SELECT j.reason::int, j.reference::text, j.time::float8, i.day, i.due_time::float8,
        (SELECT json_agg(json_build_object('owner', a.owner_id::text, 'account', a.kind, 'available', e.available_change::text, 'locked', e.locked_change::text))
          FROM entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE e.journal_id = j.id) AS lines
      FROM journals j LEFT JOIN fund_income i ON j.reason = 51 AND i.sub_id = j.reference AND i.journal = j.number
      WHERE j.reason BETWEEN 40 AND 54 AND j.realm = 'live' ORDER BY j.owner_id, j.number`);
    const { rows: shown } = await owner.query(
      `SELECT id::text, status, NULL AS interest, NULL AS penalty FROM fund_subscriptions
       UNION ALL SELECT id::text, status::text, interest::text, penalty::text FROM loans`,
    );
    const of = new Map(shown.map((row) => [String(row.id), row]));
    return {
      published: this.#published,
      loans: this.#lent.map(({ ended: _, period: __, ...one }) => ({
        ...one,
        interest: of.get(one.id)?.interest,
        penalty: of.get(one.id)?.penalty,
      })),
      funds: this.#bought.map((one) => ({ ...one, status: of.get(one.id)?.status })),
      ...{ pays: this.#pays, journals },
      accounts: { began: this.#began, ends: await this.#accounts() },
    };
  }
}

export async function playYear(seed: number): Promise<Year> {
  const offered = [{ name: 'Hong Kong', countries: ['HK'], off: [], on: ['funds', 'loans'], caps: {} }];
  const offers = jurisdictions.valueOf({ key: 'jurisdictions', version: 1, value: offered, effectiveFrom: 0 });
  let now: { loans: Settings['loans']; funds: Settings['funds'] } | undefined;
  const world = await createWorld({
    seed,
    settings: (settings) => {
      now = { loans: { ...settings.loans }, funds: settings.funds };
      const own = now;
      return {
        ...settings,
        jurisdictions: offers,
        get loans() {
          return own.loans;
        },
        get funds() {
          return own.funds;
        },
      };
    },
  });
  if (!now) throw new Error('a world reads its settings');
  await world.db.owner.query(`DO $hand$ BEGIN SET LOCAL session_replication_role = replica;
    INSERT INTO setting_versions (key, version, value, effective_from, created_time, actor_kind, actor_id)
      VALUES ('loan_two_people', 1, '"500"', 0, 0, 'system', 0) ON CONFLICT DO NOTHING; SET LOCAL session_replication_role = origin; END $hand$`);
  const staff = [
    await insertStaff(world.db, { roles: ['compliance'], name: 'Ann' }),
    await insertStaff(world.db, { roles: ['compliance'], name: 'Bob' }),
  ] as const;
  const startMs = systemClock.now();
  let played: Played | undefined;
  const clock: Clock = { ...systemClock, now: () => played?.nowMs ?? startMs };
  const desks = [loanDesk(world, clock), fundDesk(world)] as const;
  const people: Id[] = [];
  for (let nth = 0; nth < PEOPLE; nth += 1) people.push(await desks[0].borrower(3_000));
  await fundLiveFunds(world.db, 700n, 3_000);
  await moveByHand(world.db, { realm: 'live', ownerId: 0n, id: 701n, sums: { loan: '6000.55' } });
  played = new Played({ world, random: seededRandom(seed), settings: now, staff, startMs, people, desks });
  await played.begin();
  return played;
}
