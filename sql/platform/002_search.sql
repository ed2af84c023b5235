-- Full-text search over challenge titles, and over what packs say of themselves. The configuration is 'simple': titles are names, not
-- prose to be stemmed. The words are stored, because to cut a thousand candidates into words takes longer than to find them.

-- As queries are cut: at all that is no letter or digit. Left to itself, the parser would keep "Next.js" whole, as a host's name.
CREATE FUNCTION words_of(written text) RETURNS tsvector IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql AS $$
  SELECT to_tsvector('pg_catalog.simple', translate(written, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)))
$$;

ALTER TABLE challenges ADD COLUMN title_words tsvector NOT NULL GENERATED ALWAYS AS (words_of(title)) STORED;
CREATE INDEX challenges_title_search ON challenges USING gin (title_words);

ALTER TABLE packs ADD COLUMN words tsvector NOT NULL GENERATED ALWAYS AS (words_of(name || ' ' || description)) STORED;
CREATE INDEX packs_search ON packs USING gin (words);
