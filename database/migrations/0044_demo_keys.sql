-- The keys by which visitors made demo accounts held their addresses, in tables that nothing is taken out of: they are kept as hashes from now on, and
-- those that are there become what they would be kept as today.

ALTER TABLE command_keys DISABLE TRIGGER USER;
UPDATE command_keys SET key = 'visitor:' || encode(sha256(convert_to(key, 'UTF8')), 'hex') WHERE owner_id = 0 AND call = 'createAccountDemoForU';
ALTER TABLE command_keys ENABLE TRIGGER USER;

ALTER TABLE journals DISABLE TRIGGER USER;
UPDATE journals SET idempotency_key = 'visitor:' || encode(sha256(convert_to(idempotency_key, 'UTF8')), 'hex') WHERE reason = 1 AND realm = 'demo' AND idempotency_key LIKE '%/%';
ALTER TABLE journals ENABLE TRIGGER USER;
