// What the app's own database role may do, read from the database's catalogue: a right that nobody wrote down here fails, so that a new
// table or a careless grant is seen. That the rights hold when tried is tested in tests/integration/ledger.

import type { Pool } from '@fairtick/server/platform/database/pools';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

/** Table → rights on the whole of it; INSERT(…), SELECT(…) and UPDATE(…) on some columns only. */
const RIGHTS: Readonly<Record<string, string>> = {
  acceptances: 'INSERT(contents family id kind order_id realm salt tick time user_id) SELECT UPDATE(idx)',
  account_names:
    'DELETE INSERT(kind name user_id verified_time) SELECT UPDATE(refused_time removed_time verified_time)',
  acts: 'INSERT(actor_id actor_kind contents kind subject_id subject_kind) SELECT UPDATE(idx)',
  candle_places: 'INSERT SELECT',
  candle_state: 'SELECT UPDATE(next_index through)',
  candles: 'INSERT SELECT UPDATE',
  captchas: 'DELETE INSERT(answer_mac expires id_mac) SELECT UPDATE(spent_from_mac used_time)',
  client_money_proofs: 'INSERT(broken held house paused receipts short_since time users withdrawals) SELECT',
  codes:
    'DELETE INSERT(address_mac asker_mac code_mac created_time destination_mac expires known_device purpose user_id) SELECT UPDATE(ended_time strangers tries used_time)',
  command_keys: 'INSERT SELECT',
  companies:
    'INSERT(complaint_email email is_main listed location logo name registered_address staff_id subject url) SELECT UPDATE(changed_time complaint_email email is_main listed location logo name registered_address staff_id subject url)',
  companies_head: 'SELECT',
  content_head: 'SELECT',
  content_items:
    'INSERT(about audience countries expire_time kind pinned publish_time staff_id) SELECT UPDATE(audience countries expire_time pinned publish_time)',
  content_pictures: 'INSERT(bytes height id staff_id width) SELECT',
  content_published: 'INSERT(item_id lang staff_id version) SELECT UPDATE(staff_id time version)',
  content_reads: 'INSERT(item_id lang user_id version) SELECT',
  content_tellings: 'INSERT(item_id) SELECT UPDATE(done_time last_user_id told)',
  content_texts: 'INSERT(body item_id lang picture staff_id summary title version) SELECT',
  content_words: 'INSERT(item_id lang rule title version words) SELECT',
  copy_events: 'INSERT SELECT UPDATE(done)',
  copy_marks: 'INSERT SELECT UPDATE(accrued cumulative high_water paid share_rate steps)',
  copy_skips: 'INSERT SELECT',
  copy_steps: 'INSERT SELECT',
  credentials: 'DELETE INSERT(password_hash user_id) SELECT UPDATE(changed_time password_hash)',
  current_settings: 'SELECT',
  deposits:
    'INSERT SELECT UPDATE(claimed_by claimed_until credited credited_number decided_by decided_time held_for rate rate_tick reason reason_code receipt_id status)',
  destinations: 'INSERT SELECT UPDATE(removed_time)',
  entries: 'INSERT SELECT',
  exports: 'INSERT(user_id) SELECT UPDATE(bytes file ready_time until)',
  feedback:
    'INSERT(device due_time email from_mac image kind lang realm received_time user_id words) SELECT UPDATE(answer answered_by answered_time claimed_by claimed_until closed_by closed_time device email erased_time from_mac status words)',
  follow_settings: 'INSERT SELECT',
  follows: 'INSERT SELECT UPDATE(closed_margin closed_net closed_num end_reason ended_event ended_time)',
  forex_financing: 'INSERT SELECT',
  forex_orders:
    'INSERT SELECT UPDATE(armed_index cancel_reason cancelled_time close_price close_rate close_rate_tick close_reason close_tick close_time financed_through held open_market_time open_price open_rate open_rate_tick open_tick open_time result status stop_loss take_profit)',
  fund_income: 'INSERT SELECT',
  fund_subscriptions: 'INSERT SELECT UPDATE(confirm_time ended_time next_due paid_days status)',
  house_exposure: 'SELECT',
  invites: 'INSERT SELECT',
  journal_lines: 'SELECT',
  journal_types: 'SELECT',
  journals: 'INSERT SELECT',
  ledger_accounts: 'INSERT SELECT',
  loan_agreements: 'INSERT SELECT',
  loan_exclusions: 'INSERT(until user_id) SELECT UPDATE(until)',
  loan_persons:
    'INSERT(answer_due person_sealed picture user_id) SELECT UPDATE(decided_by decided_time person_sealed reason reason_code status)',
  loans:
    'INSERT(amount answer_due config_id free_period id interest_rate penalty_rate period person_key signature user_id) SELECT UPDATE(decided_by decided_time due_time first_yes_by first_yes_time interest overdue_time paid_out_time penalty proof_time reason reason_code repaid_time soon_time status)',
  log_checkpoints: 'INSERT SELECT',
  log_entries: 'INSERT SELECT',
  log_epochs: 'SELECT',
  log_heads: 'SELECT UPDATE(size)',
  log_keys: 'INSERT(created_time log origin public_key) SELECT(created_time log origin public_key)',
  log_state: 'SELECT',
  log_tiles: 'INSERT SELECT',
  market_state: 'SELECT UPDATE',
  micro_orders: 'INSERT SELECT UPDATE(closed_time end_price end_tick open_price open_tick outcome result status)',
  notices: 'INSERT(cause id kind order_id params realm user_id) SELECT UPDATE(read_time)',
  outbox: 'INSERT SELECT UPDATE(attempts dead_time due_time failure held_time payload sent_time)',
  own_addresses: 'INSERT(address branch index network user_id) SELECT',
  owners: 'SELECT',
  pairs: 'SELECT',
  preferences: 'DELETE INSERT SELECT UPDATE(mail_word_sealed notify)',
  proposals:
    'INSERT(kind maker payload payload_hash subject_id subject_kind) SELECT UPDATE(checker decided_reason decided_time state)',
  push_key: 'INSERT(public_key sealed) SELECT',
  push_subscriptions:
    'DELETE INSERT(endpoint_mac sealed session_id user_id) SELECT UPDATE(created_time ended_time sealed session_id user_id)',
  receipts: 'INSERT SELECT UPDATE(confirmations sent_reference state taken_by)',
  recovery_codes: 'DELETE INSERT(code_mac key_sealed user_id) SELECT UPDATE(ended_time used_time)',
  schedule_runs: 'INSERT SELECT UPDATE(attempts failure finished_time lease_until retry_time)',
  sessions: 'INSERT SELECT UPDATE(address_shown agent device_hash elevated_until last_used_time revoked_time)',
  setting_versions: 'SELECT',
  staff: 'INSERT(email id name) SELECT UPDATE(disabled_time)',
  staff_code_failures: 'DELETE INSERT SELECT UPDATE(forgotten locked_until told_time untold_until)',
  staff_failures: 'DELETE INSERT SELECT UPDATE(count last_time)',
  staff_links:
    'INSERT(created_time expires link_mac proposal purpose staff_id) SELECT UPDATE(ended_time tries used_time)',
  staff_passkeys:
    'INSERT(backed_up counter credential_id label public_key staff_id transports) SELECT UPDATE(backed_up counter last_used_time removed_time)',
  staff_passwords: 'INSERT(hash staff_id) SELECT UPDATE(removed_time)',
  staff_roles: 'INSERT(granted_by role staff_id) SELECT UPDATE(revoked_by revoked_time)',
  staff_sessions: 'INSERT SELECT UPDATE(elevated_until last_used_time revoked_time)',
  staff_tickets:
    'DELETE INSERT(bound challenge expires kind sealed staff_id ticket_hash) SELECT UPDATE(tries used_time)',
  staff_totp: 'INSERT(last_step secret_sealed staff_id) SELECT UPDATE(last_step removed_time)',
  staff_user_links: 'INSERT(declared_by staff_id user_id) SELECT',
  standing_history: 'SELECT',
  support_lines: 'INSERT(user_id) SELECT UPDATE(last_seq moved_time read_seq staff_seq)',
  support_messages: 'DELETE INSERT(author image masked seq staff_id text thread_id user_id) SELECT',
  support_threads:
    'INSERT(answer_due lang user_id) SELECT UPDATE(answer_due claimed_by claimed_until closed_time score state)',
  tick_sources: 'SELECT',
  ticks: 'SELECT',
  trader_applications:
    'INSERT(agreement_hash agreement_lang agreement_version applied_time due_time user_id) SELECT UPDATE(decided_by decided_time reason status)',
  trader_equity: 'INSERT SELECT',
  trader_following: 'SELECT UPDATE(copied_day copied_num copied_time last_event)',
  traders:
    'INSERT(user_id) SELECT UPDATE(applied_time approved_time ended_time max_amount multiple nickname nickname_key person_key status)',
  upload_views: 'INSERT(upload_id viewer_id viewer_kind why) SELECT',
  uploads:
    'INSERT(bytes height id key_sealed kind owner_id place width) SELECT UPDATE(attached_to keep_until key_sealed state)',
  user_devices: 'DELETE INSERT(device_hash user_id) SELECT UPDATE(last_time)',
  user_failures: 'DELETE INSERT SELECT UPDATE(count last_time)',
  user_passkeys:
    'DELETE INSERT(backed_up counter credential_id label public_key transports user_id) SELECT UPDATE(backed_up counter last_used_time removed_time)',
  user_standing:
    'SELECT UPDATE(actor_id actor_kind cool_off_until country freeze_ends freezes hold_until lang locks loss_limit loss_limit_from loss_limit_next verified_time zone)',
  user_tickets: 'DELETE INSERT SELECT UPDATE(tries used_time)',
  user_totp: 'DELETE INSERT(last_step secret_sealed user_id) SELECT UPDATE(last_step removed_time)',
  users: 'INSERT SELECT UPDATE(removed_time)',
  verifications:
    'INSERT(back card_mac card_sealed country front name_sealed user_id) SELECT UPDATE(card_sealed claimed_by claimed_until decided_by decided_time name_sealed reason reason_code status)',
  withdrawal_approvals: 'INSERT SELECT',
  withdrawals:
    'INSERT SELECT UPDATE(approved_time back_by back_credited back_receipt_id back_time claimed_by claimed_time ended_by ended_time nothing_sent_by nothing_sent_time overdue_time paid_by paid_reference paid_time reason reason_code status)',
};

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const texts = async (pool: Pool, query: string): Promise<string[]> =>
  (await pool.query<{ text: string }>(query)).rows.map((row) => row.text);

