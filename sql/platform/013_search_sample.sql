-- A search for a word that many titles hold ranks a sample of them: the search index would name them all first. The sample is read from
-- this index alone, in the order of hashes, so that it is of all packs alike. Titles have at most 200 letters, which fits.
CREATE INDEX challenges_search_sample ON challenges (uuid_hash(id)) INCLUDE (id, pack_id, title, title_words)
  WHERE retired_at IS NULL;
