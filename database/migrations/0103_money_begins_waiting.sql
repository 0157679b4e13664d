-- What was asked for begins as such: a row that came in as paid needed nobody's approval, since only changes were looked at. A withdrawal that its user
-- takes back in the very batch of its request is written once.
CREATE FUNCTION withdrawal_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status NOT IN ('waiting', 'cancelled') OR (NEW.approved_time, NEW.claimed_by, NEW.paid_by, NEW.paid_reference, NEW.nothing_sent_by, NEW.back_receipt_id) IS DISTINCT FROM
      (NULL::bigint, NULL::bigint, NULL::bigint, NULL::text, NULL::bigint, NULL::bigint) THEN
    RAISE EXCEPTION 'a withdrawal begins as one that waits' USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawal_begins';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawal_begins BEFORE INSERT ON withdrawals FOR EACH ROW EXECUTE FUNCTION withdrawal_begins();

CREATE FUNCTION deposit_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'unchecked' OR NEW.credited IS NOT NULL OR NEW.receipt_id IS NOT NULL AND NEW.decided_time IS NOT NULL THEN
    RAISE EXCEPTION 'a deposit begins as one that nobody has checked' USING ERRCODE = 'check_violation', CONSTRAINT = 'deposit_begins';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER deposit_begins BEFORE INSERT ON deposits FOR EACH ROW EXECUTE FUNCTION deposit_begins();

-- Whoever says that it was sent is who had taken it.
ALTER TABLE withdrawals ADD CONSTRAINT paid_by_who_took_it CHECK (paid_by IS NULL OR paid_by = claimed_by);
