-- A search may also ask for what a challenge is about: its tags and its task. The title counts most, then the tags.

-- `array_to_string` is stable for arrays of any type; for texts it is immutable, which a generated column needs.
CREATE FUNCTION words_of(written text[]) RETURNS tsvector IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql AS $$
  SELECT words_of(array_to_string(written, ' '))
$$;

ALTER TABLE challenges ADD COLUMN words tsvector NOT NULL GENERATED ALWAYS AS (
  setweight(words_of(title), 'A') || setweight(words_of(tags), 'B') || setweight(words_of(prompt), 'C')) STORED;
CREATE INDEX challenges_search ON challenges USING gin (words);
