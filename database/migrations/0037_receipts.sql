-- Money of nobody: its booking and its return are each once, and what was returned is found without reading what was credited.

CREATE UNIQUE INDEX one_booking_per_receipt ON journals (reference) WHERE reason = 102;
CREATE UNIQUE INDEX one_sending_back_per_receipt ON journals (reference) WHERE reason = 104;
CREATE INDEX receipts_returned ON receipts (id) WHERE state = 'returned';

-- Money of nobody that a deposit was made of, when the staff found its owner: one line of a bank can be said to be of two users as one transaction can.
-- And the least that is credited, as it was when the money was said to be sent: a later setting does not refuse what is on its way.
ALTER TABLE deposits
  ADD COLUMN assigned bigint REFERENCES receipts,
  ADD COLUMN least numeric(30, 8) NOT NULL DEFAULT 0 CHECK (least >= 0);
ALTER TABLE deposits ALTER COLUMN least DROP DEFAULT;
CREATE INDEX deposits_assigned ON deposits (assigned) WHERE assigned IS NOT NULL;
