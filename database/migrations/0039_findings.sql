-- Outputs of one transaction are found by what stands before the number of the output, whatever order the database's collation puts texts in.
CREATE INDEX receipts_by_transaction ON receipts (method, split_part(reference, ':', 1));
