-- The staff: who they are, what they may do, how they sign in. What ended stays as a row; nothing of a person is ever made to look otherwise later.

CREATE FUNCTION ended_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of % that has ended does not change', TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = 'ended_is_final';
END $$;

CREATE TABLE staff (
  -- From the generator of users' ids: the two never meet.
  id bigint PRIMARY KEY CHECK (id > 0),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- As domains/staff/rules.ts normalises it.
  email text NOT NULL UNIQUE CHECK (email = lower(email) AND length(email) <= 254),
  disabled_time bigint,
  created_time bigint NOT NULL DEFAULT database_ms()
);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON staff FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT (id, name, email), UPDATE (disabled_time) ON staff TO fairtick_app;

-- Every role that a member has or had. `by` is a member of staff; 0 the server itself.
CREATE TABLE staff_roles (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  staff_id bigint NOT NULL REFERENCES staff,
  role text NOT NULL CHECK (role IN ('owner', 'treasurer', 'compliance', 'terms', 'editor', 'support', 'auditor')),
  granted_time bigint NOT NULL DEFAULT database_ms(),
  granted_by bigint NOT NULL,
  revoked_time bigint,
  revoked_by bigint,
  CHECK ((revoked_time IS NULL) = (revoked_by IS NULL))
);
CREATE UNIQUE INDEX staff_roles_held ON staff_roles (staff_id, role) WHERE revoked_time IS NULL;
CREATE TRIGGER ended_is_final BEFORE UPDATE ON staff_roles FOR EACH ROW WHEN (OLD.revoked_time IS NOT NULL) EXECUTE FUNCTION ended_is_final();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON staff_roles FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT (staff_id, role, granted_by), UPDATE (revoked_time, revoked_by) ON staff_roles TO fairtick_app;

-- Times of sessions, links and tickets are the server's, as those of users' sessions are.
CREATE TABLE staff_sessions (
  -- SHA-256 of the token.
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  staff_id bigint NOT NULL REFERENCES staff,
  created_time bigint NOT NULL,
  last_used_time bigint NOT NULL,
  -- Until when a step-up holds; 0 without one.
  elevated_until bigint NOT NULL DEFAULT 0,
  -- What it was opened with.
  factor text NOT NULL CHECK (factor IN ('passkey', 'totp')),
  revoked_time bigint,
  -- Without its last part: 203.0.113.0/24.
  address_shown text NOT NULL,
  agent text NOT NULL CHECK (length(agent) <= 256)
);
CREATE INDEX staff_sessions_open ON staff_sessions (staff_id) WHERE revoked_time IS NULL;
CREATE TRIGGER ended_is_final BEFORE UPDATE ON staff_sessions FOR EACH ROW WHEN (OLD.revoked_time IS NOT NULL) EXECUTE FUNCTION ended_is_final();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON staff_sessions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT, UPDATE (last_used_time, elevated_until, revoked_time) ON staff_sessions TO fairtick_app;

CREATE TABLE staff_passkeys (
  credential_id bytea PRIMARY KEY CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  staff_id bigint NOT NULL REFERENCES staff,
  -- COSE.
  public_key bytea NOT NULL,
  -- As the passkey last said; 0 for those that are kept in several places.
  counter bigint NOT NULL,
  transports text NOT NULL,
  backed_up boolean NOT NULL,
  label text NOT NULL CHECK (length(label) <= 60),
  created_time bigint NOT NULL DEFAULT database_ms(),
  last_used_time bigint,
  removed_time bigint
);
CREATE INDEX staff_passkeys_kept ON staff_passkeys (staff_id) WHERE removed_time IS NULL;
CREATE TRIGGER ended_is_final BEFORE UPDATE ON staff_passkeys FOR EACH ROW WHEN (OLD.removed_time IS NOT NULL) EXECUTE FUNCTION ended_is_final();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON staff_passkeys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT (credential_id, staff_id, public_key, counter, transports, backed_up, label),
  UPDATE (counter, backed_up, last_used_time, removed_time) ON staff_passkeys TO fairtick_app;

CREATE TABLE staff_passwords (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  staff_id bigint NOT NULL REFERENCES staff,
  -- Argon2id, encoded.
  hash text NOT NULL,
  created_time bigint NOT NULL DEFAULT database_ms(),
  removed_time bigint
);
CREATE UNIQUE INDEX staff_passwords_kept ON staff_passwords (staff_id) WHERE removed_time IS NULL;
CREATE TRIGGER ended_is_final BEFORE UPDATE ON staff_passwords FOR EACH ROW WHEN (OLD.removed_time IS NOT NULL) EXECUTE FUNCTION ended_is_final();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON staff_passwords FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT (staff_id, hash), UPDATE (removed_time) ON staff_passwords TO fairtick_app;

