-- Money of nobody goes back in two steps: two people agree that it shall, and from then on nobody is credited by it; one person takes it before they
-- send anything, and says by which payment it went. That nothing was sent, so that it is nobody's again, takes two people as well.

ALTER TABLE receipts
  -- The member of staff who sends it back.
  ADD COLUMN taken_by bigint,
  -- Of the payment outside: the transaction, or the bank's number.
  ADD COLUMN sent_reference text,
  DROP CONSTRAINT receipts_state_check,
  ADD CONSTRAINT receipts_state_check CHECK (state IN ('free', 'matched', 'returning', 'returned')),
  ADD CONSTRAINT taken_while_returning CHECK (taken_by IS NULL OR state IN ('returning', 'returned')),
  ADD CONSTRAINT sent_once_returned CHECK (sent_reference IS NULL OR (state = 'returned' AND taken_by IS NOT NULL));
CREATE UNIQUE INDEX one_sending_back_per_payment ON receipts (currency, method, sent_reference) WHERE sent_reference IS NOT NULL;
CREATE INDEX receipts_returning ON receipts (id) WHERE state = 'returning';

-- What was sent back before this version has no payment; from now on nothing is without one.
CREATE OR REPLACE FUNCTION receipt_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.state = 'free' AND NEW.state <> 'returned')
    OR (OLD.state = 'returning' AND NEW.state = 'free')
    OR (OLD.state = 'returning' AND NEW.state = 'returning' AND OLD.taken_by IS NULL)
    OR (OLD.state = 'returning' AND NEW.state = 'returned' AND OLD.taken_by = NEW.taken_by AND NEW.sent_reference IS NOT NULL) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'what became of a receipt stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'receipt_final';
END $$;
DROP TRIGGER receipt_final ON receipts;
CREATE TRIGGER receipt_final BEFORE UPDATE ON receipts FOR EACH ROW EXECUTE FUNCTION receipt_final();

GRANT UPDATE (taken_by, sent_reference) ON receipts TO fairtick_app;
