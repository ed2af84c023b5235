-- Full-text search over challenge titles. The configuration is 'simple': titles are names, not prose to be stemmed.
-- The words are stored, because to cut a thousand candidates into words takes longer than to find them.

ALTER TABLE challenges ADD COLUMN title_words tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('simple', title)) STORED;
CREATE INDEX challenges_title_search ON challenges USING gin (title_words);
