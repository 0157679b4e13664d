// What calls of the staff name, in every way in which it may stand to the member who calls: made anew for each call, so that nothing is decided twice.
// Long because every kind of item is made here.

import type { Right, StaffRole } from '@fairtick/contract/staff/matrix';
import { systemClock } from '@fairtick/kernel/clock';
import { systemEntropy } from '@fairtick/kernel/random';
import { z } from 'zod';
import { boughtByHand } from '../harness/funds.ts';
import { testKeys } from '../harness/outside.ts';
import { insertStaff, type TestMember } from '../harness/staff.ts';
import type { Cast, Input } from './cast.ts';
import type { User } from './live-app.ts';

/** By kind of item: what it may be to the caller. The first is the plain one. */
export const SITUATIONS = {
  /** Calls that name nothing. */
  nothing: ['plain'],
  user: ['others', 'locked_by_caller', 'linked', 'demo', 'unknown'],
  verification: ['waiting', 'claimed_by_caller', 'taken', 'decided', 'linked', 'unknown'],
  withdrawal: ['waiting', 'approved_by_caller', 'approved', 'held_by_caller', 'taken', 'paid', 'linked', 'unknown'],
  deposit: ['waiting', 'claimed_by_caller', 'taken', 'credited', 'linked', 'unknown'],
  receipt: [
    'free',
    'of_linked_user',
    'matched',
    'returning',
    'taken_by_caller',
    'taken_by_other',
    'returned',
    'unknown',
  ],
  member: ['others', 'caller', 'disabled', 'not_joined', 'unknown'],
  proposal: ['others', 'callers_own', 'about_caller', 'of_linked_user', 'decided', 'other_text', 'unknown'],
  setting: ['by_two', 'of_money', 'operators', 'unknown'],
  message: ['given_up', 'waiting', 'to_linked_user', 'unknown'],
  content: ['draft', 'callers_draft', 'terms', 'callers_terms', 'published', 'unknown'],
  feedback: ['waiting', 'claimed_by_caller', 'taken', 'answered', 'closed', 'linked', 'unknown'],
  chat: ['waiting', 'held_by_caller', 'taken', 'closed', 'linked', 'unknown'],
  trader: ['waiting', 'approved', 'rejected', 'suspended', 'linked', 'unknown'],
  loan_person: ['waiting', 'decided', 'linked', 'unknown'],
  loan: ['waiting', 'decided', 'linked', 'unknown'],
  company: ['listed', 'unknown'],
  fund: ['waiting', 'running', 'linked', 'unknown'],
  link: ['open', 'needs_word', 'used', 'ended', 'expired', 'unknown'],
} as const;
export type Item = keyof typeof SITUATIONS;
export type SituationOf<I extends Item> = (typeof SITUATIONS)[I][number];

export interface Made {
  /** The fields that name it. */
  readonly fields: Input;
  /** Whose right it is to call about it, where the endpoint itself asks for none. */
  readonly right?: Right;
}

const GOING_BACK: ReadonlySet<string> = new Set(['returning', 'taken_by_caller', 'taken_by_other', 'returned']);
const UNKNOWN = '999999999';
const STAFF_CHECK: Right = { act: 'staff', grants: ['check'] };
/** What may be proposed of each right. */
const SETTINGS: Readonly<Record<string, Made>> = {
  by_two: { fields: { key: 'jurisdictions' }, right: { act: 'jurisdictions', grants: ['propose'] } },
  of_money: {
    fields: { key: 'money_rates', value: '[{"currency":"USD"}]' },
    right: { act: 'money_terms', grants: ['propose'] },
  },
};
const madeOf = z.object({ id: z.string() });
const proposalOf = z.object({ proposal: z.string() });
const depositOf = z.object({ deposit: z.string() });

export class StaffItems {
  readonly #cast: Cast;
  readonly #owner: TestMember;
  readonly #compliance: TestMember;

