-- A loan repaid by coin or wire: its user says that the money was sent, by a deposit that names the loan, and the loan is checked (4) until that deposit is
-- decided. What is due is that of the moment at which the proof was sent, since its user can do no more from then on.

ALTER TABLE deposits ADD COLUMN repays bigint REFERENCES loans;
-- One at a time is looked at.
CREATE UNIQUE INDEX one_proof_per_loan ON deposits (repays) WHERE repays IS NOT NULL AND status = 'unchecked';
CREATE INDEX deposits_repaying ON deposits (repays, id) WHERE repays IS NOT NULL;

CREATE FUNCTION deposit_repays_own() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM loans l WHERE l.id = NEW.repays AND l.user_id = NEW.user_id AND l.status = 2) OR NEW.status <> 'unchecked' THEN
    RAISE EXCEPTION 'a deposit repays a loan of its own user that is to be repaid' USING ERRCODE = 'check_violation', CONSTRAINT = 'deposit_repays_own';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER deposit_repays_own BEFORE INSERT ON deposits FOR EACH ROW WHEN (NEW.repays IS NOT NULL) EXECUTE FUNCTION deposit_repays_own();

ALTER TABLE loans ADD COLUMN proof_time bigint;
ALTER TABLE loans ADD CONSTRAINT proof_while_it_is_checked CHECK (proof_time IS NULL OR status IN (4, 5)),
  ADD CONSTRAINT checked_by_a_proof CHECK (status <> 4 OR proof_time IS NOT NULL);
GRANT UPDATE (proof_time) ON loans TO fairtick_app;

CREATE FUNCTION loan_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 4 AND OLD.status = 2 AND NOT EXISTS (SELECT FROM deposits d
    WHERE d.repays = NEW.id AND d.user_id = NEW.user_id AND d.status = 'unchecked' AND d.submitted_time = NEW.proof_time AND abs(d.submitted_time - database_ms()) <= 60000) THEN
    RAISE EXCEPTION 'what is checked was sent just now' USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_proof_sent';
  END IF;
  IF (OLD.status = 4 AND NEW.status IN (4, 5) AND NEW.proof_time IS DISTINCT FROM OLD.proof_time) OR (OLD.status <> 4 AND NEW.status = 5 AND NEW.proof_time IS NOT NULL) THEN
    RAISE EXCEPTION 'a proof counts from when it was sent' USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_proof_stays';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER loan_proof BEFORE UPDATE ON loans FOR EACH ROW EXECUTE FUNCTION loan_proof();

-- As before (0083), but of the moment of the proof, where there was one.
CREATE OR REPLACE FUNCTION loan_by_terms(l loans) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT abs(l.interest - l.amount * l.interest_rate * greatest(0, least(d.begun, l.period) - l.free_period) / 10000) <= 0.005
    AND abs(l.penalty - least(l.amount * l.penalty_rate * d.late / 10000, greatest(0, l.amount - l.interest),
      CASE WHEN d.at <= l.paid_out_time + 14 * 86400000::bigint
        THEN greatest(0, l.amount * l.interest_rate * greatest(0, d.begun - l.free_period) / 10000 - l.interest) END)) <= 0.005
  FROM (SELECT at, greatest(1, ceil((at - l.paid_out_time)::numeric / 86400000)) AS begun, greatest(0, floor((at - l.due_time)::numeric / 86400000)) AS late
    FROM (SELECT coalesce(l.proof_time, l.repaid_time) AS at) m) d
$$;
