-- The service's status is a setting of two people by a right of its own, and leads users nowhere but to a path of its own origin or to an https host.

-- As before (0034), for one kind more.
CREATE OR REPLACE FUNCTION announce_proposed(of_proposal bigint, at_ms bigint, lead_ms bigint) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  p proposals;
  newest int;
BEGIN
  SELECT * INTO p FROM proposals WHERE id = of_proposal;
  IF p.id IS NULL OR p.kind NOT IN ('setting', 'money_setting', 'status_setting') OR p.state <> 'accepted' OR p.subject_id LIKE '%:%' THEN
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

-- Which hosts is the operator's config, which the database does not know: the server asks that.
ALTER TABLE setting_versions ADD CONSTRAINT status_leads_home CHECK (key <> 'service_status' OR coalesce(
  value ->> 'status' IN ('0', '1', '2', '3', '4')
  AND (value ->> 'url' = ''
    OR value ->> 'url' ~ '^/([A-Za-z0-9._~?=&#-][A-Za-z0-9._~?=&#/-]*)?$'
    OR value ->> 'url' ~ '^https://[a-z0-9-]+(\.[a-z0-9-]+)+(/[A-Za-z0-9._~?=&#/-]*)?$'), false));
-- What an earlier release called main_status, changed by command alone and read by nobody any more, stays as its history.
