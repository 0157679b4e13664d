-- Wrong codes of a member's authenticator app, by those who had the password or a session, from wherever: after twenty within a day none is taken for a
-- day. 0 is nobody, whose codes are counted likewise, so that a try takes as long whoever exists.

CREATE TABLE staff_code_failures (
  staff_id bigint PRIMARY KEY,
  count int NOT NULL CHECK (count >= 0),
  -- When the first of them was typed; of twenty, when the last one was. By the server's clock, UTC ms.
  since bigint NOT NULL
);
GRANT SELECT, INSERT, UPDATE (count, since), DELETE ON staff_code_failures TO fairtick_app;
