// Money that leaves the simulated world: users bind places, ask, take back and ask again; the staff approve, reject, take, give back, pay, and say that
// nothing was sent, in any order, at once, and each thing twice.

import { formatUnits } from '@fairtick/kernel/decimal';
import { type Id, parseId } from '@fairtick/kernel/ids';
import type { Random } from '@fairtick/kernel/random';
import { ok } from '@fairtick/kernel/result';
import { placeMacs, sealDetails } from '@fairtick/server/domains/wallet/destinations/details';
import { insertDestination } from '@fairtick/server/domains/wallet/destinations/table';
import type { Pool } from '@fairtick/server/platform/database/pools';
import { testKeys } from '../harness/outside.ts';
import type { Watch } from './checks/watch.ts';
import { chance, pick } from './events.ts';
import type { Row } from './memory/rows.ts';
import { STAFF_ROLES, VERIFY } from './memory/wallet.ts';
import type { Offices } from './offices.ts';
import { ask, memberContext, userContext } from './people.ts';
import type { ServerProcess } from './process.ts';
import type { KnownUser } from './scene.ts';

const STAFF = [...STAFF_ROLES.keys()];
/** Requests that may be sent again. */
const REMEMBERED = 60;
const NO_DETAILS = {
  bankName: '',
  bankAddress: '',
  bic: '',
  payeeName: '',
  account: '',
  beneficiary: '',
  exchange: '',
};

/** Of an account of nobody: all in small letters, as people type it. */
const addressOf = (number: bigint): string => `0x${number.toString(16).padStart(40, '0')}`;

/** The first users are verified, but for one, and have bound a place long ago: a new one rests for a day, which is long in this world. */
export async function seedPlaces(db: Pool, users: readonly KnownUser[], newId: () => Id): Promise<void> {
  for (const [at, { id: userId }] of users.entries()) {
    if (at > 0) await db.query({ name: VERIFY, text: '', values: [userId] });
    const id = newId();
    const place = { kind: 'coin', network: 'evm:1', address: addressOf(userId), tag: '', account: '' } as const;
    const sealed = sealDetails(testKeys, { id, userId }, NO_DETAILS);
    const terms = { currency: 'USDT', label: '', owner: 'me', walletKind: 'exchange' } as const;
    const { account: _, ...where } = place;
    const [placeMac] = placeMacs(testKeys, place);
    await insertDestination(db, { id, userId, ...where, ...terms, detailsSealed: sealed, placeMac }, 0);
  }
}

type Draw = Parameters<Offices['draw']>[0];

/** Sent under one key, however often. */
interface Sent {
  readonly user: Id;
  readonly key: string;
  readonly input: Draw;
  /** Of the withdrawal that it made, where somebody was told. */
  made: string | undefined;
}

