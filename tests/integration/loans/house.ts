// A whole server where loans are offered to whoever lives in Hong Kong, and people who have proved who they are.

import { READ_NOW } from '../../harness/loan-times.ts';
import { moveByHand } from '../../harness/money-by-hand.ts';
import { presetSettings } from '../../harness/preset.ts';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import { type House, openHouse, type Person, type Told } from '../verification/house.ts';

export const DAY_MS = 86_400_000;
export const TERMS = {
  ...{ id: 1, loan_period: 30, min_amount: '100', max_amount: '1000' },
  ...{ interest_rate: 25, free_period: 7, penalty_rate: 25 },
};
const DRAW = {
  ...{ id: 2, kind: 'bank', currency: 'USD', network: '', protocol: 'SWIFT', places: 2 },
  ...{ fee_type: 1, draw_rate: '5', min: '10', max: '50000' },
};
const STROKES = JSON.stringify([Array.from({ length: 12 }, (_, at) => [at * 4, at % 5, at * 16])]);

export interface LoanHouse extends House {
  readonly ann: TestMember;
  /** Verified, living in Hong Kong, accepted as a borrower. */
  borrower(): Promise<Person>;
  verified(name?: string): Promise<Person>;
  asksAsBorrower(who: Person, change?: Readonly<Record<string, string>>): Promise<Told>;
  read(who: Person, amount?: string): Promise<{ readonly html: string }>;
  signs(who: Person, change?: Readonly<Record<string, string>>): Promise<Told>;
  decides(id: string, change?: Readonly<Record<string, string>>, by?: TestMember): Promise<Told>;
  /** As if it had been paid out so long ago. */
  longAgo(id: string, ms: number): Promise<void>;
  change(who: Person): Promise<string>;
  gives(who: Person, sum: string): Promise<void>;
}

const CAPITAL = { loan: '5000', fund: '100', capital: '1' };

let nextMoney = 8_000_000n;

/** `change`: of settings; one person pays out whatever is offered unless that says otherwise. */
export async function openLoanHouse(change: Readonly<Record<string, unknown>> = {}): Promise<LoanHouse> {
  const house = await openHouse(async (db) => {
    const offered = { name: 'Hong Kong', countries: ['HK'], off: [], on: ['loans', 'funds'], caps: {} };
    await presetSettings(db.owner, {
      ...{ jurisdictions: [offered], loan_configs: [TERMS], withdrawal_currencies: [DRAW], loan_two_people: '5000' },
      ...change,
    });
  });
  await moveByHand(house.db, { realm: 'live', ownerId: 0n, id: 4_000_000n, sums: CAPITAL });
  const ann = await insertStaff(house.db, { roles: ['compliance'], name: 'Ann' });
  const verified = async (name = 'Ada Lovelace'): Promise<Person> => {
    const who = await house.person();
    const [front_pic, reverse_pic] = await house.images(who);
    const fields = { name, card_id: `K${who.id}`, front_pic, reverse_pic, country: 'HK' };
    await house.user('real_name_submit', fields, { token: who.token });
    const [row] = await house.rows('SELECT max(id) FROM verifications WHERE user_id = $1', [who.id]);
    const id = String(row?.[0]);
    await house.review(id, { token: ann.token });
    await house.staff('verification_decide', { id, decision: 'accept' }, { token: ann.token });
    return who;
  };
  const asksAsBorrower: LoanHouse['asksAsBorrower'] = async (who, change = {}) => {
    const [hand_pic] = await house.images(who);
    const ada = { name: 'Lovelace', last_name: 'Ada', sex: '2', birthday: '1990-12-10', country: 'HK' };
    const fields = { ...ada, mobile: '852-51234567', id_card_type: '1', hand_pic, ...change };
    return house.user('loan_person_submit', fields, { token: who.token });
  };
  const read: LoanHouse['read'] = async (who, amount = '1000') => {
    const { data } = await house.user('loan_agreement', { id: '1', amount }, { token: who.token });
    return data as { readonly html: string };
  };
  return {
    ...house,
    ...{ ann, verified, asksAsBorrower, read },
    async borrower() {
      const who = await verified();
      await asksAsBorrower(who);
      const [row] = await house.rows('SELECT max(id) FROM loan_persons WHERE user_id = $1', [who.id]);
      await house.staff('loan_person_decide', { id: String(row?.[0]), decision: 'accept' }, { token: ann.token });
      return who;
    },
    async signs(who, change = {}) {
      const amount = change.amount ?? '1000';
      const sign = change.sign ?? (await house.images(who))[0];
      const { html } = await read(who, amount);
      const fields = { config_id: '1', amount, sign, strokes: STROKES, agreement: html, ...READ_NOW, ...change };
      return house.user('loan_submit', fields, { token: who.token });
    },
    decides: (id, change = { decision: 'approve' }, by = ann) =>
      house.staff('loan_decide', { id, ...change }, { token: by.token }),
    async longAgo(id, ms) {
      await house.db.owner.query(`DO $hand$ BEGIN
        SET LOCAL session_replication_role = replica;
        UPDATE loans SET paid_out_time = paid_out_time - ${ms}, due_time = due_time - ${ms} WHERE id = ${id};
        SET LOCAL session_replication_role = origin;
      END $hand$`);
    },
    async change({ id }) {
      const [row] = await house.rows(`SELECT available FROM ledger_accounts WHERE owner_id = $1 AND kind = 'change'`, [
        id,
      ]);
      return Number(row?.[0]).toFixed(2);
    },
    async gives({ id }, sum) {
      nextMoney += 1n;
      await moveByHand(house.db, { realm: 'live', ownerId: id, id: nextMoney, sums: { change: sum } });
    },
  };
}
