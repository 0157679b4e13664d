-- Money in and out (rules §9). What came is a receipt, one row per output of a transaction or line of a bank, so that a credit can be made once; what a
-- user says of it is a deposit; what leaves is a withdrawal to a destination that was bound before. Amounts of the books are USD with 8 places, amounts
-- on chains and at banks the currency's own.

-- The operator's own money outside stands apart from the clients': two pools, and a journal that settles between them (money-staff.md H1).
ALTER TABLE ledger_accounts DROP CONSTRAINT kind_known, DROP CONSTRAINT available_not_negative;
ALTER TABLE ledger_accounts
  ADD CONSTRAINT kind_known CHECK (
    CASE WHEN owner_id = 0
      THEN kind IN ('capital', 'trading', 'fees', 'micro', 'fund', 'loan', 'protection', 'clearing:deposit', 'clearing:withdrawal', 'external',
        'external:house')
      ELSE kind IN ('change', 'forex', 'micro') END),
  ADD CONSTRAINT available_not_negative CHECK (available >= 0 OR kind IN ('external', 'external:house')),
  -- Nobody pays out of a pool more than it holds: outside accounts are what the world owes us, and never the other way round.
  ADD CONSTRAINT external_not_positive CHECK (realm <> 'live' OR kind NOT IN ('external', 'external:house') OR available <= 0);

-- Where a user's money may go. Bank lines and names are a person's: sealed. `address` is a coin's, as its network's checksum writes it.
CREATE TABLE destinations (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  realm realm NOT NULL CHECK (realm = 'live'),
  kind text NOT NULL CHECK (kind IN ('coin', 'bank')),
  -- The key of the currency in the settings of withdrawals.
  currency text NOT NULL,
  network text NOT NULL CHECK ((kind = 'coin') = (network <> '')),
  address text NOT NULL CHECK ((kind = 'coin') = (address <> '')),
  tag text NOT NULL,
  -- A bank's lines, and whose the destination is: every row has some, so that the master key is known by which its place was written.
  details_sealed bytea NOT NULL,
  -- Of network, address and tag, or of the bank account: the same one twice is found by it.
  place_mac bytea NOT NULL CHECK (octet_length(place_mac) = 32),
  label text NOT NULL,
  owner text NOT NULL CHECK (owner IN ('me', 'other')),
  wallet_kind text NOT NULL CHECK (wallet_kind IN ('own', 'exchange', '') AND (kind = 'coin' OR wallet_kind = '')),
  bound_time bigint NOT NULL,
  usable_time bigint NOT NULL,
  removed_time bigint,
  FOREIGN KEY (user_id, realm) REFERENCES users (id, realm),
  CHECK (usable_time >= bound_time)
);
CREATE UNIQUE INDEX destination_twice ON destinations (user_id, place_mac) WHERE removed_time IS NULL;
CREATE INDEX destinations_by_user ON destinations (user_id, id);
CREATE INDEX destinations_by_place ON destinations (place_mac);
-- A new master key seals the old ones' again: only their end is final.
CREATE TRIGGER ended_is_final BEFORE UPDATE ON destinations FOR EACH ROW
  WHEN (OLD.removed_time IS NOT NULL AND OLD.removed_time IS DISTINCT FROM NEW.removed_time) EXECUTE FUNCTION ended_is_final();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON destinations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Money that came, as seen outside. One row per output, for ever: who books it twice meets `one_receipt`.
