-- People: by which names they are found, what they sign in with, where they are signed in, and what guards all that. A user's row says only that
-- there is one; what changes stands in tables of its own. What ended stays as a row until its user leaves, and goes with them then.

-- What a user is found and signs in by goes with the user, and not before.
CREATE FUNCTION goes_with_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM users WHERE id = OLD.user_id AND removed_time IS NULL) THEN
    RAISE EXCEPTION 'of a user who is still there: %', TG_TABLE_NAME;
  END IF;
  RETURN OLD;
END $$;

-- E-mails as domains/accounts/names normalises them, mobiles as +E.164. Nobody else has the name until it is removed.
CREATE TABLE account_names (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('email', 'mobile')),
  name text NOT NULL CHECK (length(name) <= 254 AND name = lower(name) AND (kind = 'email') = (name LIKE '%@%')),
  -- When its owner entered a code that was sent there; NULL where they registered by a captcha alone.
  verified_time bigint,
  added_time bigint NOT NULL DEFAULT database_ms(),
  removed_time bigint
);
CREATE UNIQUE INDEX account_names_held ON account_names (name) WHERE removed_time IS NULL;
CREATE INDEX account_names_begin ON account_names (name text_pattern_ops) WHERE removed_time IS NULL;
-- Of whoever leaves, all rows are looked for while their batch holds up orders: also those that are over.
CREATE INDEX account_names_of ON account_names (user_id);
CREATE UNIQUE INDEX account_names_of_user ON account_names (user_id, kind) WHERE removed_time IS NULL;
CREATE TRIGGER ended_is_final BEFORE UPDATE ON account_names FOR EACH ROW WHEN (OLD.removed_time IS NOT NULL) EXECUTE FUNCTION ended_is_final();
CREATE TRIGGER append_only BEFORE TRUNCATE ON account_names FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
INSERT INTO account_names (user_id, kind, name, verified_time, added_time)
  SELECT id, 'email', email, created_time, created_time FROM users WHERE email IS NOT NULL AND removed_time IS NULL;

-- Of real users. Argon2id, encoded.
CREATE TABLE credentials (
  user_id bigint PRIMARY KEY REFERENCES users,
  password_hash text NOT NULL,
  changed_time bigint NOT NULL DEFAULT database_ms()
);
CREATE TRIGGER append_only BEFORE TRUNCATE ON credentials FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
INSERT INTO credentials (user_id, password_hash, changed_time)
  SELECT id, password_hash, created_time FROM users WHERE password_hash IS NOT NULL AND removed_time IS NULL;
ALTER TABLE users DROP COLUMN email, DROP COLUMN password_hash;

-- By whom a user was invited, and by which code they invite.
CREATE TABLE invites (
  user_id bigint PRIMARY KEY REFERENCES users,
  code text NOT NULL UNIQUE CHECK (code ~ '^[2-9A-HJKMNP-Z]{6}$'),
  invited_by bigint REFERENCES users CHECK (invited_by <> user_id)
);
CREATE INDEX invites_by ON invites (invited_by, user_id) WHERE invited_by IS NOT NULL;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON invites FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A session shows itself by a number; its token's hash is nobody's to see.
ALTER TABLE sessions
  ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  -- What the browser says of itself.
  ADD COLUMN agent text NOT NULL DEFAULT '' CHECK (length(agent) <= 256),
  -- Without its last part: 203.0.113.0/24.
  ADD COLUMN address_shown text NOT NULL DEFAULT '',
  -- SHA-256 of what the browser keeps as its name; NULL where it keeps none.
  ADD COLUMN device_hash bytea CHECK (octet_length(device_hash) = 32),
  -- Until when a step-up holds; 0 without one.
  ADD COLUMN elevated_until bigint NOT NULL DEFAULT 0,
  -- What it was opened with.
  ADD COLUMN factor text NOT NULL DEFAULT 'password' CHECK (factor IN ('demo', 'password', 'totp', 'passkey', 'recovery'));
GRANT UPDATE (elevated_until) ON sessions TO fairtick_app;

-- Browsers that a user has signed in from: nobody's failures keep them out.
CREATE TABLE user_devices (
  user_id bigint NOT NULL REFERENCES users,
  device_hash bytea NOT NULL CHECK (octet_length(device_hash) = 32),
  first_time bigint NOT NULL DEFAULT database_ms(),
  last_time bigint NOT NULL DEFAULT database_ms(),
  PRIMARY KEY (user_id, device_hash)
);

