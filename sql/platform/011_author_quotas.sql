-- How large challenges and packs are, kept beside them: what an author's packs take is summed up without reading any challenge.
ALTER TABLE challenges ADD COLUMN bytes integer NOT NULL DEFAULT 0;
-- Of all its challenges, those too that are retired and stay for their attempts.
ALTER TABLE packs ADD COLUMN bytes bigint NOT NULL DEFAULT 0;

-- As JSON, nearly: 500 stand for the columns that are left out.
CREATE FUNCTION measure_challenge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.bytes := 500 + octet_length(json_build_array(
    NEW.title, NEW.prompt, NEW.hints, NEW.tags, NEW.debrief, NEW.assertions, NEW.reference_solution,
    CASE WHEN NEW.has_scaffold THEN NEW.files END)::text);
  RETURN NEW;
END $$;
CREATE TRIGGER challenges_measured BEFORE INSERT OR UPDATE
  OF title, prompt, hints, tags, debrief, assertions, reference_solution, files, has_scaffold ON challenges
  FOR EACH ROW EXECUTE FUNCTION measure_challenge();

CREATE OR REPLACE FUNCTION recount_challenges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One at a time: of two that count at once, each would miss what the other has not yet committed.
  PERFORM FROM packs WHERE id IN (SELECT pack_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
  UPDATE packs p SET challenge_count = n.challenges, difficulties = n.difficulties, bytes = n.bytes
  FROM (
    SELECT t.pack_id, count(c.id) FILTER (WHERE c.retired_at IS NULL)::int AS challenges,
      coalesce(array_agg(DISTINCT c.difficulty) FILTER (WHERE c.retired_at IS NULL AND c.id IS NOT NULL), '{}') AS difficulties,
      coalesce(sum(c.bytes), 0) AS bytes
    FROM (SELECT DISTINCT pack_id FROM changed) t LEFT JOIN challenges c ON c.pack_id = t.pack_id
    GROUP BY t.pack_id) n
  WHERE p.id = n.pack_id
    AND (p.challenge_count, p.difficulties, p.bytes) IS DISTINCT FROM (n.challenges, n.difficulties, n.bytes);
  RETURN NULL;
END $$;

-- Measures the challenges that there are.
UPDATE challenges SET title = title;
