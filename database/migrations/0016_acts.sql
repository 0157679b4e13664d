-- What the staff did, each in the transaction of its effect. Its place in the public log follows by itself; kind, time and a salted hash are
-- public, the contents are not and may be erased without breaking the log.

INSERT INTO log_heads (log, name) VALUES (2, 'acts');

CREATE TABLE acts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  time bigint NOT NULL DEFAULT database_ms(),
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z_]{1,60}$'),
  actor_kind text NOT NULL CHECK (actor_kind IN ('system', 'staff')),
  -- 0 for the server itself.
  actor_id bigint NOT NULL CHECK ((actor_kind = 'system') = (actor_id = 0)),
  -- What it was about: user, staff, setting, proposal ...
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  -- JSON as it was hashed; NULL where it was erased.
  contents text,
  salt bytea DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) CHECK (octet_length(salt) = 32),
  -- The place in the log; NULL until it is given.
  idx bigint UNIQUE CHECK (idx >= 0)
);
CREATE INDEX acts_without_place ON acts (id) WHERE idx IS NULL;
CREATE INDEX acts_by_subject ON acts (subject_kind, subject_id, id);
CREATE INDEX acts_by_actor ON acts (actor_id, id);

CREATE FUNCTION act_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.idx IS NOT NULL OR NEW.idx IS NULL
    OR (NEW.id, NEW.time, NEW.kind, NEW.actor_kind, NEW.actor_id, NEW.subject_kind, NEW.subject_id, NEW.contents, NEW.salt)
      IS DISTINCT FROM (OLD.id, OLD.time, OLD.kind, OLD.actor_kind, OLD.actor_id, OLD.subject_kind, OLD.subject_id, OLD.contents, OLD.salt) THEN
    RAISE EXCEPTION 'an act does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'act_final';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER act_final BEFORE UPDATE ON acts FOR EACH ROW EXECUTE FUNCTION act_final();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON acts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT (kind, actor_kind, actor_id, subject_kind, subject_id, contents), UPDATE (idx) ON acts TO fairtick_app;