CREATE TABLE receipts (
  id bigint PRIMARY KEY,
  -- 'evm:1:0xdac1...', 'btc', 'bank:3'
  method text NOT NULL,
  -- 'txid:index', or the bank's own number of the line.
  reference text NOT NULL,
  currency text NOT NULL,
  amount numeric(38, 18) NOT NULL CHECK (amount > 0),
  from_shown text NOT NULL,
  seen_time bigint NOT NULL,
  -- The member of staff who entered it; 0 where a watcher of its chain did.
  seen_by bigint NOT NULL,
  -- Of a coin's transaction, when it was looked at last.
  confirmations int,
  -- USD it counts as in the books, from its entry on: no rate moves money that is there already.
  booked numeric(30, 8) NOT NULL CHECK (booked > 0 AND booked = round(booked, 2)),
  -- Units of the currency for one USD, with the tick that said it; no tick of a currency that counts as USD.
  rate numeric(30, 12) NOT NULL CHECK (rate > 0),
  rate_tick bigint,
  state text NOT NULL CHECK (state IN ('free', 'matched', 'returned')),
  CONSTRAINT one_receipt UNIQUE (method, reference)
);
CREATE INDEX receipts_free ON receipts (id) WHERE state = 'free';
CREATE FUNCTION receipt_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what became of a receipt stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'receipt_final';
END $$;
CREATE TRIGGER receipt_final BEFORE UPDATE ON receipts FOR EACH ROW WHEN (OLD.state <> 'free') EXECUTE FUNCTION receipt_final();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON receipts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a user says they sent. Its terms are those of the moment: a setting that changes changes no deposit.
CREATE TABLE deposits (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  realm realm NOT NULL CHECK (realm = 'live'),
  kind text NOT NULL CHECK (kind IN ('coin', 'bank')),
  -- Its id in the setting.
  option_id int NOT NULL,
  currency text NOT NULL,
  network text NOT NULL,
  -- Where to, as it was shown.
  place text NOT NULL,
  number numeric(38, 18) NOT NULL CHECK (number > 0),
  -- None where the staff found the owner of money that nobody had claimed.
  proof text UNIQUE REFERENCES uploads,
  txid text NOT NULL,
  status text NOT NULL CHECK (status IN ('unchecked', 'credited', 'rejected', 'invalid')),
  submitted_time bigint NOT NULL,
  -- Held for compliance: somebody else claims the same transaction, or the user may not hold more yet.
  held_for text NOT NULL CHECK (held_for IN ('', 'claimed_twice', 'unverified')),
  claimed_by bigint,
  claimed_until bigint,
  receipt_id bigint CONSTRAINT one_credit_per_receipt UNIQUE REFERENCES receipts,
  -- What came, where it is not what was said.
  credited_number numeric(38, 18),
  -- As the receipt's.
  rate numeric(30, 12),
  rate_tick bigint,
  credited numeric(30, 8),
  reason_code text,
  reason text,
  decided_time bigint,
  decided_by bigint,
  FOREIGN KEY (user_id, realm) REFERENCES users (id, realm),
  CHECK ((claimed_by IS NULL) = (claimed_until IS NULL)),
  CONSTRAINT decided_by_somebody CHECK ((status = 'unchecked') = (decided_time IS NULL) AND (status = 'unchecked') = (decided_by IS NULL)),
  CONSTRAINT credited_whole CHECK ((status = 'credited') = (receipt_id IS NOT NULL) AND (status = 'credited') = (credited IS NOT NULL)
    AND (status = 'credited') = (rate IS NOT NULL) AND (status = 'credited') = (credited_number IS NOT NULL)),
  CONSTRAINT credited_cents CHECK (credited > 0 AND credited = round(credited, 2)),
  CONSTRAINT refused_for_a_reason CHECK ((status IN ('rejected', 'invalid')) = (reason_code IS NOT NULL))
);
CREATE INDEX deposits_by_user ON deposits (user_id, kind, id);
CREATE INDEX deposits_by_status ON deposits (status, id);
CREATE INDEX deposits_by_txid ON deposits (txid) WHERE txid <> '';

