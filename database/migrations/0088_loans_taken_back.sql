-- Whoever asked for a loan may take that back for as long as nobody has decided: 7, which is final, and decided by nobody of the staff. And a loan that is due
-- soon is told once.

ALTER TABLE loans DROP CONSTRAINT loans_status_check;
ALTER TABLE loans ADD CONSTRAINT loans_status_check CHECK (status IN (1, 2, 3, 4, 5, 7));
DO $do$
DECLARE
  one text;
BEGIN
  SELECT conname INTO STRICT one FROM pg_constraint WHERE conrelid = 'loans'::regclass AND contype = 'c'
    AND pg_get_constraintdef(oid) LIKE '%status = 1%decided_time IS NULL%decided_by IS NULL%';
  EXECUTE format('ALTER TABLE loans DROP CONSTRAINT %I', one);
END $do$;
ALTER TABLE loans ADD CONSTRAINT decided_by_somebody CHECK ((status = 1) = (decided_time IS NULL) AND (status IN (1, 7)) = (decided_by IS NULL));

ALTER TABLE loans ADD COLUMN soon_time bigint;
ALTER TABLE loans ADD CONSTRAINT soon_while_it_runs CHECK (soon_time IS NULL OR paid_out_time IS NOT NULL);
GRANT UPDATE (soon_time) ON loans TO fairtick_app;

CREATE OR REPLACE FUNCTION loan_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> NEW.status AND (OLD.status, NEW.status) NOT IN ((1, 2), (1, 3), (1, 7), (2, 4), (4, 2), (2, 5), (4, 5)) THEN
    RAISE EXCEPTION 'a loan that is % does not become %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_step';
  END IF;
  IF (OLD.status IN (3, 5, 7) AND NEW IS DISTINCT FROM OLD)
    OR (NEW.id, NEW.user_id, NEW.person_key, NEW.config_id, NEW.amount, NEW.period, NEW.interest_rate, NEW.free_period, NEW.penalty_rate, NEW.signature,
        NEW.requested_time)
      IS DISTINCT FROM
      (OLD.id, OLD.user_id, OLD.person_key, OLD.config_id, OLD.amount, OLD.period, OLD.interest_rate, OLD.free_period, OLD.penalty_rate, OLD.signature,
        OLD.requested_time)
    OR (OLD.decided_time IS NOT NULL AND (NEW.decided_time, NEW.decided_by, NEW.paid_out_time, NEW.due_time)
      IS DISTINCT FROM (OLD.decided_time, OLD.decided_by, OLD.paid_out_time, OLD.due_time))
    OR (OLD.overdue_time IS NOT NULL AND NEW.overdue_time IS DISTINCT FROM OLD.overdue_time)
    OR (OLD.soon_time IS NOT NULL AND NEW.soon_time IS DISTINCT FROM OLD.soon_time) THEN
    RAISE EXCEPTION 'what was signed and decided stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_terms';
  END IF;
  -- The days begin when it is decided, which is now; of what was signed, by somebody who is known.
  IF OLD.status = 1 AND NEW.status = 2 AND (NEW.paid_out_time IS DISTINCT FROM NEW.decided_time OR abs(NEW.decided_time - database_ms()) > 60000
    OR NOT EXISTS (SELECT FROM loan_agreements g WHERE g.loan_id = NEW.id)
    OR NOT EXISTS (SELECT FROM loan_persons p WHERE p.user_id = NEW.user_id AND p.status = 2)) THEN
    RAISE EXCEPTION 'a loan is paid out now, signed, to whom is known' USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_paid_out_as_signed';
  END IF;
  IF OLD.status <> 5 AND NEW.status = 5 AND (abs(NEW.repaid_time - database_ms()) <= 60000 AND loan_by_terms(NEW)) IS NOT TRUE THEN
    RAISE EXCEPTION 'a loan is repaid now, with what its terms give' USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_by_terms';
  END IF;
  RETURN NEW;
END $$;
