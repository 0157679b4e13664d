-- Settings that two people change take one of two rights, each a kind of proposal of its own; the house's own money moves by proposals about the house.

ALTER TABLE proposals DROP CONSTRAINT proposals_subject_kind_check;
ALTER TABLE proposals ADD CONSTRAINT proposals_subject_kind_check CHECK (subject_kind IN ('user', 'staff', 'setting', 'house'));

-- As before (0023), for both kinds.
CREATE OR REPLACE FUNCTION announce_proposed(of_proposal bigint, at_ms bigint, lead_ms bigint) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  p proposals;
  newest int;
BEGIN
  SELECT * INTO p FROM proposals WHERE id = of_proposal;
  IF p.id IS NULL OR p.kind NOT IN ('setting', 'money_setting') OR p.state <> 'accepted' OR p.subject_id LIKE '%:%' THEN
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
