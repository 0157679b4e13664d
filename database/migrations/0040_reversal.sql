-- A deposit that was credited is taken back, once: the bank claims its payment back, or the chain has gone another way. What became of it stays otherwise.

ALTER TABLE deposits
  DROP CONSTRAINT deposits_status_check,
  ADD CONSTRAINT deposits_status_check CHECK (status IN ('unchecked', 'credited', 'rejected', 'invalid', 'reversed')),
  DROP CONSTRAINT credited_whole,
  ADD CONSTRAINT credited_whole CHECK ((status IN ('credited', 'reversed')) = (receipt_id IS NOT NULL)
    AND (status IN ('credited', 'reversed')) = (credited IS NOT NULL) AND (status IN ('credited', 'reversed')) = (rate IS NOT NULL)
    AND (status IN ('credited', 'reversed')) = (credited_number IS NOT NULL)),
  DROP CONSTRAINT refused_for_a_reason,
  ADD CONSTRAINT refused_for_a_reason CHECK ((status IN ('rejected', 'invalid', 'reversed')) = (reason_code IS NOT NULL));

-- What was credited stays as it was credited, also where it is taken back.
DROP TRIGGER deposit_final ON deposits;
CREATE TRIGGER deposit_final BEFORE UPDATE ON deposits FOR EACH ROW
  WHEN (OLD.status <> 'unchecked' AND NOT (OLD.status = 'credited' AND NEW.status = 'reversed' AND OLD.receipt_id = NEW.receipt_id
    AND OLD.credited = NEW.credited AND OLD.credited_number = NEW.credited_number AND OLD.rate = NEW.rate))
  EXECUTE FUNCTION deposit_final();

CREATE UNIQUE INDEX one_reversal_per_deposit ON journals (reference) WHERE reason = 101;

-- What suits a deposit is found among very many that wait without reading what came another way.
CREATE INDEX receipts_free_by_way ON receipts (method, currency, id) WHERE state = 'free';
