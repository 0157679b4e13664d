-- What a real user may do now: read in every batch under the user's lock, so that a freeze holds on every server from its commit. Demo users have
-- no row: nothing of theirs is ever locked.

CREATE TABLE user_standing (
  user_id bigint PRIMARY KEY,
  realm realm NOT NULL DEFAULT 'live' CHECK (realm = 'live'),
  -- Residence, ISO 3166 alpha-2; NULL until it is known.
  country text CHECK (country ~ '^[A-Z]{2}$'),
  verified_time bigint,
  -- Bits: 1 withdrawals, 2 new orders, 4 sign-in. Closing is never locked.
  locks smallint NOT NULL DEFAULT 0 CHECK (locks BETWEEN 0 AND 7),
  -- Of each lock that is set, by its name: reason, time, who, and until when it holds unless a second person confirms it.
  freezes json NOT NULL DEFAULT '{}' CONSTRAINT freezes_by_locks CHECK (
    (locks & 1 <> 0) = (freezes -> 'withdrawals' IS NOT NULL)
    AND (locks & 2 <> 0) = (freezes -> 'orders' IS NOT NULL)
    AND (locks & 4 <> 0) = (freezes -> 'sign_in' IS NOT NULL)),
  -- When the first of them ends by itself.
  freeze_ends bigint CHECK (freeze_ends IS NULL OR locks <> 0),
  -- No withdrawals before this moment: after a reset of the password and the like.
  hold_until bigint,
  -- The most the user wants to lose in a day, in USD, and what replaces it from which moment.
  loss_limit numeric(30, 8) CHECK (loss_limit > 0),
  loss_limit_next numeric(30, 8) CHECK (loss_limit_next > 0),
  loss_limit_from bigint CHECK (loss_limit_from IS NOT NULL OR loss_limit_next IS NULL),
  cool_off_until bigint,
  lang text,
  zone text,
  changed_time bigint NOT NULL DEFAULT database_ms(),
  -- Who made the newest change.
  actor_kind text NOT NULL DEFAULT 'system' CHECK (actor_kind IN ('system', 'user', 'staff')),
  actor_id bigint NOT NULL DEFAULT 0 CHECK ((actor_kind = 'system') = (actor_id = 0)),
  CONSTRAINT standing_of_user FOREIGN KEY (user_id, realm) REFERENCES users (id, realm)
);
CREATE INDEX freezes_that_end ON user_standing (freeze_ends) WHERE freeze_ends IS NOT NULL;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON user_standing FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Every standing that a user ever had, as it was after the change.
CREATE TABLE standing_history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES user_standing (user_id),
  time bigint NOT NULL,
  actor_kind text NOT NULL,
  actor_id bigint NOT NULL,
  standing jsonb NOT NULL
);
CREATE INDEX standing_history_by_user ON standing_history (user_id, id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON standing_history FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION standing_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_time := greatest(database_ms(), OLD.changed_time);
  RETURN NEW;
END $$;
CREATE TRIGGER standing_changed BEFORE UPDATE ON user_standing FOR EACH ROW EXECUTE FUNCTION standing_changed();

CREATE FUNCTION keep_standing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO standing_history (user_id, time, actor_kind, actor_id, standing)
  VALUES (NEW.user_id, NEW.changed_time, NEW.actor_kind, NEW.actor_id, to_jsonb(NEW));
  RETURN NULL;
END $$;
CREATE TRIGGER keep_standing AFTER INSERT OR UPDATE ON user_standing FOR EACH ROW EXECUTE FUNCTION keep_standing();

-- A real user has a standing from the beginning.
CREATE FUNCTION make_standing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO user_standing (user_id) SELECT id FROM new_users WHERE realm = 'live';
  RETURN NULL;
END $$;
CREATE TRIGGER make_standing AFTER INSERT ON users REFERENCING NEW TABLE AS new_users FOR EACH STATEMENT EXECUTE FUNCTION make_standing();
INSERT INTO user_standing (user_id) SELECT id FROM users WHERE realm = 'live';

-- What a user's trading has cost since a moment: fees, nights and results of what was closed, gains included; above 0 is a loss, in USD. Read
-- backwards from the newest journal, so that it costs the journals of the day, not those of the user's life.
CREATE FUNCTION trading_loss(who bigint, since bigint) RETURNS numeric LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_nestloop = on AS $$
DECLARE
  one record;
  loss numeric := 0;
BEGIN
  FOR one IN SELECT j.id, j.time, j.reason FROM journals j WHERE j.owner_id = who AND j.realm = 'live' ORDER BY j.number DESC LOOP
    -- Servers' clocks differ a little: what a slow one wrote behind may lie before midnight.
    EXIT WHEN one.time < since - 60000;
    -- Forex and options; money that was paid in, paid out or moved is no result.
    CONTINUE WHEN one.time < since OR one.reason NOT BETWEEN 10 AND 29;
    loss := loss - coalesce((SELECT sum(e.available_change + e.locked_change) FROM entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE e.journal_id = one.id AND a.owner_id = who), 0);
  END LOOP;
  RETURN loss;
END $$;

GRANT SELECT, UPDATE (country, verified_time, locks, freezes, freeze_ends, hold_until, loss_limit, loss_limit_next, loss_limit_from,
  cool_off_until, lang, zone, actor_kind, actor_id) ON user_standing TO fairtick_app;
GRANT SELECT ON standing_history TO fairtick_app;