CREATE FUNCTION deposit_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a decided deposit does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'deposit_final';
END $$;
CREATE TRIGGER deposit_final BEFORE UPDATE ON deposits FOR EACH ROW WHEN (OLD.status <> 'unchecked') EXECUTE FUNCTION deposit_final();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON deposits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Money that leaves. Terms and destination are copied at the request: what is paid is what was asked for.
CREATE TABLE withdrawals (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  realm realm NOT NULL CHECK (realm = 'live'),
  kind text NOT NULL CHECK (kind IN ('coin', 'bank')),
  currency text NOT NULL,
  network text NOT NULL,
  -- As people know the network.
  protocol text NOT NULL,
  places smallint NOT NULL CHECK (places BETWEEN 0 AND 8),
  fee_type smallint NOT NULL CHECK (fee_type IN (1, 2)),
  draw_rate numeric(30, 8) NOT NULL CHECK (draw_rate >= 0),
  usd_price numeric(30, 12) NOT NULL CHECK (usd_price > 0),
  rate_tick bigint,
  destination_id bigint NOT NULL REFERENCES destinations,
  -- USD.
  number numeric(30, 8) NOT NULL CHECK (number > 0 AND number = round(number, 2)),
  fee numeric(30, 8) NOT NULL CHECK (fee >= 0 AND fee < number AND fee = round(fee, 2)),
  -- In the currency.
  real_number numeric(30, 8) NOT NULL CHECK (real_number > 0),
  memo text NOT NULL,
  -- Rejected: also what was found not to have been sent after its approval.
  status text NOT NULL CHECK (status IN ('waiting', 'approved', 'paid', 'rejected', 'cancelled')),
  -- People who must approve it, by the sum of the user's last 24 hours at the request.
  approvals_needed smallint NOT NULL CHECK (approvals_needed IN (1, 2)),
  request_time bigint NOT NULL,
  deadline bigint NOT NULL,
  overdue_time bigint,
  approved_time bigint,
  claimed_by bigint,
  claimed_time bigint,
  paid_by bigint,
  paid_reference text,
  paid_time bigint,
  -- Who says that nothing was sent of what was approved; it ends when somebody else says so too.
  nothing_sent_by bigint,
  nothing_sent_time bigint,
  ended_time bigint,
  ended_by bigint,
  reason_code text,
  reason text,
  -- What the staff should look at, with commas between.
  flags text NOT NULL,
  FOREIGN KEY (user_id, realm) REFERENCES users (id, realm),
  CHECK ((claimed_by IS NULL) = (claimed_time IS NULL)),
  CONSTRAINT paid_whole CHECK ((status = 'paid') = (paid_reference IS NOT NULL) AND (status = 'paid') = (paid_time IS NOT NULL)
    AND (status = 'paid') = (paid_by IS NOT NULL)),
  CONSTRAINT claimed_before_paid CHECK (status <> 'paid' OR claimed_by IS NOT NULL),
  CONSTRAINT rejected_for_a_reason CHECK ((status = 'rejected') = (reason_code IS NOT NULL)),
  CONSTRAINT ended_once CHECK ((status IN ('rejected', 'cancelled')) = (ended_time IS NOT NULL)),
  CONSTRAINT rejected_by_somebody CHECK ((status = 'rejected') = (ended_by IS NOT NULL)),
  CHECK ((nothing_sent_by IS NULL) = (nothing_sent_time IS NULL)),
  -- What was approved comes back only when two people say that it was not sent.
  CONSTRAINT returned_by_two CHECK (status <> 'rejected' OR approved_time IS NULL OR (nothing_sent_by IS NOT NULL AND nothing_sent_by <> ended_by)),
  CONSTRAINT approved_before_paid CHECK (status NOT IN ('approved', 'paid') OR approved_time IS NOT NULL)
);
-- The same transaction pays one withdrawal.
CREATE UNIQUE INDEX payment_reference ON withdrawals (currency, network, paid_reference) WHERE paid_reference IS NOT NULL;
CREATE INDEX withdrawals_by_user ON withdrawals (user_id, kind, id);
CREATE INDEX withdrawals_by_status ON withdrawals (status, id);
CREATE INDEX withdrawals_by_destination ON withdrawals (destination_id, id);
CREATE INDEX withdrawals_overdue ON withdrawals (id) WHERE status IN ('waiting', 'approved') AND overdue_time IS NOT NULL;
CREATE INDEX withdrawals_due ON withdrawals (deadline) WHERE status IN ('waiting', 'approved') AND overdue_time IS NULL;

