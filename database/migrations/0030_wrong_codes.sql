-- Wrong codes of a member's authenticator app, by those who had the password or a session, from wherever: twenty at once and one more each 72 minutes. An
-- id below 0 is nobody, whose codes are counted likewise, so that a try takes as long whoever exists. Times by the server's clock, UTC ms.

CREATE TABLE staff_code_failures (
  staff_id bigint PRIMARY KEY,
  -- When the last wrong one is forgotten: 72 minutes later for each.
  forgotten bigint NOT NULL,
  -- Until when no code is taken.
  locked_until bigint NOT NULL,
  -- When the last wrong one that the member was not told of is forgotten: a day later for each.
  untold_until bigint NOT NULL,
  told_time bigint NOT NULL
);
GRANT SELECT, INSERT, UPDATE (forgotten, locked_until, untold_until, told_time), DELETE ON staff_code_failures TO fairtick_app;
