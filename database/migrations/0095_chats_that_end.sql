-- A conversation that its user left is closed by the system: nobody of the staff says so.
ALTER TABLE support_messages DROP CONSTRAINT support_messages_check;
ALTER TABLE support_messages ADD CONSTRAINT support_message_of_somebody
  CHECK (CASE author WHEN 'user' THEN staff_id IS NULL WHEN 'staff' THEN staff_id IS NOT NULL ELSE true END);
CREATE INDEX support_threads_left ON support_threads (id) WHERE state = 'waiting_user';