export class Payouts {
  readonly #watch: Watch;
  readonly counts: Record<string, number> = {};
  readonly #sent: Sent[] = [];
  #keys = 0;

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  /** One step of a user. */
  withdraw(server: ServerProcess, random: Random, users: readonly KnownUser[]): void {
    const user = pick(
      random,
      users.filter(({ realm }) => realm === 'live'),
    );
    if (!user) return;
    const again = pick(random, this.#sent);
    const what = random.below(8);
    if (again && chance(random, 6)) this.#draw(server, again);
    else if (what === 0) this.#bind(server, random, user.id);
    else if (what <= 2) this.#ofTheirs(server, random, user.id);
    else this.#request(server, random, user.id);
  }

  /** One step of a member: mostly what the state asks for, now and then anything of anything. */
  serve(server: ServerProcess, random: Random): void {
    if (chance(random, 12)) {
      this.#ask(server, 'late', async (offices) => ok(await offices.markLate()));
      return;
    }
    const all = this.#rows('withdrawals');
    const open = all.filter(({ status }) => status === 'waiting' || status === 'approved');
    const item = pick(random, open.length > 0 && !chance(random, 10) ? open.slice(0, 3) : all);
    const claimant = STAFF.find((one) => one === item?.claimed_by);
    const staffId = claimant !== undefined && !chance(random, 4) ? claimant : pick(random, STAFF);
    if (!item || staffId === undefined) return;
    const id = String(item.id);
    const call = this.#actOf(random, item, id);
    // The same key twice is one act, two keys at once are two people's haste.
    const same = this.#newKey();
    for (let times = chance(random, 4) ? 2 : 1; times > 0; times -= 1) {
      const key = times === 2 && chance(random, 2) ? this.#newKey() : same;
      const context = memberContext(staffId, key, STAFF_ROLES.get(staffId));
      this.#ask(server, `withdrawal_${call.name}`, (offices) => call.send(offices, context));
    }
  }

  #actOf(random: Random, item: Row, id: string): StaffCall {
    const note = chance(random, 8) ? '' : 'proven by a signed message';
    const other = chance(random, 10) ? pick(random, this.#rows('withdrawals')) : undefined;
    const calls: Readonly<Record<string, StaffCall['send']>> = {
      approve: (offices, context) => offices.withdrawal_approve({ id, note }, context),
      reject: (offices, context) => offices.withdrawal_reject({ id, reason_code: 'not_payable', reason: '' }, context),
      claim: (offices, context) => offices.withdrawal_claim({ id }, context),
      release: (offices, context) => offices.withdrawal_release({ id }, context),
      // Now and then with the transaction of another withdrawal.
      paid: (offices, context) =>
        offices.withdrawal_paid({ id, reference: String(other?.id ?? id).padStart(64, '0') }, context),
      nothing_sent: (offices, context) => offices.withdrawal_nothing_sent({ id, reason: '' }, context),
    };
    const name = pick(random, chance(random, 12) ? Object.keys(calls) : LIKELY[likelyOf(item)]) ?? 'approve';
    return { name, send: calls[name] ?? (async (offices, context) => offices.withdrawal_claim({ id }, context)) };
  }

  #request(server: ServerProcess, random: Random, user: Id): void {
    const own = this.#places(user);
    const place = chance(random, 12) ? pick(random, this.#rows('destinations')) : pick(random, own);
    if (!place) {
      this.#bind(server, random, user);
      return;
    }
    const cents = BigInt(1_000 + random.below(pick(random, [2_000, 20_000, 200_000]) ?? 2_000));
    const number = chance(random, 12) ? pick(random, ['', '-1', '0', '1e3', '10.001', '999999']) : undefined;
    const input = {
      draw_currency_id: chance(random, 20) ? '9' : '1',
      number: number ?? formatUnits(cents * 1_000_000n),
      draw_method_id: String(place.id),
      memo: '',
      shown: '',
    };
    const one: Sent = { user, key: this.#newKey(), input, made: undefined };
    this.#sent.push(one);
    if (this.#sent.length > REMEMBERED) this.#sent.shift();
    this.#draw(server, one);
  }

  #draw(server: ServerProcess, one: Sent): void {
    this.#ask(
      server,
      'draw',
      (offices) => offices.draw(one.input, userContext(one.user, one.key)),
      (answer) => {
        if (!answer.ok) {
          if (one.made !== undefined && answer.error.error !== 'INTERNAL')
            this.#watch.fail('one answer per key', `${one.key}: made ${one.made}, then ${answer.error.error}`);
          return;
        }
        const { id } = answer.value;
        if (one.made !== undefined && one.made !== id) this.#watch.fail('one withdrawal per key', one.key);
        if (!this.#watch.database.table('withdrawals').has(parseId(id) ?? 0n))
          this.#watch.fail('nothing acknowledged is lost', `withdrawal ${id}`);
        one.made = id;
      },
    );
  }

  #bind(server: ServerProcess, random: Random, user: Id): void {
    // Few, so that one is bound twice and by two people.
    const dc_address = addressOf(BigInt(1 + random.below(12)));
    const input = {
      type: '1',
      draw_id: '1',
      label: 'mine',
      dc_address,
      tag: '',
      wallet_kind: 'exchange',
      exchange_name: 'Kraken',
    } as const;
    const bank = { bank_name: '', bank_address: '', bank_swift: '', payee_name: '', payee_account: '' };
    const whole = { ...input, ...bank, owner: 'me', beneficiary_name: '' } as const;
    this.#ask(server, 'bind', (offices) => offices.bind_draw_method(whole, userContext(user, this.#newKey())));
  }

  /** Takes something of theirs back, or tries so with another's. */
  #ofTheirs(server: ServerProcess, random: Random, user: Id): void {
    const context = userContext(user, this.#newKey());
    const all = this.#rows('withdrawals');
    const own = all.filter(({ user_id, status }) => user_id === user && status === 'waiting');
    const asked = pick(random, own.length > 0 && !chance(random, 6) ? own : all);
    const place = chance(random, 4) ? pick(random, this.#places(user)) : undefined;
    if (place) this.#ask(server, 'unbind', (offices) => offices.del_draw_method({ id: String(place.id) }, context));
    else if (asked)
      this.#ask(server, 'draw_cancel', (offices) => offices.draw_cancel({ id: String(asked.id) }, context));
  }

  #places(user: Id): Row[] {
    return this.#rows('destinations').filter((row) => row.user_id === user && row.removed_time === null);
  }

  #rows(table: string): Row[] {
    return [...this.#watch.database.table(table).values()];
  }

  #ask<T>(server: ServerProcess, what: string, ...rest: Asked<T>): void {
    const [call, heard] = rest;
    ask({ server, watch: this.#watch, counts: this.counts }, what, call, heard);
  }

  #newKey(): string {
    this.#keys += 1;
    return `payouts-${this.#keys}`;
  }
}

type Asked<T> = Parameters<typeof ask<T>> extends [unknown, unknown, ...infer Rest] ? Rest : never;

interface StaffCall {
  readonly name: string;
  readonly send: (
    offices: Offices,
    context: ReturnType<typeof memberContext>,
  ) => ReturnType<Offices['withdrawal_claim']>;
}

/** What is done with an item of a state, the more often the more it stands there. */
const LIKELY = {
  waiting: ['approve', 'approve', 'approve', 'approve', 'reject'],
  approved: ['claim', 'claim', 'claim', 'nothing_sent'],
  claimed: ['paid', 'paid', 'paid', 'release', 'nothing_sent'],
  ended: ['paid', 'approve', 'claim', 'nothing_sent'],
} as const;

const likelyOf = ({ status, claimed_by }: Row): keyof typeof LIKELY =>
  status === 'waiting' ? 'waiting' : status !== 'approved' ? 'ended' : claimed_by === null ? 'approved' : 'claimed';