  private constructor(cast: Cast, owner: TestMember, compliance: TestMember) {
    this.#cast = cast;
    this.#owner = owner;
    this.#compliance = compliance;
  }

  /** With a colleague who makes what others decide. */
  static async open(cast: Cast): Promise<StaffItems> {
    const items = new StaffItems(
      cast,
      await insertStaff(cast.app.db, { roles: ['owner'] }),
      await insertStaff(cast.app.db, { roles: ['compliance'] }),
    );
    // There is always an owner left who can sign in.
    await items.#join(items.#owner);
    return items;
  }

  make(item: Item, situation: string, caller: TestMember): Promise<Made> {
    const makers: Readonly<Record<Item, (situation: string, caller: TestMember) => Promise<Made>>> = {
      nothing: async () => ({ fields: {} }),
      user: (one, who) => this.#userItem(one, who),
      verification: (one, who) => this.#verification(one, who),
      withdrawal: (one, who) => this.#withdrawal(one, who),
      deposit: (one, who) => this.#deposit(one, who),
      receipt: (one, who) => this.#receipt(one, who),
      member: (one, who) => this.#memberItem(one, who),
      proposal: (one, who) => this.#proposal(one, who),
      setting: async (one) => SETTINGS[one] ?? { fields: { key: one === 'operators' ? 'trade_fee_type' : 'none' } },
      message: (one, who) => this.#message(one, who),
      content: (one, who) => this.#content(one, who),
      feedback: (one, who) => this.#feedback(one, who),
      chat: (one, who) => this.#chat(one, who),
      trader: (one, who) => this.#trader(one, who),
      loan_person: (one, who) => this.#loanPerson(one, who),
      loan: (one, who) => this.#loan(one, who),
      company: (one, who) => this.#company(one, who),
      fund: (one, who) => this.#fund(one, who),
      link: (one) => this.#link(one),
    };
    return makers[item](situation, caller);
  }

