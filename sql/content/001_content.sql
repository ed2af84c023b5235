-- Content: items, what they were at every version, the revision that every change moves on, and answers kept for repeats.

CREATE TABLE content_items (
  id uuid PRIMARY KEY,
  type text NOT NULL CHECK (type ~ '^[a-z0-9-]+$' AND length(type) <= 64),
  slug text NOT NULL CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 200),
  -- json, not jsonb: it is answered as it was written, the order of its keys included.
  data json NOT NULL CHECK (json_typeof(data) = 'object'),
  status text NOT NULL CHECK (status IN ('draft', 'published', 'archived')),
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  sort_order integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  words tsvector NOT NULL GENERATED ALWAYS AS (
    to_tsvector('simple', replace(slug, '-', ' ')) || json_to_tsvector('simple', data, '["string"]')
  ) STORED
);
-- A deleted item does not keep its address.
CREATE UNIQUE INDEX content_items_address ON content_items (type, slug) WHERE deleted_at IS NULL;
CREATE INDEX content_items_order ON content_items (sort_order, created_at, id);
CREATE INDEX content_items_published ON content_items (type, sort_order, created_at, id)
  WHERE status = 'published' AND deleted_at IS NULL;
CREATE INDEX content_items_words ON content_items USING gin (words);

CREATE TABLE content_history (
  id uuid PRIMARY KEY,
  content_id uuid NOT NULL REFERENCES content_items ON DELETE CASCADE,
  version integer NOT NULL CHECK (version >= 1),
  -- The item as of this version.
  slug text NOT NULL,
  data json NOT NULL,
  status text NOT NULL,
  sort_order integer NOT NULL,
  change_type text NOT NULL CHECK (change_type IN ('created', 'updated', 'deleted', 'restored')),
  -- The fingerprint of the key that made the change.
  changed_by text NOT NULL,
  change_summary text NOT NULL DEFAULT '',
  request_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (content_id, version)
);

-- History is appended to and never altered; it goes with its item, and not before.
CREATE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM content_items WHERE id = OLD.content_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'content_history is append-only';
END $$;
CREATE TRIGGER content_history_append_only BEFORE UPDATE OR DELETE ON content_history
  FOR EACH ROW EXECUTE FUNCTION refuse_history_change();

-- One row, moved on by every change in the change's own transaction: what was read at a revision is right as long as it stands.
CREATE TABLE content_revision (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  revision bigint NOT NULL DEFAULT 0
);
INSERT INTO content_revision DEFAULT VALUES;

-- What each revision changed, for caches and subscribers of every process; kept for a day.
CREATE TABLE content_changes (
  revision bigint PRIMARY KEY,
  content_id uuid NOT NULL,
  type text NOT NULL,
  -- The item's slug, and the one it had before.
  slugs text[] NOT NULL,
  change_type text NOT NULL,
  -- Whether it is published now, and was before.
  published boolean NOT NULL,
  was_published boolean NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX content_changes_age ON content_changes (changed_at);

-- Answers by idempotency key, written in the transaction of the effect; kept for 24 hours.
CREATE TABLE content_answers (
  principal text NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  status integer NOT NULL,
  headers json NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (principal, route, key)
);
CREATE INDEX content_answers_age ON content_answers (created_at);
