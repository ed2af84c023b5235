-- Right and wrong answers that an author tries the checks of a challenge on; learners never get them.
ALTER TABLE challenges ADD COLUMN cases json;

CREATE OR REPLACE FUNCTION measure_challenge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.bytes := 500 + octet_length(json_build_array(
    NEW.title, NEW.prompt, NEW.hints, NEW.tags, NEW.debrief, NEW.assertions, NEW.reference_solution,
    CASE WHEN NEW.has_scaffold THEN NEW.files END, NEW.cases)::text);
  RETURN NEW;
END $$;
DROP TRIGGER challenges_measured ON challenges;
CREATE TRIGGER challenges_measured BEFORE INSERT OR UPDATE
  OF title, prompt, hints, tags, debrief, assertions, reference_solution, files, has_scaffold, cases ON challenges
  FOR EACH ROW EXECUTE FUNCTION measure_challenge();
