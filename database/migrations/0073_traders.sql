-- Who lets others copy them. A person has one record for life, whatever accounts they open: the record goes by the first account that they applied
-- with, and one account at a time leads. What it says is computed from closed orders; no figure stands here.

CREATE TABLE traders (
  user_id bigint PRIMARY KEY,
  realm realm NOT NULL DEFAULT 'live' CHECK (realm = 'live'),
  -- The first account by which this person applied, by the number of the document that they were verified with.
  person_key bigint,
  -- 0 has not applied, 1 waits, 2 approved, 3 rejected, 4 suspended, 5 left.
  status smallint NOT NULL DEFAULT 0 CHECK (status BETWEEN 0 AND 5),
  -- NULL: a name made of the account's own number. The key is how names are compared, so that none looks like another's.
  nickname text CHECK (char_length(nickname) BETWEEN 2 AND 200),
  nickname_key text UNIQUE,
  -- Of new gains that following brings; bound for each follower when they begin.
  share_rate numeric(9, 8) NOT NULL DEFAULT 0.1 CHECK (share_rate BETWEEN 0 AND 0.3),
  max_followers int NOT NULL DEFAULT 1000 CHECK (max_followers > 0),
  -- What the trader suggests to who would follow.
  multiple smallint NOT NULL DEFAULT 1 CHECK (multiple BETWEEN 1 AND 100),
  max_amount numeric(30, 8) NOT NULL DEFAULT 1000 CHECK (max_amount BETWEEN 10 AND 1000000),
  applied_time bigint,
  -- The first time: a record goes on where it was.
  approved_time bigint,
  ended_time bigint,
  FOREIGN KEY (user_id, realm) REFERENCES users (id, realm),
  CHECK ((nickname IS NULL) = (nickname_key IS NULL)),
  CHECK (status = 0 OR (person_key IS NOT NULL AND applied_time IS NOT NULL)),
  CHECK (status NOT IN (2, 4) OR approved_time IS NOT NULL),
  CHECK ((status = 5) = (ended_time IS NOT NULL))
);
-- A suspended one too: nobody leaves a suspension by another account.
CREATE UNIQUE INDEX one_trader_a_person ON traders (person_key) WHERE status IN (1, 2, 4);
CREATE INDEX traders_by_person ON traders (person_key) WHERE person_key IS NOT NULL;

CREATE TABLE trader_applications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES traders (user_id),
  -- As of the trader; of one that was decided, what became of it since.
  status smallint NOT NULL DEFAULT 1 CHECK (status BETWEEN 1 AND 5),
  -- What they agreed to.
  agreement_version int NOT NULL,
  agreement_lang text NOT NULL CHECK (agreement_lang ~ '^[a-z]{2,3}$'),
  agreement_hash bytea NOT NULL CHECK (octet_length(agreement_hash) = 32),
  applied_time bigint NOT NULL DEFAULT database_ms(),
  -- Answered before this moment.
  due_time bigint NOT NULL,
  decided_by bigint REFERENCES staff (id),
  decided_time bigint,
  -- As the user reads it.
  reason text CHECK (char_length(reason) BETWEEN 1 AND 500),
  CHECK (due_time > applied_time),
  CHECK ((decided_by IS NULL) = (decided_time IS NULL)),
  CHECK (status <> 1 OR decided_time IS NULL),
  CHECK (status NOT IN (2, 3, 4) OR decided_time IS NOT NULL),
  CHECK ((status IN (3, 4)) = (reason IS NOT NULL))
);
CREATE UNIQUE INDEX one_application_waits ON trader_applications (user_id) WHERE status = 1;
CREATE INDEX trader_applications_by_user ON trader_applications (user_id, id);
CREATE INDEX trader_applications_queue ON trader_applications (status, id);

CREATE FUNCTION trader_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status, NEW.status) NOT IN ((0, 1), (3, 1), (5, 1), (1, 2), (1, 3), (2, 4), (4, 2), (0, 5), (1, 5), (2, 5), (3, 5), (4, 5)) THEN
    RAISE EXCEPTION 'a trader who is % does not become %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'trader_step';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER trader_step BEFORE UPDATE ON traders FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION trader_step();
CREATE TRIGGER trader_step BEFORE UPDATE ON trader_applications FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION trader_step();

CREATE FUNCTION trader_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a record is for life, and begins once' USING ERRCODE = 'check_violation', CONSTRAINT = 'trader_stays';
END $$;
CREATE TRIGGER trader_stays BEFORE UPDATE ON traders FOR EACH ROW
  WHEN ((OLD.person_key IS NOT NULL AND NEW.person_key IS DISTINCT FROM OLD.person_key)
    OR (OLD.approved_time IS NOT NULL AND NEW.approved_time IS DISTINCT FROM OLD.approved_time)) EXECUTE FUNCTION trader_stays();
CREATE TRIGGER trader_stays BEFORE UPDATE ON trader_applications FOR EACH ROW
  WHEN ((OLD.id, OLD.user_id, OLD.agreement_version, OLD.agreement_lang, OLD.agreement_hash, OLD.applied_time, OLD.due_time) IS DISTINCT FROM
    (NEW.id, NEW.user_id, NEW.agreement_version, NEW.agreement_lang, NEW.agreement_hash, NEW.applied_time, NEW.due_time)
    OR (OLD.status IN (3, 5))) EXECUTE FUNCTION trader_stays();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON traders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON trader_applications FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Net value of the forex account each hour, open results included, and what came in or went out since the hour before: what returns and falls are
-- made of. `through`: the newest journal of the account's owner that it has counted.
CREATE TABLE trader_equity (
  user_id bigint NOT NULL REFERENCES traders (user_id),
  hour bigint NOT NULL CHECK (hour % 3600000 = 0),
  equity numeric(30, 8) NOT NULL,
  flow numeric(30, 8) NOT NULL,
  through bigint NOT NULL,
  PRIMARY KEY (user_id, hour)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trader_equity FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whoever leaves leads no more; the name that they chose goes with them, and what their orders came to stays.
CREATE FUNCTION trader_goes_with_user() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE traders SET status = 5, ended_time = database_ms(), nickname = NULL, nickname_key = NULL,
    applied_time = coalesce(applied_time, database_ms()), person_key = coalesce(person_key, user_id)
    WHERE user_id = NEW.id AND status <> 5;
  UPDATE trader_applications SET status = 5, reason = NULL WHERE user_id = NEW.id AND status IN (1, 2, 4);
  RETURN NULL;
END $$;
CREATE TRIGGER trader_goes_with_user AFTER UPDATE OF removed_time ON users FOR EACH ROW
  WHEN (OLD.removed_time IS NULL AND NEW.removed_time IS NOT NULL) EXECUTE FUNCTION trader_goes_with_user();

-- What closed since a moment, of some users: records grow by it.
CREATE INDEX forex_orders_closed ON forex_orders (user_id, close_time) WHERE status = 'closed';

GRANT SELECT, INSERT (user_id), UPDATE (person_key, status, nickname, nickname_key, multiple, max_amount, applied_time, approved_time, ended_time)
  ON traders TO fairtick_app;
GRANT SELECT, INSERT (user_id, agreement_version, agreement_lang, agreement_hash, applied_time, due_time),
  UPDATE (status, decided_by, decided_time, reason) ON trader_applications TO fairtick_app;
GRANT SELECT, INSERT ON trader_equity TO fairtick_app;
