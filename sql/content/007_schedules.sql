-- Schedules of items: one that is published is seen from publish_at on and until unpublish_at; null = no such moment.
ALTER TABLE content_items
  ADD COLUMN publish_at timestamptz,
  ADD COLUMN unpublish_at timestamptz,
  ADD CONSTRAINT content_items_schedule CHECK (unpublish_at > publish_at);
ALTER TABLE content_history
  ADD COLUMN publish_at timestamptz,
  ADD COLUMN unpublish_at timestamptz;

-- The next scheduled moment, which ends what caches hold.
CREATE INDEX content_items_publish_at ON content_items (publish_at)
  WHERE status = 'published' AND deleted_at IS NULL;
CREATE INDEX content_items_unpublish_at ON content_items (unpublish_at)
  WHERE status = 'published' AND deleted_at IS NULL;

-- The clock of schedules, the same for all processes.
CREATE FUNCTION content_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now()';
