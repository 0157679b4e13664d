-- A payment of ours that came back: money that came is its user's again, by one receipt. The withdrawal stays paid, and says what came back of it, once.

ALTER TABLE withdrawals
  ADD COLUMN back_receipt_id bigint CONSTRAINT one_payment_back_per_receipt UNIQUE REFERENCES receipts,
  -- USD.
  ADD COLUMN back_credited numeric(30, 8),
  ADD COLUMN back_time bigint,
  ADD COLUMN back_by bigint,
  ADD CONSTRAINT back_after_paid CHECK (back_receipt_id IS NULL OR status = 'paid'),
  ADD CONSTRAINT back_whole CHECK ((back_receipt_id IS NULL) = (back_credited IS NULL) AND (back_receipt_id IS NULL) = (back_time IS NULL)
    AND (back_receipt_id IS NULL) = (back_by IS NULL)),
  ADD CONSTRAINT back_cents CHECK (back_credited > 0 AND back_credited = round(back_credited, 2));

CREATE OR REPLACE FUNCTION withdrawal_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status, NEW.status) NOT IN (('waiting', 'waiting'), ('approved', 'approved'), ('waiting', 'approved'), ('waiting', 'rejected'),
    ('waiting', 'cancelled'), ('approved', 'paid'), ('approved', 'rejected'), ('paid', 'paid')) THEN
    RAISE EXCEPTION 'a withdrawal does not go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawal_states';
  END IF;
  -- Of what was paid nothing changes but that it came back, which it does once.
  IF OLD.status = 'paid' AND (OLD.back_receipt_id IS NOT NULL OR NEW.back_receipt_id IS NULL
    OR to_jsonb(NEW) - '{back_receipt_id,back_credited,back_time,back_by}'::text[]
      <> to_jsonb(OLD) - '{back_receipt_id,back_credited,back_time,back_by}'::text[]) THEN
    RAISE EXCEPTION 'what was paid stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawal_states';
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

GRANT UPDATE (back_receipt_id, back_credited, back_time, back_by) ON withdrawals TO fairtick_app;