-- Codes that were asked for, also where nothing was sent because there is no such account: answers and times must not tell.
CREATE TABLE codes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('register', 'reset', 'amend', 'step_up', 'name')),
  -- MACs: neither the destination nor the code can be read here.
  destination_mac bytea NOT NULL CHECK (octet_length(destination_mac) = 32),
  code_mac bytea NOT NULL CHECK (octet_length(code_mac) = 32),
  -- From where it was asked for.
  address_mac bytea NOT NULL CHECK (octet_length(address_mac) = 32),
  -- By whom: the browser's name for itself, or the address where it has none.
  asker_mac bytea NOT NULL CHECK (octet_length(asker_mac) = 32),
  -- Whose account it is for, where the asker was signed in.
  user_id bigint REFERENCES users,
  -- Asked for by a browser that its owner has signed in from.
  known_device boolean NOT NULL,
  created_time bigint NOT NULL,
  expires bigint NOT NULL CHECK (expires > created_time),
  -- By whoever asked for it.
  tries smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  -- From which addresses others tried, one for each try: theirs take none of the asker's.
  strangers bytea[] NOT NULL DEFAULT '{}' CHECK (cardinality(strangers) <= 20),
  used_time bigint,
  -- A newer one took its place.
  ended_time bigint
);
CREATE UNIQUE INDEX codes_open ON codes (destination_mac, purpose) WHERE used_time IS NULL AND ended_time IS NULL;
CREATE INDEX codes_of_day ON codes (destination_mac, created_time);
CREATE INDEX codes_from_address ON codes (address_mac, created_time);
CREATE INDEX codes_of_user ON codes (user_id);
CREATE TRIGGER ended_is_final BEFORE UPDATE ON codes FOR EACH ROW
  WHEN (OLD.used_time IS NOT NULL OR OLD.ended_time IS NOT NULL) EXECUTE FUNCTION ended_is_final();

CREATE TABLE captchas (
  id_mac bytea PRIMARY KEY CHECK (octet_length(id_mac) = 32),
  answer_mac bytea NOT NULL CHECK (octet_length(answer_mac) = 32),
  expires bigint NOT NULL,
  used_time bigint,
  -- From where it was spent, where that is counted.
  spent_from_mac bytea CHECK (octet_length(spent_from_mac) = 32)
);
CREATE INDEX captchas_spent_from ON captchas (spent_from_mac, used_time) WHERE spent_from_mac IS NOT NULL;
CREATE INDEX captchas_expired ON captchas (expires);

-- Failed tries, under a MAC of what they are counted by. Lost with the database's crash, which costs nobody anything.
CREATE UNLOGGED TABLE user_failures (
  key_mac bytea PRIMARY KEY,
  count int NOT NULL,
  last_time bigint NOT NULL
);
CREATE INDEX user_failures_by_time ON user_failures (last_time);

