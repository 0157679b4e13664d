-- From the limit on a loan is paid out by two people: the first yes stands on its row, and the row says who the second was. The limit is a setting that two
-- people change.

ALTER TABLE loans ADD COLUMN first_yes_by bigint REFERENCES staff;
ALTER TABLE loans ADD COLUMN first_yes_time bigint;
ALTER TABLE loans ADD CONSTRAINT first_yes_whole CHECK ((first_yes_by IS NULL) = (first_yes_time IS NULL));
GRANT UPDATE (first_yes_by, first_yes_time) ON loans TO fairtick_app;

-- The limit as it holds, held or will hold within a minute, servers learning of a change one after the other; the least that anybody has to know of. Where
-- none is known, all take two.
CREATE FUNCTION loan_two_people(now bigint) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT max((v.value #>> '{}')::numeric) FROM setting_versions v WHERE v.key = 'loan_two_people' AND v.effective_from <= now + 60000
    AND NOT EXISTS (SELECT FROM setting_versions w WHERE w.key = v.key AND w.version > v.version AND w.effective_from <= now - 60000)), 0)
$$;

CREATE FUNCTION loan_by_two() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 1 AND (NEW.first_yes_by, NEW.first_yes_time) IS DISTINCT FROM (OLD.first_yes_by, OLD.first_yes_time) THEN
    RAISE EXCEPTION 'who said yes first stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_first_yes_stays';
  END IF;
  IF OLD.status = 1 AND NEW.status = 2 AND NEW.amount >= loan_two_people(database_ms())
    AND (NEW.first_yes_by IS NULL OR NEW.first_yes_by = NEW.decided_by OR NEW.first_yes_time > NEW.decided_time) THEN
    RAISE EXCEPTION 'a loan of this much is paid out by two people' USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_by_two';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER loan_by_two BEFORE UPDATE ON loans FOR EACH ROW EXECUTE FUNCTION loan_by_two();
