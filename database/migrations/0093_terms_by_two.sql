-- What is about the terms: its dates and its withdrawal are proposed by one and decided by another, as settings are.
ALTER TABLE proposals DROP CONSTRAINT proposals_subject_kind_check;
ALTER TABLE proposals ADD CONSTRAINT proposals_subject_kind_check CHECK (subject_kind IN ('user', 'staff', 'setting', 'house', 'content'));

-- What somebody has read is a version: who acknowledged terms has said nothing of other words that came after them.
ALTER TABLE content_reads DROP CONSTRAINT content_reads_pkey;
ALTER TABLE content_reads ADD PRIMARY KEY (user_id, item_id, lang, version);
