-- What the app's role may write of loans and funds is what their terms and the clock give, whoever holds that role; and a loan is a person's, not an
-- account's.

-- The first account by which this person borrowed, by the number of the document that they were verified with.
ALTER TABLE loans ADD COLUMN person_key bigint;
ALTER TABLE loans DISABLE TRIGGER loan_step;
UPDATE loans SET person_key = user_id;
ALTER TABLE loans ENABLE TRIGGER loan_step;
ALTER TABLE loans ALTER COLUMN person_key SET NOT NULL;
CREATE UNIQUE INDEX one_loan_a_person ON loans (person_key) WHERE status IN (1, 2, 4);
GRANT INSERT (person_key) ON loans TO fairtick_app;

-- Nobody decides who is not of the staff.
ALTER TABLE loans ADD CONSTRAINT decided_by_staff FOREIGN KEY (decided_by) REFERENCES staff;
ALTER TABLE loan_persons ADD CONSTRAINT decided_by_staff FOREIGN KEY (decided_by) REFERENCES staff;

-- Whether a repaid loan was paid back as its terms say: interest of the days begun within the term, late cost of full days after it, both together at most
-- the amount; within 14 days of the payment at most the interest of all days begun. To the cent, either side of a half.
CREATE FUNCTION loan_by_terms(l loans) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT abs(l.interest - l.amount * l.interest_rate * greatest(0, least(d.begun, l.period) - l.free_period) / 10000) <= 0.005
    AND abs(l.penalty - least(l.amount * l.penalty_rate * d.late / 10000, greatest(0, l.amount - l.interest),
      CASE WHEN l.repaid_time <= l.paid_out_time + 14 * 86400000::bigint
        THEN greatest(0, l.amount * l.interest_rate * greatest(0, d.begun - l.free_period) / 10000 - l.interest) END)) <= 0.005
  FROM (SELECT greatest(1, ceil((l.repaid_time - l.paid_out_time)::numeric / 86400000)) AS begun,
    greatest(0, floor((l.repaid_time - l.due_time)::numeric / 86400000)) AS late) d
$$;

CREATE OR REPLACE FUNCTION loan_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> NEW.status AND (OLD.status, NEW.status) NOT IN ((1, 2), (1, 3), (2, 4), (4, 2), (2, 5), (4, 5)) THEN
    RAISE EXCEPTION 'a loan that is % does not become %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_step';
  END IF;
  IF (OLD.status IN (3, 5) AND NEW IS DISTINCT FROM OLD)
    OR (NEW.id, NEW.user_id, NEW.person_key, NEW.config_id, NEW.amount, NEW.period, NEW.interest_rate, NEW.free_period, NEW.penalty_rate, NEW.signature,
        NEW.requested_time)
      IS DISTINCT FROM
      (OLD.id, OLD.user_id, OLD.person_key, OLD.config_id, OLD.amount, OLD.period, OLD.interest_rate, OLD.free_period, OLD.penalty_rate, OLD.signature,
        OLD.requested_time)
    OR (OLD.decided_time IS NOT NULL AND (NEW.decided_time, NEW.decided_by, NEW.paid_out_time, NEW.due_time)
      IS DISTINCT FROM (OLD.decided_time, OLD.decided_by, OLD.paid_out_time, OLD.due_time))
    OR (OLD.overdue_time IS NOT NULL AND NEW.overdue_time IS DISTINCT FROM OLD.overdue_time) THEN
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

-- What is bought is a product as it is sold at this moment, or was or will be within a minute: servers learn of a change one after the other. Its days begin
-- now.
CREATE FUNCTION fund_bought() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  now bigint := database_ms();
BEGIN
  IF NEW.status <> 'running' OR NEW.paid_days <> 0 OR abs(NEW.sub_time - now) > 60000 THEN
    RAISE EXCEPTION 'a subscription begins now, with nothing paid' USING ERRCODE = 'check_violation', CONSTRAINT = 'fund_begins_now';
  END IF;
  IF NOT EXISTS (SELECT FROM setting_versions v CROSS JOIN LATERAL jsonb_array_elements(v.value) p
    WHERE v.key = 'fund_products' AND v.effective_from <= now + 60000
      AND NOT EXISTS (SELECT FROM setting_versions w WHERE w.key = v.key AND w.version > v.version AND w.effective_from <= now - 60000)
      AND (p ->> 'id')::int = NEW.product_id AND (p ->> 'sold')::boolean AND (p ->> 'lock_dividend_days')::int = NEW.days
      AND (p ->> 'dividend_percentage')::numeric = NEW.percent AND (p ->> 'liquidated_damages')::numeric = NEW.damages
      AND NEW.amount BETWEEN (p ->> 'staring_sub_amount')::numeric AND (p ->> 'max_sub_amount')::numeric) THEN
    RAISE EXCEPTION 'no product is sold on these terms' USING ERRCODE = 'check_violation', CONSTRAINT = 'fund_as_sold';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER fund_bought BEFORE INSERT ON fund_subscriptions FOR EACH ROW EXECUTE FUNCTION fund_bought();