CREATE TABLE staff_totp (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  staff_id bigint NOT NULL REFERENCES staff,
  -- Sealed under 'staff_factors' about `totp/<staff_id>`.
  secret_sealed bytea NOT NULL,
  -- The newest 30 s step whose code was taken: none up to it is taken again.
  last_step bigint NOT NULL,
  created_time bigint NOT NULL DEFAULT database_ms(),
  removed_time bigint
);
CREATE UNIQUE INDEX staff_totp_kept ON staff_totp (staff_id) WHERE removed_time IS NULL;
CREATE FUNCTION step_rises() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a code that was used stays used' USING ERRCODE = 'check_violation', CONSTRAINT = 'step_rises';
END $$;
CREATE TRIGGER step_rises BEFORE UPDATE ON staff_totp FOR EACH ROW WHEN (NEW.last_step < OLD.last_step) EXECUTE FUNCTION step_rises();
CREATE TRIGGER ended_is_final BEFORE UPDATE ON staff_totp FOR EACH ROW WHEN (OLD.removed_time IS NOT NULL) EXECUTE FUNCTION ended_is_final();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON staff_totp FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT (staff_id, secret_sealed, last_step), UPDATE (last_step, removed_time) ON staff_totp TO fairtick_app;

-- One-time links: the first way in, and the way back in after a lost factor.
CREATE TABLE staff_links (
  link_mac bytea PRIMARY KEY CHECK (octet_length(link_mac) = 32),
  staff_id bigint NOT NULL REFERENCES staff,
  purpose text NOT NULL CHECK (purpose IN ('join', 'lost')),
  created_time bigint NOT NULL,
  expires bigint NOT NULL CHECK (expires > created_time),
  used_time bigint,
  -- A newer link took its place, or the member was disabled.
  ended_time bigint
);
CREATE UNIQUE INDEX staff_links_open ON staff_links (staff_id) WHERE used_time IS NULL AND ended_time IS NULL;
CREATE TRIGGER ended_is_final BEFORE UPDATE ON staff_links FOR EACH ROW
  WHEN (OLD.used_time IS NOT NULL OR OLD.ended_time IS NOT NULL) EXECUTE FUNCTION ended_is_final();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON staff_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT (link_mac, staff_id, purpose, created_time, expires), UPDATE (used_time, ended_time) ON staff_links TO fairtick_app;

-- User accounts that are a member's own or their family's: the member may not act on them.
CREATE TABLE staff_user_links (
  staff_id bigint NOT NULL REFERENCES staff,
  user_id bigint NOT NULL REFERENCES users (id),
  declared_by bigint NOT NULL REFERENCES staff,
  time bigint NOT NULL DEFAULT database_ms(),
  PRIMARY KEY (staff_id, user_id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON staff_user_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT (staff_id, user_id, declared_by) ON staff_user_links TO fairtick_app;

-- What is between the steps of a sign-in: good once, for five minutes, for a few tries.
CREATE TABLE staff_tickets (
  -- SHA-256 of the ticket.
  ticket_hash bytea PRIMARY KEY CHECK (octet_length(ticket_hash) = 32),
  kind text NOT NULL CHECK (kind IN ('join_passkey', 'join_code', 'sign_in_passkey', 'sign_in_code', 'step_up_passkey')),
  -- NULL where nobody is known yet, or nobody has that e-mail or that password: such a ticket is never good.
  staff_id bigint REFERENCES staff,
  -- Of a joining: the link that it belongs to. Of a step-up: the session's token hash. Of a password: the mac of the e-mail.
  bound bytea,
  -- What a passkey must answer to.
  challenge text,
  -- Of a joining by password: what becomes the member's when the first code is right.
  sealed bytea,
  expires bigint NOT NULL,
  tries int NOT NULL DEFAULT 0,
  used_time bigint
);
CREATE INDEX staff_tickets_by_expiry ON staff_tickets (expires);
CREATE TRIGGER ended_is_final BEFORE UPDATE ON staff_tickets FOR EACH ROW WHEN (OLD.used_time IS NOT NULL) EXECUTE FUNCTION ended_is_final();
GRANT SELECT, INSERT (ticket_hash, kind, staff_id, bound, challenge, sealed, expires), UPDATE (tries, used_time), DELETE ON staff_tickets TO fairtick_app;

-- Failed sign-ins by e-mail and by address, as macs: who is not there is counted like who is.
CREATE TABLE staff_failures (
  key_mac bytea PRIMARY KEY,
  count int NOT NULL,
  last_time bigint NOT NULL
);
CREATE INDEX staff_failures_by_time ON staff_failures (last_time);
GRANT SELECT, INSERT, UPDATE (count, last_time), DELETE ON staff_failures TO fairtick_app;
