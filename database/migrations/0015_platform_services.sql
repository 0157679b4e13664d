-- Settings and pairs' terms as announced versions, runs of the schedule, the outbox.

-- UTC ms by the clock that all servers of a database share.
CREATE FUNCTION database_ms() RETURNS bigint LANGUAGE sql VOLATILE AS $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

-- Every value that a setting has had or will have. The one in force is the newest version whose moment has come: a later version of an earlier
-- moment overtakes one that was announced before. A pair's terms are the setting pair:<id>.
CREATE TABLE setting_versions (
  key text NOT NULL CHECK (key ~ '^[a-z][a-z0-9_]*(:[0-9]+)?$'),
  version int NOT NULL CHECK (version >= 1),
  value jsonb NOT NULL,
  -- By the database's clock; 0 for what holds from the beginning.
  effective_from bigint NOT NULL,
  created_time bigint NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('system', 'user', 'staff')),
  actor_id bigint NOT NULL,
  -- Grows in the order of the commits, so that a server asks for what is newer than it knows.
  place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  PRIMARY KEY (key, version),
  CHECK (CASE version WHEN 1 THEN effective_from = 0 ELSE effective_from > created_time END)
);
INSERT INTO setting_versions (key, version, value, effective_from, created_time, actor_kind, actor_id)
  SELECT key, 1, value, 0, database_ms(), 'system', 0 FROM settings ORDER BY key;
INSERT INTO setting_versions (key, version, value, effective_from, created_time, actor_kind, actor_id)
  SELECT 'pair:' || id, 1, settings || jsonb_build_object('enabled', enabled), 0, database_ms(), 'system', 0 FROM pairs ORDER BY id;
DROP TABLE settings;
-- Who a pair is; its terms are a setting.
ALTER TABLE pairs DROP COLUMN settings, DROP COLUMN enabled;

-- One announcement after the other: places are given, and become visible, in the same order.
CREATE FUNCTION one_announcement_at_a_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(720619);
  RETURN NULL;
END $$;
CREATE TRIGGER a_one_at_a_time BEFORE INSERT ON setting_versions FOR EACH STATEMENT EXECUTE FUNCTION one_announcement_at_a_time();

CREATE FUNCTION version_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.created_time := database_ms();
  IF NEW.version <> 1 + coalesce((SELECT max(version) FROM setting_versions WHERE key = NEW.key), 0) THEN
    RAISE EXCEPTION 'versions of a setting follow each other' USING ERRCODE = 'check_violation', CONSTRAINT = 'version_follows';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER b_version_follows BEFORE INSERT ON setting_versions FOR EACH ROW EXECUTE FUNCTION version_follows();

-- Asked at the commit: every server reads a version before its moment comes. The log's time counts too, which runs ahead while a clock is set back.
CREATE FUNCTION announced_ahead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.effective_from <> 0 AND NEW.effective_from < greatest(database_ms(), (SELECT max(last_received_time) FROM log_state)) + 5000 THEN
    RAISE EXCEPTION 'a setting changes 5 s after it was announced, or later' USING ERRCODE = 'check_violation', CONSTRAINT = 'announced_ahead';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER announced_ahead AFTER INSERT ON setting_versions DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION announced_ahead();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON setting_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What is in force now, for whoever looks by hand.
CREATE VIEW current_settings AS
  SELECT DISTINCT ON (key) key, version, value, effective_from FROM setting_versions
  WHERE effective_from <= database_ms() ORDER BY key, version DESC;
GRANT SELECT ON setting_versions, current_settings TO fairtick_app;

-- One row for each period of a job. Whoever runs it holds a lease and is known by the attempt; what is finished is so for ever.
CREATE TABLE schedule_runs (
  job text NOT NULL,
  -- Start of the period, UTC ms.
  period bigint NOT NULL,
  lease_until bigint NOT NULL,
  attempts int NOT NULL,
  -- Not before this moment, after a failure.
  retry_time bigint NOT NULL DEFAULT 0,
  failure text,
  finished_time bigint,
  PRIMARY KEY (job, period)
);
CREATE INDEX schedule_runs_unfinished ON schedule_runs (job, period) WHERE finished_time IS NULL;
CREATE FUNCTION run_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a finished run does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'run_final';
END $$;
CREATE TRIGGER run_final BEFORE UPDATE ON schedule_runs FOR EACH ROW WHEN (OLD.finished_time IS NOT NULL) EXECUTE FUNCTION run_final();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON schedule_runs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT, UPDATE (lease_until, attempts, retry_time, failure, finished_time) ON schedule_runs TO fairtick_app;

-- What is to be told outside. Written with what it tells of, in one transaction.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  -- 0 where it is for no single user.
  owner_id bigint NOT NULL,
  payload jsonb NOT NULL,
  created_time bigint NOT NULL DEFAULT database_ms(),
  -- Not before this moment: as asked for, while somebody sends it, after a failure.
  due_time bigint NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  failure text,
  sent_time bigint,
  dead_time bigint,
  CHECK (sent_time IS NULL OR dead_time IS NULL)
);
CREATE INDEX outbox_due ON outbox (due_time, id) WHERE sent_time IS NULL AND dead_time IS NULL;
CREATE INDEX outbox_dead ON outbox (dead_time) WHERE dead_time IS NOT NULL;
CREATE FUNCTION message_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a message that was sent stays sent' USING ERRCODE = 'check_violation', CONSTRAINT = 'message_final';
END $$;
CREATE TRIGGER message_final BEFORE UPDATE ON outbox FOR EACH ROW WHEN (OLD.sent_time IS NOT NULL) EXECUTE FUNCTION message_final();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON outbox FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT, UPDATE (due_time, attempts, failure, sent_time, dead_time) ON outbox TO fairtick_app;
