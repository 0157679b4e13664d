-- Loans of real users: who a borrower is, what was signed, what was paid out and what came back. Terms are copied onto the loan; interest and lateness are
-- computed from them and the dates each time, and stand here once it is repaid.

-- Who somebody says they are for a loan. Everything that names them is sealed together.
CREATE TABLE loan_persons (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL,
  realm realm NOT NULL DEFAULT 'live' CHECK (realm = 'live'),
  person_sealed bytea NOT NULL,
  picture text NOT NULL UNIQUE REFERENCES uploads,
  -- 1 waits, 2 accepted, 3 rejected.
  status smallint NOT NULL DEFAULT 1 CHECK (status IN (1, 2, 3)),
  submitted_time bigint NOT NULL DEFAULT database_ms(),
  answer_due bigint NOT NULL,
  reason_code text,
  reason text,
  decided_time bigint,
  decided_by bigint,
  FOREIGN KEY (user_id, realm) REFERENCES users (id, realm),
  CHECK ((status = 1) = (decided_time IS NULL) AND (status = 1) = (decided_by IS NULL)),
  CHECK ((status = 3) = (reason_code IS NOT NULL) AND (status = 3) = (reason IS NOT NULL))
);
-- Nobody waits twice, and who is accepted does not wait.
CREATE UNIQUE INDEX one_loan_person_a_user ON loan_persons (user_id) WHERE status IN (1, 2);
CREATE INDEX loan_persons_by_user ON loan_persons (user_id, id);
CREATE INDEX loan_persons_queue ON loan_persons (status, id);

CREATE FUNCTION loan_person_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a decided borrower stays decided' USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_person_final';
END $$;
-- What is sealed may be sealed again by another master key, or emptied, which is the owner's work.
CREATE TRIGGER loan_person_final BEFORE UPDATE ON loan_persons FOR EACH ROW WHEN (
  (NEW.id, NEW.user_id, NEW.picture, NEW.submitted_time, NEW.answer_due) IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.picture, OLD.submitted_time, OLD.answer_due)
  OR (OLD.status <> 1 AND (NEW.status, NEW.reason_code, NEW.reason, NEW.decided_time, NEW.decided_by)
    IS DISTINCT FROM (OLD.status, OLD.reason_code, OLD.reason, OLD.decided_time, OLD.decided_by)))
  EXECUTE FUNCTION loan_person_final();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON loan_persons FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE loans (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  realm realm NOT NULL DEFAULT 'live' CHECK (realm = 'live'),
  -- Of the setting loan_configs when it was signed; the terms below are those of that moment.
  config_id int NOT NULL,
  amount numeric(30, 8) NOT NULL CHECK (amount > 0 AND amount = round(amount, 2)),
  -- Days; rates are hundredths of a percent a day.
  period int NOT NULL CHECK (period > 0),
  interest_rate int NOT NULL CHECK (interest_rate >= 0),
  free_period int NOT NULL CHECK (free_period >= 0),
  penalty_rate int NOT NULL CHECK (penalty_rate >= 0),
  -- 1 waits, 2 to repay, 3 rejected, 4 a repayment is being checked, 5 repaid.
  status smallint NOT NULL DEFAULT 1 CHECK (status IN (1, 2, 3, 4, 5)),
  -- An image of the signature; none where the name was typed.
  signature text UNIQUE REFERENCES uploads,
  requested_time bigint NOT NULL DEFAULT database_ms(),
  answer_due bigint NOT NULL,
  decided_time bigint,
  decided_by bigint,
  reason_code text,
  reason text,
  paid_out_time bigint,
  due_time bigint,
  -- When it was found to be overdue.
  overdue_time bigint,
  repaid_time bigint,
  -- As they were paid.
  interest numeric(30, 8),
  penalty numeric(30, 8),
  FOREIGN KEY (user_id, realm) REFERENCES users (id, realm),
  CHECK ((status = 1) = (decided_time IS NULL) AND (status = 1) = (decided_by IS NULL)),
  CHECK ((status = 3) = (reason_code IS NOT NULL) AND (status = 3) = (reason IS NOT NULL)),
  CHECK ((status IN (2, 4, 5)) = (paid_out_time IS NOT NULL)),
  CHECK (due_time IS NOT DISTINCT FROM paid_out_time + period::bigint * 86400000),
  CHECK (overdue_time IS NULL OR overdue_time >= due_time),
  CHECK ((status = 5) = (repaid_time IS NOT NULL) AND (status = 5) = (interest IS NOT NULL) AND (status = 5) = (penalty IS NOT NULL)),
  CHECK (interest >= 0 AND interest = round(interest, 2) AND penalty >= 0 AND penalty = round(penalty, 2)),
  CHECK (penalty = 0 OR interest + penalty <= amount)
);
-- One at a time, however many ask at once.
CREATE UNIQUE INDEX one_loan_a_user ON loans (user_id) WHERE status IN (1, 2, 4);
CREATE INDEX loans_by_user ON loans (user_id, id);
CREATE INDEX loans_queue ON loans (status, id);
CREATE INDEX loans_due ON loans (due_time) WHERE status IN (2, 4);