  #sql(text: string, values: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }> {
    return this.#cast.app.db.owner.query<Record<string, unknown>>(text, [...values]);
  }

  async #join({ id }: TestMember): Promise<void> {
    await this.#sql(
      `INSERT INTO staff_totp (staff_id, secret_sealed, last_step) VALUES ($1, '\\x00', 0) ON CONFLICT DO NOTHING`,
      [id],
    );
  }

  async #linked({ id }: User, caller: TestMember): Promise<void> {
    await this.#sql('INSERT INTO staff_user_links (staff_id, user_id, declared_by) VALUES ($1, $2, $3)', [
      ...[caller.id, id, this.#owner.id],
    ]);
  }

  /** A freeze as somebody has set it, that ends after two weeks unless somebody else confirms it. */
  async #frozen({ id }: User, by: TestMember): Promise<void> {
    const time = systemClock.now();
    const until = time + 14 * 86_400_000;
    const freezes = JSON.stringify({ withdrawals: { reason: 'a stolen card', time, by: String(by.id), until } });
    await this.#sql('UPDATE user_standing SET locks = 1, freezes = $2, freeze_ends = $3 WHERE user_id = $1', [
      ...[id, freezes, until],
    ]);
  }

  async #userItem(situation: string, caller: TestMember): Promise<Made> {
    if (situation === 'unknown') return { fields: { id: UNKNOWN } };
    const { app } = this.#cast;
    if (situation === 'demo') return { fields: { id: (await app.demoUser()).id } };
    const user = await app.realUser(0);
    await this.#frozen(user, situation === 'locked_by_caller' ? caller : this.#compliance);
    if (situation === 'linked') await this.#linked(user, caller);
    return { fields: { id: user.id } };
  }

  async #verification(situation: string, caller: TestMember): Promise<Made> {
    if (situation === 'unknown') return { fields: { id: UNKNOWN } };
    const user = await this.#cast.app.realUser(0);
    const id = await this.#cast.app.verification(user);
    if (situation === 'linked') await this.#linked(user, caller);
    if (situation === 'decided')
      await this.#cast.staff(
        'verification_decide',
        { id, decision: 'reject', reason_code: 'unreadable' },
        this.#compliance.token,
      );
    const claimant = situation === 'claimed_by_caller' ? caller : situation === 'taken' ? this.#compliance : undefined;
    if (claimant)
      await this.#sql(
        'UPDATE verifications SET claimed_by = $2, claimed_until = database_ms() + 600000 WHERE id = $1',
        [...[id, claimant.id]],
      );
    // Nobody accepts whom they have not looked at.
    if (claimant === caller)
      await this.#sql(
        `INSERT INTO upload_views (upload_id, viewer_kind, viewer_id, why)
         SELECT unnest(ARRAY[front, back]), 'staff', $2, 'a test' FROM verifications WHERE id = $1`,
        [id, caller.id],
      );
    return { fields: { id } };
  }

  /** Asked for and decided through the endpoints, but for what the caller may have no right to do. */
  /** Bought before it was offered nowhere: by hand, with its journal. */
  async #fund(situation: string, caller: TestMember): Promise<Made> {
    if (situation === 'unknown') return { fields: { id: UNKNOWN } };
    const user = await this.#cast.app.realUser(1_000);
    const id = await boughtByHand(
      this.#cast.app.db,
      BigInt(user.id),
      situation === 'running' ? 'running' : 'refunding',
    );
    if (situation === 'linked') await this.#linked(user, caller);
    return { fields: { id: String(id) } };
  }

  async #withdrawal(situation: string, caller: TestMember): Promise<Made> {
    if (situation === 'unknown') return { fields: { id: UNKNOWN } };
    const { app } = this.#cast;
    const user = await app.realUser(20_000);
    await this.#sql('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [user.id]);
    await this.#sql('UPDATE sessions SET elevated_until = 9000000000000 WHERE user_id = $1', [user.id]);
    const place = {
      draw_id: '1',
      dc_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      wallet_kind: 'exchange',
      exchange_name: 'Kraken',
    };
    const draw_method_id = madeOf.parse(await this.#cast.user('bind_draw_method', place, user.token)).id;
    await this.#sql('UPDATE destinations SET usable_time = bound_time WHERE id = $1', [draw_method_id]);
    const number = situation === 'approved_by_caller' ? '10000' : '100';
    const asked = { draw_currency_id: '1', number, draw_method_id };
    const id = madeOf.parse(await this.#cast.user('draw', asked, user.token)).id;
    if (situation === 'linked') await this.#linked(user, caller);
    if (situation === 'approved_by_caller')
      await this.#sql('INSERT INTO withdrawal_approvals VALUES ($1, $2, 1)', [id, caller.id]);
    if (situation === 'waiting' || situation === 'approved_by_caller' || situation === 'linked')
      return { fields: { id } };
    await this.#cast.staff('withdrawal_approve', { id }, this.#compliance.token);
    if (situation === 'held_by_caller')
      await this.#sql('UPDATE withdrawals SET claimed_by = $2, claimed_time = 1 WHERE id = $1', [id, caller.id]);
    if (situation !== 'taken' && situation !== 'paid') return { fields: { id } };
    const { token } = await this.#colleague('treasurer');
    await this.#cast.staff('withdrawal_claim', { id }, token);
    const reference = `0x${id.padStart(64, '0')}`;
    if (situation === 'paid') await this.#cast.staff('withdrawal_paid', { id, reference }, token);
    return { fields: { id } };
  }

  /** Sent through the endpoint, with what would be credited: each by a receipt of its own. */
  async #deposit(situation: string, caller: TestMember): Promise<Made> {
    const came = (id: string): Input => ({ id, reference: `${id.padStart(64, '0')}:0`, amount: '100' });
    if (situation === 'unknown') return { fields: came(UNKNOWN) };
    const { app } = this.#cast;
    const user = await app.realUser(0);
    await this.#sql('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [user.id]);
    const said = { number: '100', charge_id: '2', proofImg: await app.image(user) };
    const id = madeOf.parse(await this.#cast.user('charge_submit', said, user.token)).id;
    if (situation === 'linked') await this.#linked(user, caller);
    const claimant = situation === 'claimed_by_caller' ? caller : situation === 'taken' ? this.#compliance : undefined;
    if (claimant)
      await this.#sql('UPDATE deposits SET claimed_by = $2, claimed_until = database_ms() + 600000 WHERE id = $1', [
        ...[id, claimant.id],
      ]);
    if (situation === 'credited')
      await this.#cast.staff('deposit_credit', came(id), (await this.#colleague('treasurer')).token);
    return { fields: came(id) };
  }

  /** Booked through the endpoint, under a user whom it may be put under. */
  async #receipt(situation: string, caller: TestMember): Promise<Made> {
    const { app } = this.#cast;
    const user = await app.realUser(0);
    const fields = { uid: `U${user.id}` };
    if (situation === 'unknown') return { fields: { ...fields, id: UNKNOWN } };
    if (situation === 'of_linked_user') await this.#linked(user, caller);
    const { token } = await this.#colleague('treasurer');
    const came = { reference: `${user.id.padStart(64, '0')}:7`, amount: '100' };
    const { id } = madeOf.parse(await this.#cast.staff('receipt_book', { charge_id: '2', ...came }, token));
    if (situation === 'matched') {
      await this.#sql('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [user.id]);
      const { deposit } = depositOf.parse(await this.#cast.staff('receipt_assign', { id, ...fields }, token));
      await this.#cast.staff('deposit_credit', { id: deposit, ...came }, token);
    }
    if (GOING_BACK.has(situation)) {
      const asked = { id, reason: 'the sender asks for it' };
      const { proposal } = proposalOf.parse(await this.#cast.staff('receipt_return', asked, token));
      const decided = { id: proposal, hash: await this.#hashOf(proposal), decision: 'accept' };
      await this.#cast.staff('proposal_decide', decided, this.#compliance.token);
    }
    if (situation === 'taken_by_other' || situation === 'returned')
      await this.#cast.staff('receipt_take', { id }, token);
    if (situation === 'returned')
      await this.#cast.staff('receipt_sent', { id, reference: user.id.padStart(64, '0') }, token);
    if (situation === 'taken_by_caller')
      await this.#sql('UPDATE receipts SET taken_by = $2 WHERE id = $1', [id, caller.id]);
    return { fields: { ...fields, id } };
  }

  /** An idea, sent through the endpoint: what is no complaint may be closed unanswered. */
  async #feedback(situation: string, caller: TestMember): Promise<Made> {
    if (situation === 'unknown') return { fields: { id: UNKNOWN } };
    const user = await this.#cast.app.realUser(0);
    const said = { kind: 'idea', text: 'A darker look at night' };
    const { id } = madeOf.parse(await this.#cast.user('feedback_send', said, user.token));
    if (situation === 'linked') await this.#linked(user, caller);
    const others = situation === 'taken' || situation === 'answered' || situation === 'closed';
    const claimant = situation === 'claimed_by_caller' ? caller : others ? this.#compliance : undefined;
    if (claimant)
      await this.#sql(
        'UPDATE feedback SET status = 2, claimed_by = $2, claimed_until = database_ms() + 600000 WHERE id = $1',
        [id, claimant.id],
      );
    if (situation === 'answered')
      await this.#sql(
        `UPDATE feedback SET status = 3, answer = 'We think of it', answered_by = claimed_by, answered_time = 1 WHERE id = $1`,
        [id],
      );
    if (situation === 'closed')
      await this.#sql('UPDATE feedback SET status = 4, closed_by = claimed_by, closed_time = 1 WHERE id = $1', [id]);
    return { fields: { id } };
  }

  /** Written by hand: an application needs ten closed orders. */
  async #trader(situation: string, caller: TestMember): Promise<Made> {
    if (situation === 'unknown') return { fields: { id: UNKNOWN } };
    const user = await this.#cast.app.realUser(0);
    await this.#sql('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [user.id]);
    const statuses: Readonly<Record<string, number>> = { approved: 2, rejected: 3, suspended: 4 };
    const status = statuses[situation] ?? 1;
    const decided = status === 1 ? null : this.#compliance.id;
    await this.#sql(
      `INSERT INTO traders (user_id, person_key, status, applied_time, approved_time)
       VALUES ($1, $1, $2::smallint, 1, CASE WHEN $2::smallint IN (2, 4) THEN 1 END)`,
      [user.id, status],
    );
    const { rows } = await this.#sql(
      `INSERT INTO trader_applications (user_id, status, agreement_version, agreement_lang, agreement_hash, applied_time, due_time, decided_by,
         decided_time, reason)
       VALUES ($1, $2::smallint, 1, 'en', sha256('x'), 1, 2, $3::bigint, CASE WHEN $3::bigint IS NOT NULL THEN 1 END,
         CASE WHEN $2::smallint IN (3, 4) THEN 'because' END) RETURNING id::text AS id`,
      [user.id, status, decided],
    );
    if (situation === 'linked') await this.#linked(user, caller);
    return { fields: madeOf.parse(rows[0]) };
  }

  /** Written by hand: who it is is sealed by the server alone, and of who has left there is nothing. */
  async #loanPerson(situation: string, caller: TestMember): Promise<Made> {
    if (situation === 'unknown') return { fields: { id: UNKNOWN } };
    const user = await this.#cast.app.realUser(0);
    await this.#cast.app.verification(user);
    await this.#sql('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [user.id]);
    if (situation === 'linked') await this.#linked(user, caller);
    return { fields: { id: await this.#borrower(user, situation === 'decided') } };
  }

  async #borrower({ id }: User, isDecided: boolean): Promise<string> {
    const { rows } = await this.#sql(
      `INSERT INTO loan_persons (user_id, person_sealed, picture, status, answer_due, decided_by, decided_time)
       SELECT $1::bigint, '', front, CASE WHEN $2::bigint IS NULL THEN 1 ELSE 2 END, 2, $2::bigint, CASE WHEN $2::bigint IS NULL THEN NULL ELSE 1 END
       FROM verifications WHERE user_id = $1::bigint RETURNING id::text AS id`,
      [id, isDecided ? this.#compliance.id : null],
    );
    return madeOf.parse(rows[0]).id;
  }

  async #loan(situation: string, caller: TestMember): Promise<Made> {
    if (situation === 'unknown') return { fields: { id: UNKNOWN } };
    const user = await this.#cast.app.realUser(0);
    await this.#cast.app.verification(user);
    await this.#borrower(user, true);
    const { rows } = await this.#sql(
      `INSERT INTO loans (id, user_id, person_key, config_id, amount, period, interest_rate, free_period, penalty_rate, answer_due, status, decided_by, decided_time,
         reason_code, reason)
       SELECT $1::bigint, $1::bigint, $1::bigint, 1, 100, 30, 25, 7, 25, 2, CASE WHEN $2::bigint IS NULL THEN 1 ELSE 3 END, $2::bigint,
         CASE WHEN $2::bigint IS NOT NULL THEN 1 END, CASE WHEN $2::bigint IS NOT NULL THEN 'unclear' END,
         CASE WHEN $2::bigint IS NOT NULL THEN '' END RETURNING id::text AS id`,
      [user.id, situation === 'decided' ? this.#compliance.id : null],
    );
    await this.#sql(
      `INSERT INTO loan_agreements (loan_id, version, lang, html, hash, evidence, evidence_hash)
       SELECT $1::bigint, 1, 'en', '<p>x</p>', sha256('<p>x</p>'), e, sha256(convert_to(e, 'UTF8')) FROM (SELECT json_build_object('loan', $1::bigint::text,
         'terms', json_build_object('amount', '100.00', 'interestRate', 25, 'period', 30), 'agreement', encode(sha256('<p>x</p>'), 'hex'))::text AS e) x`,
      [user.id],
    );
    if (situation === 'linked') await this.#linked(user, caller);
    return { fields: madeOf.parse(rows[0]) };
  }

  async #memberItem(situation: string, caller: TestMember): Promise<Made> {
    const uid = `U${(await this.#cast.app.realUser(0)).id}`;
    if (situation === 'unknown') return { fields: { id: UNKNOWN, uid } };
    if (situation === 'caller') {
      await this.#join(caller);
      return { fields: { id: String(caller.id), uid } };
    }
    const member = await this.#colleague();
    if (situation !== 'not_joined') await this.#join(member);
    if (situation === 'disabled')
      await this.#sql('UPDATE staff SET disabled_time = database_ms() WHERE id = $1', [member.id]);
    return { fields: { id: String(member.id), uid } };
  }

  #colleague(role: StaffRole = 'editor'): Promise<TestMember> {
    return insertStaff(this.#cast.app.db, { roles: [role] });
  }

  async #proposal(situation: string, caller: TestMember): Promise<Made> {
    if (situation === 'unknown') return { fields: { id: UNKNOWN, hash: '00' } };
    if (situation === 'of_linked_user') return this.#unfreezing(caller);
    const about = situation === 'about_caller' ? caller : await this.#colleague();
    // Made through the endpoint where the caller may make it; whoever may not is refused before anybody looks at its maker.
    const maker = situation === 'callers_own' && (await this.#isOwner(caller)) ? caller : this.#owner;
    const asked = { id: String(about.id), roles: 'support,auditor', reason: 'moved' };
    const id = proposalOf.parse(await this.#cast.staff('staff_roles', asked, maker.token)).proposal;
    const fields = { id, hash: await this.#hashOf(id) };
    if (situation === 'decided') {
      const other = await insertStaff(this.#cast.app.db, { roles: ['owner'] });
      await this.#cast.staff('proposal_decide', { ...fields, decision: 'reject', reason: 'no' }, other.token);
    }
    return { fields: situation === 'other_text' ? { id, hash: '00'.repeat(32) } : fields, right: STAFF_CHECK };
  }

  async #unfreezing(caller: TestMember): Promise<Made> {
    const user = await this.#cast.app.realUser(0);
    await this.#frozen(user, this.#compliance);
    const asked = { id: user.id, locks: 'withdrawals', reason: 'found again' };
    const id = proposalOf.parse(await this.#cast.staff('user_unfreeze', asked, this.#compliance.token)).proposal;
    await this.#linked(user, caller);
    return { fields: { id, hash: await this.#hashOf(id) }, right: { act: 'unfreeze', grants: ['check'] } };
  }

  async #isOwner({ id }: TestMember): Promise<boolean> {
    const { rows } = await this.#sql(`SELECT FROM staff_roles WHERE staff_id = $1 AND role = 'owner'`, [id]);
    return rows.length > 0;
  }

  async #hashOf(proposal: string): Promise<string> {
    const { rows } = await this.#sql(`SELECT encode(payload_hash, 'hex') AS hash FROM proposals WHERE id = $1`, [
      proposal,
    ]);
    return String(rows[0]?.hash);
  }

  async #message(situation: string, caller: TestMember): Promise<Made> {
    if (situation === 'unknown') return { fields: { id: UNKNOWN } };
    const user = await this.#cast.app.realUser(0);
    if (situation === 'to_linked_user') await this.#linked(user, caller);
    const dead = situation === 'waiting' ? null : 1;
    const { rows } = await this.#sql(
      `INSERT INTO outbox (kind, owner_id, payload, due_time, dead_time) VALUES ('none', $1, '{"kept": true}', 4102444800000, $2) RETURNING id`,
      [user.id, dead],
    );
    return { fields: { id: String(rows[0]?.id) } };
  }

  /** With one version in English. */
  async #content(situation: string, caller: TestMember): Promise<Made> {
    const fields = { lang: 'en', version: '1' };
    if (situation === 'unknown') return { fields: { ...fields, id: UNKNOWN } };
    const editor = situation.startsWith('callers_') ? caller : await this.#colleague();
    const about = situation.endsWith('terms') ? 'terms' : 'notice';
    const { rows } = await this.#sql(
      `INSERT INTO content_items (kind, about, audience, publish_time, staff_id) VALUES ('announcement', $1, 'all', 1, $2) RETURNING id`,
      [about, editor.id],
    );
    const id = String(rows[0]?.id);
    await this.#sql(
      `INSERT INTO content_texts (item_id, lang, version, title, summary, body, staff_id) VALUES ($1, 'en', 1, 'A title', '', $2, $3)`,
      [id, '{"type":"doc","content":[{"type":"paragraph"}]}', editor.id],
    );
    if (situation === 'published')
      await this.#sql(`INSERT INTO content_published (item_id, lang, version, staff_id) VALUES ($1, 'en', 1, $2)`, [
        ...[id, editor.id],
      ]);
    return { fields: { ...fields, id } };
  }

  async #chat(situation: string, caller: TestMember): Promise<Made> {
    if (situation === 'unknown') return { fields: { id: UNKNOWN } };
    const user = await this.#cast.app.realUser(0);
    await this.#cast.user('chat_send', { text: 'Where is my order?' }, user.token);
    if (situation === 'linked') await this.#linked(user, caller);
    const holder = situation === 'held_by_caller' ? caller : situation === 'taken' ? this.#compliance : undefined;
    if (holder)
      await this.#sql(
        'UPDATE support_threads SET claimed_by = $2, claimed_until = database_ms() + 600000 WHERE user_id = $1',
        [user.id, holder.id],
      );
    if (situation === 'closed')
      await this.#sql(`UPDATE support_threads SET state = 'closed', closed_time = 1 WHERE user_id = $1`, [user.id]);
    const { rows } = await this.#sql('SELECT id FROM support_threads WHERE user_id = $1', [user.id]);
    return { fields: { id: String(rows[0]?.id) } };
  }

  async #company(situation: string, caller: TestMember): Promise<Made> {
    if (situation === 'unknown') return { fields: { id: UNKNOWN } };
    const { rows } = await this.#sql(
      `INSERT INTO companies (name, url, subject, registered_address, location, email, complaint_email, is_main, listed, staff_id)
       VALUES ('Bay Ltd', '', '', '', '', '', '', false, true, $1) RETURNING id`,
      [caller.id],
    );
    return { fields: { id: String(rows[0]?.id) } };
  }

  async #link(situation: string): Promise<Made> {
    const link = Buffer.from(systemEntropy.bytes(32)).toString('base64url');
    if (situation === 'unknown') return { fields: { link } };
    const { id } = await this.#colleague();
    const [createdTime, gone] = [systemClock.now() - 1_000, systemClock.now() - 500];
    const proposal = situation === 'needs_word' ? (await this.#proposal('others', this.#owner)).fields.id : null;
    await this.#sql(
      `INSERT INTO staff_links (link_mac, staff_id, purpose, created_time, expires, used_time, ended_time, proposal)
       VALUES ($1, $2, 'join', $3, $4, $5, $6, $7)`,
      [
        ...[testKeys.mac('one_time_links', link), id, createdTime],
        situation === 'expired' ? gone : createdTime + 3_600_000,
        situation === 'used' ? gone : null,
        situation === 'ended' ? gone : null,
        proposal,
      ],
    );
    return { fields: { link } };
  }
}
