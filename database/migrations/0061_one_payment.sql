-- One payment outside is said of one thing: of a withdrawal, or of money of nobody that went back. Each table has an index of its own; across the two whoever
-- comes second waits for the first, on whichever server, and then sees it. The batch that is refused so is run again, and its rule says why.

CREATE FUNCTION payment_of_one(paid_currency text, paid_network text, payment text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('payment:' || paid_currency || ':' || paid_network || ':' || payment, 0));
  IF EXISTS (SELECT FROM withdrawals WHERE currency = paid_currency AND network = paid_network AND paid_reference = payment)
    AND EXISTS (SELECT FROM receipts WHERE currency = paid_currency AND sent_reference = payment
      AND CASE WHEN paid_network = '' THEN starts_with(method, 'bank:') ELSE method = paid_network END) THEN
    RAISE EXCEPTION 'the payment was said of something else' USING ERRCODE = 'unique_violation', CONSTRAINT = 'payment_reference';
  END IF;
END $$;

CREATE FUNCTION withdrawal_payment_of_one() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM payment_of_one(NEW.currency, NEW.network, NEW.paid_reference);
  RETURN NULL;
END $$;
CREATE TRIGGER payment_of_one AFTER UPDATE ON withdrawals FOR EACH ROW
  WHEN (NEW.paid_reference IS DISTINCT FROM OLD.paid_reference) EXECUTE FUNCTION withdrawal_payment_of_one();

CREATE FUNCTION receipt_payment_of_one() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM payment_of_one(NEW.currency, CASE WHEN starts_with(NEW.method, 'bank:') THEN '' ELSE NEW.method END, NEW.sent_reference);
  RETURN NULL;
END $$;
CREATE TRIGGER payment_of_one AFTER UPDATE ON receipts FOR EACH ROW
  WHEN (NEW.sent_reference IS DISTINCT FROM OLD.sent_reference) EXECUTE FUNCTION receipt_payment_of_one();
