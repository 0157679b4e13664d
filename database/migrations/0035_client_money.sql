-- Proofs of client money (money-staff.md H1): what the clients' pool must hold against what it holds, and whether the books agree with themselves. Kept for
-- ever, so that anybody can see how often one failed and for how long. The newest one says whether withdrawals are paused.

CREATE TABLE client_money_proofs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Of the snapshot that it is about.
  time bigint NOT NULL,
  -- USD: all that real users have, what is approved and not paid, what came and is nobody's yet.
  users numeric(30, 8) NOT NULL,
  withdrawals numeric(30, 8) NOT NULL,
  receipts numeric(30, 8) NOT NULL,
  -- USD: what the clients' banks and addresses hold, and the operator's own.
  held numeric(30, 8) NOT NULL,
  house numeric(30, 8) NOT NULL,
  -- Names of what the books broke, with commas between.
  broken text NOT NULL,
  short_since bigint,
  paused boolean NOT NULL,
  CONSTRAINT short_is_less_than_required CHECK ((short_since IS NOT NULL) = (users + withdrawals + receipts > held)),
  CONSTRAINT broken_books_pause CHECK (paused OR broken = ''),
  CONSTRAINT paused_for_a_reason CHECK (NOT paused OR broken <> '' OR short_since IS NOT NULL),
  CHECK (short_since <= time)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON client_money_proofs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT (time, users, withdrawals, receipts, held, house, broken, short_since, paused) ON client_money_proofs TO fairtick_app;
