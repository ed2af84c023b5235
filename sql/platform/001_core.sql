-- Core tables: users and their provider accounts, packs and their challenges, attempts, settings.
-- Identifiers are UUIDv7 made by the service, so that they sort by time. Valid on PostgreSQL 15 and later.

CREATE TABLE users (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text,
  image text,
  blocked_at timestamptz,
  blocked_reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE provider_accounts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  provider text NOT NULL,
  provider_account_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider, provider_account_id)
);
CREATE INDEX provider_accounts_user ON provider_accounts (user_id);

CREATE TABLE packs (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  name text NOT NULL,
  -- What lists are ordered by.
  name_key text NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
  description text NOT NULL,
  language text NOT NULL,
  framework text,
  version text NOT NULL,
  author text NOT NULL,
  tags text[] NOT NULL DEFAULT '{}',
  author_user_id uuid REFERENCES users,
  visibility text NOT NULL DEFAULT 'public' CHECK (visibility IN ('public', 'unlisted', 'private')),
  -- Taken down by an administrator: for all but its author it is as if it were private.
  taken_down_at timestamptz,
  taken_down_reason text,
  -- Raised by each change that an author makes to the pack or to one of its challenges.
  revision integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  -- What was seeded, so that an identical seeding changes nothing.
  content_hash text,
  -- Of the challenges that are not retired; kept by recount_challenges(), so that a list of packs reads no challenge.
  challenge_count integer NOT NULL DEFAULT 0,
  difficulties text[] NOT NULL DEFAULT '{}',
  -- A retired pack leaves every read; its challenges and attempts stay and return when it is seeded again.
  retired_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX packs_listed ON packs (slug) WHERE retired_at IS NULL AND taken_down_at IS NULL AND visibility = 'public';
-- What a list is narrowed by as well: which packs it names, and how many there are, comes from the index alone.
CREATE INDEX packs_by_name ON packs (name_key, id) INCLUDE (language, framework, difficulties)
  WHERE retired_at IS NULL AND taken_down_at IS NULL AND visibility = 'public';
CREATE INDEX packs_author ON packs (author_user_id) WHERE author_user_id IS NOT NULL;

-- The tags of the packs that lists name; kept by list_tags(). The tags there are, and the packs of one, are found without the others.
CREATE TABLE pack_tags (
  tag text NOT NULL,
  pack_id uuid NOT NULL REFERENCES packs ON DELETE CASCADE,
  PRIMARY KEY (tag, pack_id)
);
CREATE INDEX pack_tags_of_pack ON pack_tags (pack_id);

CREATE FUNCTION list_tags() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  listed text[] := CASE WHEN NEW.retired_at IS NULL AND NEW.taken_down_at IS NULL AND NEW.visibility = 'public'
    THEN NEW.tags ELSE '{}' END;
BEGIN
  DELETE FROM pack_tags WHERE pack_id = NEW.id AND tag <> ALL (listed);
  INSERT INTO pack_tags (tag, pack_id) SELECT DISTINCT tag, NEW.id FROM unnest(listed) tag ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER packs_tagged AFTER INSERT OR UPDATE OF tags, visibility, taken_down_at, retired_at ON packs
  FOR EACH ROW EXECUTE FUNCTION list_tags();

CREATE TABLE challenges (
  id uuid PRIMARY KEY,
  pack_id uuid NOT NULL REFERENCES packs ON DELETE CASCADE,
  slug text NOT NULL,
  title text NOT NULL,
  prompt text NOT NULL,
  difficulty text NOT NULL CHECK (difficulty IN ('beginner', 'intermediate', 'advanced')),
  tags text[] NOT NULL DEFAULT '{}',
  time_estimate_seconds integer NOT NULL CHECK (time_estimate_seconds > 0),
  hints text[] NOT NULL DEFAULT '{}',
  "order" integer NOT NULL CHECK ("order" > 0),
  -- json, not jsonb: key order is what the author wrote.
  assertions json NOT NULL,
  scaffolded boolean NOT NULL,
  -- The public file set: the scaffold when there is one.
  files json NOT NULL,
  -- Whether "files" is a scaffold that the author gave, or the reference for want of one.
  has_scaffold boolean NOT NULL,
  -- Never selected by a learner's read.
  reference_solution json NOT NULL,
  debrief text,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  content_hash text,
  retired_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (pack_id, slug)
);
CREATE INDEX challenges_in_order ON challenges (pack_id, "order") WHERE retired_at IS NULL;

-- A challenge never moves to another pack.
CREATE FUNCTION recount_challenges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One at a time: of two that count at once, each would miss what the other has not yet committed.
  PERFORM FROM packs WHERE id IN (SELECT pack_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
  UPDATE packs p SET challenge_count = n.challenges, difficulties = n.difficulties
  FROM (
    SELECT t.pack_id, count(c.id)::int AS challenges,
      coalesce(array_agg(DISTINCT c.difficulty) FILTER (WHERE c.id IS NOT NULL), '{}') AS difficulties
    FROM (SELECT DISTINCT pack_id FROM changed) t
      LEFT JOIN challenges c ON c.pack_id = t.pack_id AND c.retired_at IS NULL
    GROUP BY t.pack_id) n
  WHERE p.id = n.pack_id AND (p.challenge_count, p.difficulties) IS DISTINCT FROM (n.challenges, n.difficulties);
  RETURN NULL;
END $$;
CREATE TRIGGER challenges_added AFTER INSERT ON challenges
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION recount_challenges();
CREATE TRIGGER challenges_changed AFTER UPDATE ON challenges
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION recount_challenges();
CREATE TRIGGER challenges_removed AFTER DELETE ON challenges
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION recount_challenges();

-- One row, moved on by every change to packs and challenges, in the change's own transaction: what was read after a revision was is
-- right as long as that one stands.
CREATE TABLE catalogue_revision (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  revision bigint NOT NULL DEFAULT 0,
  moved_by xid8 NOT NULL DEFAULT pg_current_xact_id()
);
INSERT INTO catalogue_revision DEFAULT VALUES;

CREATE FUNCTION move_catalogue_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalogue_revision SET revision = revision + 1, moved_by = pg_current_xact_id()
  WHERE moved_by <> pg_current_xact_id();
  RETURN NULL;
END $$;
-- At the transaction's end, when it waits for no other lock: two that change different packs wait for each other only there.
CREATE CONSTRAINT TRIGGER packs_move_catalogue AFTER INSERT OR UPDATE OR DELETE ON packs
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_catalogue_on();
CREATE CONSTRAINT TRIGGER challenges_move_catalogue AFTER INSERT OR UPDATE OR DELETE ON challenges
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_catalogue_on();
-- Whoever empties the tables by hand is not answered from what was.
CREATE TRIGGER packs_emptied AFTER TRUNCATE ON packs FOR EACH STATEMENT EXECUTE FUNCTION move_catalogue_on();
CREATE TRIGGER challenges_emptied AFTER TRUNCATE ON challenges FOR EACH STATEMENT EXECUTE FUNCTION move_catalogue_on();

CREATE TABLE attempts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- RESTRICT: an attempt is never lost to a change of packs.
  challenge_id uuid NOT NULL REFERENCES challenges ON DELETE RESTRICT,
  challenge_version integer NOT NULL,
  passed boolean NOT NULL,
  verified boolean NOT NULL DEFAULT false,
  assertion_results json,
  hints_used integer NOT NULL DEFAULT 0 CHECK (hints_used >= 0),
  time_seconds integer NOT NULL DEFAULT 0 CHECK (time_seconds >= 0),
  gave_up boolean NOT NULL DEFAULT false,
  client_attempt_id uuid,
  attempted_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- A repeat of the same attempt finds the first one.
  UNIQUE (user_id, client_attempt_id)
);
-- What came of it as well: how far a learner is comes from the index alone.
CREATE INDEX attempts_of_learner ON attempts (user_id, challenge_id, attempted_at DESC, id DESC) INCLUDE (passed, gave_up);

CREATE TABLE user_settings (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  feedback json NOT NULL,
  keybindings text NOT NULL CHECK (keybindings IN ('default', 'vim', 'emacs')),
  dark_mode boolean,
  formatter json NOT NULL,
  file_stubs boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
