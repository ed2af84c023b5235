-- The catalogue's revision moves only with what others than its author can see: responses that were cached under a revision stay
-- right while a private pack is written. A challenge is as visible as its pack, whose row every change of a challenge locks
-- (recount_challenges), so that a pack is never published while one of its challenges is changed unseen.
CREATE FUNCTION is_shown(pack packs) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT pack.visibility <> 'private' AND pack.taken_down_at IS NULL AND pack.retired_at IS NULL
$$;

CREATE FUNCTION move_catalogue_by_pack() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (TG_OP <> 'INSERT' AND is_shown(OLD)) OR (TG_OP <> 'DELETE' AND is_shown(NEW)) THEN
    UPDATE catalogue_revision SET revision = revision + 1, moved_by = pg_current_xact_id()
    WHERE moved_by <> pg_current_xact_id();
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION move_catalogue_by_challenge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalogue_revision SET revision = revision + 1, moved_by = pg_current_xact_id()
  WHERE moved_by <> pg_current_xact_id()
    AND EXISTS (SELECT FROM packs p WHERE p.id = coalesce(NEW.pack_id, OLD.pack_id) AND is_shown(p));
  RETURN NULL;
END $$;

DROP TRIGGER packs_move_catalogue ON packs;
CREATE CONSTRAINT TRIGGER packs_move_catalogue AFTER INSERT OR UPDATE OR DELETE ON packs
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_catalogue_by_pack();
DROP TRIGGER challenges_move_catalogue ON challenges;
CREATE CONSTRAINT TRIGGER challenges_move_catalogue AFTER INSERT OR UPDATE OR DELETE ON challenges
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_catalogue_by_challenge();
