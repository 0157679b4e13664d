-- From what sum on two people approve is a setting of its own, which who handles the money does not propose. Every version of it is carried over as it was.

ALTER TABLE setting_versions DISABLE TRIGGER USER;
INSERT INTO setting_versions (key, version, value, effective_from, created_time, actor_kind, actor_id)
  SELECT 'two_people_limit', version, value -> 'two_people', effective_from, created_time, actor_kind, actor_id
  FROM setting_versions WHERE key = 'money_limits' ORDER BY version;
UPDATE setting_versions SET value = value - 'two_people' WHERE key = 'money_limits';
ALTER TABLE setting_versions ENABLE TRIGGER USER;
