-- A message may hold one picture of its writer's: alone or with words. It goes with its message.
ALTER TABLE support_messages ADD COLUMN image text UNIQUE REFERENCES uploads;
ALTER TABLE support_messages DROP CONSTRAINT support_messages_text_check;
ALTER TABLE support_messages ADD CONSTRAINT support_messages_text_check
  CHECK (char_length(text) <= 2000 AND (text <> '' OR image IS NOT NULL));
ALTER TABLE support_messages ADD CONSTRAINT support_picture_of_user CHECK (image IS NULL OR author = 'user');

CREATE FUNCTION support_picture_goes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE uploads SET keep_until = database_ms() WHERE id = OLD.image AND state = 'used';
  RETURN NULL;
END $$;
CREATE TRIGGER support_picture_goes AFTER DELETE ON support_messages FOR EACH ROW WHEN (OLD.image IS NOT NULL) EXECUTE FUNCTION support_picture_goes();

GRANT INSERT (image) ON support_messages TO fairtick_app;
