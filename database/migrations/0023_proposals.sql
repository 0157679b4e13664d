-- Proposals: what takes two people. What is proposed is fixed when it is made; somebody else decides it, once, within seven days.

CREATE TABLE proposals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z_]{1,40}$'),
  subject_kind text NOT NULL CHECK (subject_kind IN ('user', 'staff', 'setting')),
  subject_id text NOT NULL,
  -- JSON as it was hashed: what is to be done, why, and field by field what it was based on.
  payload text NOT NULL CHECK (octet_length(payload) <= 262144),
  payload_hash bytea NOT NULL CHECK (payload_hash = sha256(convert_to(payload, 'UTF8'))),
  maker bigint NOT NULL REFERENCES staff,
  made_time bigint NOT NULL DEFAULT database_ms(),
  -- From this moment on nobody decides it any more: an open one is expired then.
  expires bigint NOT NULL GENERATED ALWAYS AS (made_time + 604800000) STORED,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'rejected')),
  checker bigint REFERENCES staff,
  -- The moment under the lock by which it was judged.
  decided_time bigint CONSTRAINT decided_in_time CHECK (decided_time < expires),
  -- Why it was rejected, or a note of the checker's.
  decided_reason text NOT NULL DEFAULT '',
  CONSTRAINT four_eyes CHECK (checker <> maker),
  CHECK ((state = 'open') = (checker IS NULL) AND (state = 'open') = (decided_time IS NULL))
);
CREATE INDEX proposals_open ON proposals (id) WHERE state = 'open';

CREATE FUNCTION decide_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'open' OR NEW.state = 'open'
    OR (NEW.id, NEW.kind, NEW.subject_kind, NEW.subject_id, NEW.payload, NEW.payload_hash, NEW.maker, NEW.made_time)
      IS DISTINCT FROM (OLD.id, OLD.kind, OLD.subject_kind, OLD.subject_id, OLD.payload, OLD.payload_hash, OLD.maker, OLD.made_time) THEN
    RAISE EXCEPTION 'a proposal is decided once and never changes' USING ERRCODE = 'check_violation', CONSTRAINT = 'proposal_final';
  END IF;
  -- Longer than any statement of the app may take.
  IF abs(NEW.decided_time - database_ms()) > 10000 THEN
    RAISE EXCEPTION 'a proposal is decided now' USING ERRCODE = 'check_violation', CONSTRAINT = 'proposal_decided_now';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER proposal_final BEFORE UPDATE ON proposals FOR EACH ROW EXECUTE FUNCTION decide_proposal();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON proposals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT (kind, subject_kind, subject_id, payload, payload_hash, maker), UPDATE (state, checker, decided_time, decided_reason)
  ON proposals TO fairtick_app;

-- A version that two people decided names their proposal, and a proposal makes one version.
ALTER TABLE setting_versions ADD COLUMN proposal bigint UNIQUE REFERENCES proposals;

-- The one way in which the app's role announces a setting: a proposal that a second person has accepted. A pair's terms are not among what two
-- people of the staff propose. NULL where another version was announced meanwhile.
CREATE FUNCTION announce_proposed(of_proposal bigint, at_ms bigint, lead_ms bigint) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  p proposals;
  newest int;
BEGIN
  SELECT * INTO p FROM proposals WHERE id = of_proposal;
  IF p.kind IS DISTINCT FROM 'setting' OR p.state <> 'accepted' OR p.subject_id LIKE '%:%' THEN
    RAISE EXCEPTION 'only what two people agreed on is announced' USING ERRCODE = 'check_violation', CONSTRAINT = 'proposed_setting';
  END IF;
  -- As an announcement does: none comes between what is read here and what is written.
  PERFORM pg_advisory_xact_lock(720619);
  SELECT max(version) INTO newest FROM setting_versions WHERE key = p.subject_id;
  IF newest IS NULL OR newest <> (p.payload::jsonb #>> '{body,base}')::int THEN RETURN NULL; END IF;
  INSERT INTO setting_versions (key, version, value, effective_from, created_time, actor_kind, actor_id, proposal)
    VALUES (p.subject_id, newest + 1, p.payload::jsonb #> '{body,value}',
      greatest(at_ms, greatest(database_ms(), (SELECT max(last_received_time) FROM log_state)) + lead_ms), 0, 'staff', p.checker, p.id);
  RETURN newest + 1;
END $$;
REVOKE ALL ON FUNCTION announce_proposed(bigint, bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION announce_proposed(bigint, bigint, bigint) TO fairtick_app;