CREATE TABLE user_totp (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  -- Sealed under 'user_factors' about `totp/<user_id>`.
  secret_sealed bytea NOT NULL,
  last_step bigint NOT NULL,
  created_time bigint NOT NULL DEFAULT database_ms(),
  removed_time bigint
);
CREATE UNIQUE INDEX user_totp_kept ON user_totp (user_id) WHERE removed_time IS NULL;
CREATE INDEX user_totp_of ON user_totp (user_id);
CREATE TRIGGER step_rises BEFORE UPDATE ON user_totp FOR EACH ROW WHEN (NEW.last_step < OLD.last_step) EXECUTE FUNCTION step_rises();
CREATE TRIGGER ended_is_final BEFORE UPDATE ON user_totp FOR EACH ROW WHEN (OLD.removed_time IS NOT NULL) EXECUTE FUNCTION ended_is_final();
CREATE TRIGGER append_only BEFORE TRUNCATE ON user_totp FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE user_passkeys (
  credential_id bytea PRIMARY KEY CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  user_id bigint NOT NULL REFERENCES users,
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
CREATE INDEX user_passkeys_of ON user_passkeys (user_id);
CREATE TRIGGER ended_is_final BEFORE UPDATE ON user_passkeys FOR EACH ROW WHEN (OLD.removed_time IS NOT NULL) EXECUTE FUNCTION ended_is_final();
CREATE TRIGGER append_only BEFORE TRUNCATE ON user_passkeys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE recovery_codes (
  user_id bigint NOT NULL REFERENCES users,
  code_mac bytea NOT NULL CHECK (octet_length(code_mac) = 32),
  -- The key of the MAC, one for those that were made together; sealed under 'user_factors' about `recovery/<user_id>`.
  key_sealed bytea NOT NULL,
  created_time bigint NOT NULL DEFAULT database_ms(),
  used_time bigint,
  -- Newer ones took their place, or there is no factor any more.
  ended_time bigint,
  PRIMARY KEY (user_id, code_mac)
);
CREATE TRIGGER ended_is_final BEFORE UPDATE ON recovery_codes FOR EACH ROW
  WHEN (OLD.used_time IS NOT NULL OR OLD.ended_time IS NOT NULL) EXECUTE FUNCTION ended_is_final();
CREATE TRIGGER append_only BEFORE TRUNCATE ON recovery_codes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The first of two steps was taken: what the second must show, by whom, until when. Tickets that are over are swept.
CREATE TABLE user_tickets (
  ticket_hash bytea PRIMARY KEY CHECK (octet_length(ticket_hash) = 32),
  kind text NOT NULL CHECK (kind IN ('login', 'passkey_login', 'step_up', 'totp', 'passkey', 'delete', 'not_me')),
  user_id bigint REFERENCES users,
  -- The session that began it: its token's hash.
  bound bytea,
  -- What a passkey was asked.
  challenge text,
  -- The secret of an authenticator app that is not in use yet, sealed.
  sealed bytea,
  expires bigint NOT NULL,
  tries smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  used_time bigint
);
CREATE INDEX user_tickets_over ON user_tickets (expires);
CREATE INDEX user_tickets_of ON user_tickets (user_id);
CREATE TRIGGER ended_is_final BEFORE UPDATE ON user_tickets FOR EACH ROW WHEN (OLD.used_time IS NOT NULL) EXECUTE FUNCTION ended_is_final();

-- What a user chose of how they are told of things; no row: as everybody at first.
CREATE TABLE preferences (
  user_id bigint PRIMARY KEY REFERENCES users,
  -- By kind and channel, where it differs from the first: {"news": {"mail": false}}.
  notify json NOT NULL DEFAULT '{}',
  -- Opens each letter of ours, sealed under 'user_factors' about `word/<user_id>`.
  mail_word_sealed bytea
);

-- By which browsers know our messages (VAPID): one key for all servers of the database, made by the first that needs it.
CREATE TABLE push_key (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  public_key text NOT NULL,
  -- The private key, sealed under 'web_push' about `vapid`.
  sealed bytea NOT NULL
);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON push_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE push_subscriptions (
  endpoint_mac bytea PRIMARY KEY CHECK (octet_length(endpoint_mac) = 32),
  user_id bigint NOT NULL REFERENCES users,
  -- Endpoint and keys, sealed under 'web_push' about `push/<user_id>`.
  sealed bytea NOT NULL,
  -- In which the browser asked for messages: none come once it has ended.
  session_id bigint NOT NULL REFERENCES sessions (id),
  created_time bigint NOT NULL DEFAULT database_ms(),
  -- The push service says that it is no more, or it failed too often.
  ended_time bigint
);
CREATE INDEX push_subscriptions_of ON push_subscriptions (user_id);

-- A copy of all own data, kept as a sealed file for a day. One is made at a time.
CREATE TABLE exports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  asked_time bigint NOT NULL DEFAULT database_ms(),
  ready_time bigint,
  file text UNIQUE REFERENCES uploads,
  bytes integer,
  -- The file can be fetched until then.
  until bigint,
  CHECK ((ready_time IS NULL) = (file IS NULL) AND (file IS NULL) = (bytes IS NULL) AND (file IS NULL) = (until IS NULL))
);
CREATE UNIQUE INDEX exports_waiting ON exports (user_id) WHERE ready_time IS NULL;
CREATE INDEX exports_of ON exports (user_id, id);
CREATE TRIGGER ended_is_final BEFORE UPDATE ON exports FOR EACH ROW WHEN (OLD.ready_time IS NOT NULL) EXECUTE FUNCTION ended_is_final();
-- Not every file is a picture any more.
ALTER TABLE uploads ALTER COLUMN width DROP NOT NULL, ALTER COLUMN height DROP NOT NULL,
  ADD CONSTRAINT uploads_picture CHECK ((kind = 'image') = (width IS NOT NULL) AND (width IS NULL) = (height IS NULL));

-- Real users may leave too: the row, the books and the proofs stay.
ALTER TABLE users DROP CONSTRAINT users_check;
-- Where and with what they were signed in goes with them; that a session was, and when it ended, stays.
GRANT UPDATE (agent, address_shown, device_hash) ON sessions TO fairtick_app;
-- Who they were is emptied once it need not be kept any more. It is never changed otherwise.
CREATE FUNCTION person_is_only_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF octet_length(NEW.name_sealed) > 0 OR octet_length(NEW.card_sealed) > 0
    OR EXISTS (SELECT FROM users WHERE id = OLD.user_id AND removed_time IS NULL) THEN
    RAISE EXCEPTION 'a person is only emptied, once they have left' USING ERRCODE = 'check_violation', CONSTRAINT = 'person_is_only_emptied';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER person_is_only_emptied BEFORE UPDATE OF name_sealed, card_sealed ON verifications FOR EACH ROW
  WHEN (current_user = 'fairtick_app') EXECUTE FUNCTION person_is_only_emptied();
