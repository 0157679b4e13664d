-- Outputs of one transaction are found by what stands before the number of the output, whatever order the database's collation puts texts in.
CREATE INDEX receipts_by_transaction ON receipts (method, split_part(reference, ':', 1));

-- The option that money of nobody was booked by, as it was then: a setting that changes changes nothing that has come. None where the credit booked it, or
-- where it was booked before options were kept.
ALTER TABLE receipts ADD COLUMN terms text CHECK (terms IS JSON OBJECT);
