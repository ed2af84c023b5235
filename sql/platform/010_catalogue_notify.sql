-- Processes that show the list of packs hear of its changes when they are committed.
CREATE FUNCTION notify_of_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', NEW.revision::text);
  RETURN NULL;
END $$;
CREATE TRIGGER catalogue_revision_notify AFTER UPDATE ON catalogue_revision
  FOR EACH ROW EXECUTE FUNCTION notify_of_catalogue();