CREATE FUNCTION withdrawal_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status, NEW.status) NOT IN (('waiting', 'waiting'), ('approved', 'approved'), ('waiting', 'approved'), ('waiting', 'rejected'),
    ('waiting', 'cancelled'), ('approved', 'paid'), ('approved', 'rejected')) THEN
    RAISE EXCEPTION 'a withdrawal does not go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawal_states';
  END IF;
  IF (NEW.id, NEW.user_id, NEW.realm, NEW.kind, NEW.currency, NEW.network, NEW.protocol, NEW.places, NEW.fee_type, NEW.draw_rate, NEW.usd_price, NEW.rate_tick,
      NEW.destination_id, NEW.number, NEW.fee, NEW.real_number, NEW.memo, NEW.approvals_needed, NEW.request_time, NEW.deadline)
    IS DISTINCT FROM
    (OLD.id, OLD.user_id, OLD.realm, OLD.kind, OLD.currency, OLD.network, OLD.protocol, OLD.places, OLD.fee_type, OLD.draw_rate, OLD.usd_price, OLD.rate_tick,
      OLD.destination_id, OLD.number, OLD.fee, OLD.real_number, OLD.memo, OLD.approvals_needed, OLD.request_time, OLD.deadline)
    OR OLD.overdue_time IS NOT NULL AND NEW.overdue_time IS DISTINCT FROM OLD.overdue_time THEN
    RAISE EXCEPTION 'what was asked for does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawal_terms';
  END IF;
  -- Counted where nobody who acts can pass it by: a state that is reached without the people it takes is none.
  IF OLD.status = 'waiting' AND NEW.status = 'approved'
    AND (SELECT count(*) FROM withdrawal_approvals a WHERE a.withdrawal_id = NEW.id) < NEW.approvals_needed THEN
    RAISE EXCEPTION 'not enough people have approved it' USING ERRCODE = 'check_violation', CONSTRAINT = 'enough_approvals';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawal_moves BEFORE UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION withdrawal_moves();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON withdrawals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Two different people by the key itself.
CREATE TABLE withdrawal_approvals (
  withdrawal_id bigint NOT NULL REFERENCES withdrawals,
  staff_id bigint NOT NULL REFERENCES staff,
  time bigint NOT NULL,
  PRIMARY KEY (withdrawal_id, staff_id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON withdrawal_approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Each effect once. Reasons: contract/ledger-types.ts.
CREATE UNIQUE INDEX one_credit_per_deposit ON journals (reference) WHERE reason IN (100, 103);
CREATE UNIQUE INDEX one_hold_per_withdrawal ON journals (reference) WHERE reason = 110;
CREATE UNIQUE INDEX one_leaving_per_withdrawal ON journals (reference) WHERE reason IN (111, 113, 114);
CREATE UNIQUE INDEX one_end_after_approval ON journals (reference) WHERE reason IN (112, 115);
CREATE UNIQUE INDEX one_return_per_receipt ON journals (reference) WHERE reason = 116;

GRANT SELECT, INSERT ON destinations, receipts, deposits, withdrawals, withdrawal_approvals TO fairtick_app;
GRANT UPDATE (removed_time) ON destinations TO fairtick_app;
GRANT UPDATE (confirmations, state) ON receipts TO fairtick_app;
GRANT UPDATE (status, held_for, claimed_by, claimed_until, receipt_id, credited_number, rate, rate_tick, credited, reason_code, reason, decided_time,
    decided_by) ON deposits TO fairtick_app;
GRANT UPDATE (status, overdue_time, approved_time, claimed_by, claimed_time, paid_by, paid_reference, paid_time, nothing_sent_by,
    nothing_sent_time, ended_time, ended_by, reason_code, reason)
  ON withdrawals TO fairtick_app;