test("the app's role has exactly the rights that are written down", async () => {
  const whole = await db.owner.query<{ name: string; right: string }>(
    `SELECT table_name AS name, privilege_type AS "right" FROM information_schema.role_table_grants WHERE grantee = 'fairtick_app'`,
  );
  const columns = await db.owner.query<{ name: string; right: string; columns: string }>(
    `SELECT c.table_name AS name, c.privilege_type AS "right", string_agg(c.column_name, ' ' ORDER BY c.column_name) AS columns
     FROM information_schema.column_privileges c WHERE c.grantee = 'fairtick_app' AND c.privilege_type IN ('INSERT', 'SELECT', 'UPDATE')
       AND NOT EXISTS (SELECT 1 FROM information_schema.role_table_grants t
         WHERE t.grantee = 'fairtick_app' AND t.table_name = c.table_name AND t.privilege_type = c.privilege_type)
     GROUP BY c.table_name, c.privilege_type`,
  );
  const found: Record<string, string[]> = {};
  for (const { name, right } of whole.rows) found[name] = [...(found[name] ?? []), right];
  for (const row of columns.rows) found[row.name] = [...(found[row.name] ?? []), `${row.right}(${row.columns})`];
  const shown = Object.fromEntries(Object.entries(found).map(([name, rights]) => [name, rights.toSorted().join(' ')]));
  expect(shown).toEqual(RIGHTS);
});