GRANT UPDATE (name_sealed, card_sealed) ON verifications TO fairtick_app;

CREATE TRIGGER goes_with_user BEFORE DELETE ON account_names FOR EACH ROW EXECUTE FUNCTION goes_with_user();
CREATE TRIGGER goes_with_user BEFORE DELETE ON credentials FOR EACH ROW EXECUTE FUNCTION goes_with_user();
CREATE TRIGGER goes_with_user BEFORE DELETE ON user_totp FOR EACH ROW EXECUTE FUNCTION goes_with_user();
CREATE TRIGGER goes_with_user BEFORE DELETE ON user_passkeys FOR EACH ROW EXECUTE FUNCTION goes_with_user();
CREATE TRIGGER goes_with_user BEFORE DELETE ON recovery_codes FOR EACH ROW EXECUTE FUNCTION goes_with_user();

GRANT SELECT, INSERT (user_id, kind, name, verified_time), UPDATE (verified_time, removed_time), DELETE ON account_names TO fairtick_app;
GRANT SELECT, INSERT (user_id, password_hash), UPDATE (password_hash, changed_time), DELETE ON credentials TO fairtick_app;
GRANT SELECT, INSERT ON invites TO fairtick_app;
GRANT SELECT, INSERT (user_id, device_hash), UPDATE (last_time), DELETE ON user_devices TO fairtick_app;
GRANT SELECT, INSERT (purpose, destination_mac, code_mac, address_mac, asker_mac, user_id, known_device, created_time, expires),
  UPDATE (tries, strangers, used_time, ended_time), DELETE ON codes TO fairtick_app;
GRANT SELECT, INSERT (id_mac, answer_mac, expires), UPDATE (used_time, spent_from_mac), DELETE ON captchas TO fairtick_app;
GRANT SELECT, INSERT, UPDATE (count, last_time), DELETE ON user_failures TO fairtick_app;
GRANT SELECT, INSERT (user_id, secret_sealed, last_step), UPDATE (last_step, removed_time), DELETE ON user_totp TO fairtick_app;
GRANT SELECT, INSERT (credential_id, user_id, public_key, counter, transports, backed_up, label),
  UPDATE (counter, backed_up, last_used_time, removed_time), DELETE ON user_passkeys TO fairtick_app;
GRANT SELECT, INSERT (user_id, code_mac, key_sealed), UPDATE (used_time, ended_time), DELETE ON recovery_codes TO fairtick_app;
GRANT SELECT, INSERT, UPDATE (tries, used_time), DELETE ON user_tickets TO fairtick_app;
GRANT SELECT, INSERT, UPDATE (notify, mail_word_sealed), DELETE ON preferences TO fairtick_app;
GRANT SELECT, INSERT (public_key, sealed) ON push_key TO fairtick_app;
GRANT SELECT, INSERT (endpoint_mac, user_id, sealed, session_id), UPDATE (user_id, sealed, session_id, created_time, ended_time), DELETE
  ON push_subscriptions TO fairtick_app;
GRANT SELECT, INSERT (user_id), UPDATE (ready_time, until, bytes, file) ON exports TO fairtick_app;

-- To whom a message went need not be known for ever: what was sent or given up is emptied, and changes in nothing else.
CREATE OR REPLACE FUNCTION message_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.sent_time IS NOT NULL AND to_jsonb(NEW) - 'payload' <> to_jsonb(OLD) - 'payload' THEN
    RAISE EXCEPTION 'a message that was sent stays sent' USING ERRCODE = 'check_violation', CONSTRAINT = 'message_final';
  END IF;
  IF NEW.payload <> OLD.payload AND (NEW.payload <> '{}' OR OLD.sent_time IS NULL AND OLD.dead_time IS NULL) THEN
    RAISE EXCEPTION 'a message is only emptied, once it was sent or given up' USING ERRCODE = 'check_violation', CONSTRAINT = 'message_is_only_emptied';
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER message_final ON outbox;
CREATE TRIGGER message_final BEFORE UPDATE ON outbox FOR EACH ROW
  WHEN (OLD.sent_time IS NOT NULL OR NEW.payload IS DISTINCT FROM OLD.payload) EXECUTE FUNCTION message_final();
CREATE INDEX outbox_addressed ON outbox (id) WHERE payload ? 'address' AND (sent_time IS NOT NULL OR dead_time IS NOT NULL);
GRANT UPDATE (payload) ON outbox TO fairtick_app;