CREATE FUNCTION loan_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> NEW.status AND (OLD.status, NEW.status) NOT IN ((1, 2), (1, 3), (2, 4), (4, 2), (2, 5), (4, 5)) THEN
    RAISE EXCEPTION 'a loan that is % does not become %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_step';
  END IF;
  IF (OLD.status IN (3, 5) AND NEW IS DISTINCT FROM OLD)
    OR (NEW.id, NEW.user_id, NEW.config_id, NEW.amount, NEW.period, NEW.interest_rate, NEW.free_period, NEW.penalty_rate, NEW.signature, NEW.requested_time)
      IS DISTINCT FROM
      (OLD.id, OLD.user_id, OLD.config_id, OLD.amount, OLD.period, OLD.interest_rate, OLD.free_period, OLD.penalty_rate, OLD.signature, OLD.requested_time)
    OR (OLD.decided_time IS NOT NULL AND (NEW.decided_time, NEW.decided_by, NEW.paid_out_time, NEW.due_time)
      IS DISTINCT FROM (OLD.decided_time, OLD.decided_by, OLD.paid_out_time, OLD.due_time))
    OR (OLD.overdue_time IS NOT NULL AND NEW.overdue_time IS DISTINCT FROM OLD.overdue_time) THEN
    RAISE EXCEPTION 'what was signed and decided stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_terms';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER loan_step BEFORE UPDATE ON loans FOR EACH ROW EXECUTE FUNCTION loan_step();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON loans FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What was signed, as the server rendered it, and everything that is known of the signing. The evidence's hash stands in the log of acts as well.
CREATE TABLE loan_agreements (
  loan_id bigint PRIMARY KEY REFERENCES loans,
  version int NOT NULL CHECK (version > 0),
  lang text NOT NULL CHECK (lang ~ '^[a-z]{2}$'),
  html text NOT NULL,
  hash bytea NOT NULL CHECK (hash = sha256(convert_to(html, 'UTF8'))),
  evidence text NOT NULL CHECK (octet_length(evidence) <= 65536),
  evidence_hash bytea NOT NULL CHECK (evidence_hash = sha256(convert_to(evidence, 'UTF8')))
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON loan_agreements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT (user_id, person_sealed, picture, answer_due), UPDATE (status, reason_code, reason, decided_time, decided_by, person_sealed)
  ON loan_persons TO fairtick_app;
GRANT SELECT, INSERT (id, user_id, config_id, amount, period, interest_rate, free_period, penalty_rate, signature, answer_due),
  UPDATE (status, decided_time, decided_by, reason_code, reason, paid_out_time, due_time, overdue_time, repaid_time, interest, penalty)
  ON loans TO fairtick_app;
GRANT SELECT, INSERT ON loan_agreements TO fairtick_app;

INSERT INTO journal_types VALUES (40, 'live', 'loan'), (41, 'live', 'loan');
INSERT INTO journal_lines VALUES
  (40, 'user', 'change', '+', '0'), (40, 'house', 'loan', '-', '0'),
  (41, 'user', 'change', '-', '0'), (41, 'house', 'loan', '+', '0'), (41, 'house', 'fees', '+', '0');
CREATE UNIQUE INDEX one_payout_per_loan ON journals (reference) WHERE reason = 40;
CREATE UNIQUE INDEX one_repayment_per_loan ON journals (reference) WHERE reason = 41;

-- The principal goes out once, and comes back once with what the loan's row says was paid.
CREATE OR REPLACE FUNCTION loan_has_cause(j product_journal) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE j.reason
    WHEN 40 THEN EXISTS (SELECT FROM loans l WHERE l.id = j.reference AND l.user_id = j.owner_id AND l.status IN (2, 4, 5)
      AND j.av = l.amount AND j.house_av = -l.amount AND j.fees = 0)
    WHEN 41 THEN EXISTS (SELECT FROM loans l WHERE l.id = j.reference AND l.user_id = j.owner_id AND l.status = 5
      AND j.av = -(l.amount + l.interest + l.penalty) AND j.house_av = l.amount AND j.fees = l.interest + l.penalty)
    ELSE false END
$$;