test('it owns nothing, may create nothing, belongs to no other role and can grant nothing on', async () => {
  const owned = `SELECT c.relname AS text FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner WHERE r.rolname = 'fairtick_app'`;
  const member = `SELECT m.roleid::regrole::text AS text FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member WHERE r.rolname = 'fairtick_app'`;
  const passable = `SELECT table_name AS text FROM information_schema.role_table_grants WHERE grantee = 'fairtick_app' AND is_grantable = 'YES'`;
  for (const query of [owned, member, passable]) expect(await texts(db.owner, query)).toEqual([]);
  const role = await db.owner.query(
    `SELECT rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication, has_schema_privilege('fairtick_app', 'public', 'CREATE') AS creates
     FROM pg_roles WHERE rolname = 'fairtick_app'`,
  );
  expect(Object.values(role.rows[0] ?? {})).toEqual([false, false, false, false, false, false]);
});

test("what runs with the owner's rights for it is known by name", async () => {
  const functions = await texts(
    db.owner,
    `SELECT p.proname AS text FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'public' AND p.prosecdef ORDER BY 1`,
  );
  expect(functions).toEqual([
    'announce_proposed',
    'append_ticks',
    'apply_entries',
    'companies_moved',
    'content_moved',
    'exposure_of_changed',
    'exposure_of_opened',
    'follower_counted',
    'follower_leaves',
    'forget_refusals',
    'fund_income_by_terms',
    'journal_has_cause',
    'keep_standing',
    'let_go_ticks',
    'lock_owners',
    'lock_tick_head',
    'make_owners',
    'make_standing',
    'one_tick_source',
    'pass_time',
    'support_goes_with_user',
    'trader_goes_with_user',
    'trader_may_be_followed',
    'use_tick_source',
  ]);
});
