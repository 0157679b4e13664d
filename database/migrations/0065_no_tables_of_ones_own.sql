-- Whoever may make temporary tables has one of the name of ours read instead by a trigger that names no schema: nobody but the owner may, and the triggers name it.
DO $$ BEGIN
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END $$;
ALTER FUNCTION withdrawal_moves() SET search_path = public, pg_temp;
ALTER FUNCTION payment_of_one(text, text, text) SET search_path = public, pg_temp;
