-- Every server asks once in a while which sessions were revoked lately.
CREATE INDEX sessions_revoked ON sessions (revoked_time) WHERE revoked_time IS NOT NULL;
