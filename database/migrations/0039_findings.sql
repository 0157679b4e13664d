-- Outputs of one transaction are found by what stands before the number of the output, whatever order the database's collation puts texts in.
CREATE INDEX receipts_by_transaction ON receipts (method, split_part(reference, ':', 1));

-- The option that money of nobody was booked by, as it was then: a setting that changes changes nothing that has come. None where the credit booked it, or
-- where it was booked before options were kept.
ALTER TABLE receipts ADD COLUMN terms text CHECK (terms IS JSON OBJECT);

-- Whom money came from is a person's: sealed. `from_shown` holds what was written before, until the next `npm run keys -- reseal` seals it as well.
ALTER TABLE receipts ADD COLUMN from_sealed bytea, ALTER COLUMN from_shown SET DEFAULT '', ADD CONSTRAINT sender_once CHECK (from_shown = '' OR from_sealed IS NULL);
-- A new master key seals the senders of old receipts again; all else of them stays as final as it was. A later column needs the trigger made anew.
DO $$
DECLARE
  made text;
  held text;
BEGIN
  SELECT pg_get_triggerdef(oid) INTO made FROM pg_trigger WHERE tgrelid = 'receipts'::regclass AND tgname = 'receipt_final';
  SELECT string_agg(attname, ', ') INTO held FROM pg_attribute
    WHERE attrelid = 'receipts'::regclass AND attnum > 0 AND NOT attisdropped AND attname NOT IN ('from_shown', 'from_sealed');
  DROP TRIGGER receipt_final ON receipts;
  EXECUTE replace(made, 'BEFORE UPDATE ON', format('BEFORE UPDATE OF %s ON', held));
END $$;
