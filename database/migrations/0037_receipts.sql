-- Money of nobody: its booking and its return are each once, and what was returned is found without reading what was credited.

CREATE UNIQUE INDEX one_booking_per_receipt ON journals (reference) WHERE reason = 102;
CREATE UNIQUE INDEX one_sending_back_per_receipt ON journals (reference) WHERE reason = 104;
CREATE INDEX receipts_returned ON receipts (id) WHERE state = 'returned';
