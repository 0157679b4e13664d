-- Outputs of one transaction are found by what stands before the number of the output, whatever order the database's collation puts texts in.
CREATE INDEX receipts_by_transaction ON receipts (method, split_part(reference, ':', 1));

-- The option that money of nobody was booked by, as it was then: a setting that changes changes nothing that has come. None where the credit booked it, or
-- where it was booked before options were kept.
ALTER TABLE receipts ADD COLUMN terms text CHECK (terms IS JSON OBJECT);

-- Whom money came from is a person's: sealed. `from_shown` holds what was written before, until the next `npm run keys -- reseal` seals it as well.
ALTER TABLE receipts ADD COLUMN from_sealed bytea, ALTER COLUMN from_shown SET DEFAULT '', ADD CONSTRAINT sender_once CHECK (from_shown = '' OR from_sealed IS NULL);
-- A new master key seals the senders of old receipts again; all else of them stays as final as it was.
DROP TRIGGER receipt_final ON receipts;
CREATE TRIGGER receipt_final BEFORE UPDATE ON receipts FOR EACH ROW
  WHEN (OLD.from_sealed IS NOT DISTINCT FROM NEW.from_sealed OR to_jsonb(OLD) - 'from_shown' - 'from_sealed' <> to_jsonb(NEW) - 'from_shown' - 'from_sealed')
  EXECUTE FUNCTION receipt_final();
