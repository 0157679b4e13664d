-- Users, ledger, idempotency keys. Balances are the sum of entries because only the trigger below can change them:
-- the app's role may insert journals and entries, never update accounts, journals or entries.

CREATE TYPE realm AS ENUM ('live', 'demo');
CREATE SEQUENCE server_numbers MINVALUE 0 MAXVALUE 1023 CYCLE;

CREATE TABLE users (
  id bigint PRIMARY KEY,
  realm realm NOT NULL,
  uid text NOT NULL UNIQUE,
  email text UNIQUE,
  -- Argon2id, encoded; none for a demo user.
  password_hash text,
  created_time bigint NOT NULL,
  CHECK (id > 0)
);

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  user_id bigint NOT NULL REFERENCES users (id),
  created_time bigint NOT NULL,
  last_used_time bigint NOT NULL,
  revoked_time bigint
);
CREATE INDEX sessions_by_user ON sessions (user_id);

-- owner_id 0 is the house.
CREATE TABLE ledger_accounts (
  id bigint PRIMARY KEY,
  realm realm NOT NULL,
  owner_id bigint NOT NULL,
  kind text NOT NULL,
  currency text NOT NULL,
  available numeric(30, 8) NOT NULL DEFAULT 0,
  locked numeric(30, 8) NOT NULL DEFAULT 0,
  UNIQUE (owner_id, realm, kind, currency),
  CONSTRAINT kind_known CHECK (
    CASE WHEN owner_id = 0
      THEN kind IN ('capital', 'trading', 'fees', 'micro', 'fund', 'loan', 'protection', 'clearing:deposit', 'clearing:withdrawal', 'external')
      ELSE kind IN ('change', 'forex', 'micro') END),
  CONSTRAINT available_not_negative CHECK (available >= 0 OR kind = 'external'),
  CONSTRAINT locked_not_negative CHECK (locked >= 0)
);

CREATE TABLE journals (
  id bigint PRIMARY KEY,
  realm realm NOT NULL,
  time bigint NOT NULL,
  -- Ledger type codes: contract/ledger-types.ts
  reason smallint NOT NULL,
  -- The order, user or house act the journal belongs to.
  reference bigint NOT NULL,
  -- The key of the command that caused it; system commands have a key of their own making.
  idempotency_key text NOT NULL,
  lines smallint NOT NULL CHECK (lines >= 1)
);
CREATE INDEX journals_by_reference ON journals (reference);
-- One settlement per order: close and cancel of forex (13, 14, 18), settlement of micro (21, 22, 23).
CREATE UNIQUE INDEX one_settlement_per_order ON journals (reference) WHERE reason IN (13, 14, 18, 21, 22, 23);
-- An order is accepted once (10, 11, 20) and a pending one filled once (12).
CREATE UNIQUE INDEX one_acceptance_per_order ON journals (reference) WHERE reason IN (10, 11, 20);
CREATE UNIQUE INDEX one_fill_per_order ON journals (reference) WHERE reason = 12;

CREATE TABLE entries (
  journal_id bigint NOT NULL,
  line smallint NOT NULL,
  account_id bigint NOT NULL,
  available_change numeric(30, 8) NOT NULL,
  locked_change numeric(30, 8) NOT NULL,
  PRIMARY KEY (journal_id, line),
  CHECK (available_change <> 0 OR locked_change <> 0)
);
CREATE INDEX entries_by_account ON entries (account_id, journal_id DESC);

CREATE FUNCTION apply_entries() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM new_entries e LEFT JOIN ledger_accounts a ON a.id = e.account_id LEFT JOIN journals j ON j.id = e.journal_id
    WHERE a.id IS NULL OR j.id IS NULL OR a.realm <> j.realm
  ) THEN
    RAISE EXCEPTION 'entry without account or journal, or of another realm' USING ERRCODE = 'check_violation', CONSTRAINT = 'one_realm_per_journal';
  END IF;
  IF EXISTS (
    SELECT 1 FROM new_entries e JOIN ledger_accounts a ON a.id = e.account_id
    GROUP BY e.journal_id, a.currency HAVING sum(e.available_change + e.locked_change) <> 0
  ) THEN
    RAISE EXCEPTION 'journal does not sum to zero' USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_sums_to_zero';
  END IF;
  IF EXISTS (
    SELECT 1 FROM new_entries e JOIN journals j ON j.id = e.journal_id GROUP BY j.id, j.lines HAVING count(*) <> j.lines
  ) THEN
    RAISE EXCEPTION 'journal written in part or added to' USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_is_whole';
  END IF;
  UPDATE ledger_accounts a SET available = a.available + d.available_change, locked = a.locked + d.locked_change
  FROM (
    SELECT account_id, sum(available_change) AS available_change, sum(locked_change) AS locked_change
    FROM new_entries GROUP BY account_id ORDER BY account_id
  ) d
  WHERE a.id = d.account_id;
  RETURN NULL;
END $$;

CREATE TRIGGER apply_entries AFTER INSERT ON entries REFERENCING NEW TABLE AS new_entries
  FOR EACH STATEMENT EXECUTE FUNCTION apply_entries();

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- One effect per key, for ever: what a key answered is what it will always answer.
CREATE TABLE command_keys (
  owner_id bigint NOT NULL,
  key text NOT NULL,
  call text NOT NULL,
  body_hash bytea NOT NULL,
  answer jsonb NOT NULL,
  time bigint NOT NULL,
  PRIMARY KEY (owner_id, key)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON command_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The operator's public terms: fee type, micro durations, stress percent …
CREATE TABLE settings (key text PRIMARY KEY, value jsonb NOT NULL);

GRANT USAGE ON SCHEMA public TO fairtick_app;
GRANT USAGE ON SEQUENCE server_numbers TO fairtick_app;
GRANT SELECT, INSERT ON users, ledger_accounts, journals, entries, command_keys TO fairtick_app;
GRANT SELECT, INSERT, UPDATE (last_used_time, revoked_time) ON sessions TO fairtick_app;
GRANT SELECT ON settings TO fairtick_app;
-- A new account starts empty: money reaches it by entries alone.
CREATE FUNCTION account_starts_empty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.available <> 0 OR NEW.locked <> 0 THEN
    RAISE EXCEPTION 'a ledger account starts empty' USING ERRCODE = 'check_violation', CONSTRAINT = 'account_starts_empty';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER account_starts_empty BEFORE INSERT ON ledger_accounts FOR EACH ROW EXECUTE FUNCTION account_starts_empty();

-- Locking rows needs a right to change them, which the app's role must not have: it locks through this function and nothing else.
CREATE FUNCTION lock_accounts(owners bigint[], realms realm[]) RETURNS SETOF ledger_accounts
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT * FROM ledger_accounts WHERE owner_id = ANY (owners) OR (owner_id = 0 AND realm = ANY (realms)) ORDER BY id FOR NO KEY UPDATE
$$;
REVOKE ALL ON FUNCTION lock_accounts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_accounts TO fairtick_app;
