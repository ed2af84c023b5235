-- What an account may do beyond learning; each role includes those before it.
ALTER TABLE users ADD COLUMN role text NOT NULL DEFAULT 'learner'
  CONSTRAINT users_role_check CHECK (role IN ('learner', 'author', 'moderator', 'administrator'));
CREATE INDEX users_with_role ON users (id) WHERE role <> 'learner';

-- A request to show a pack to others: it waits for a moderator until it is approved, which clears it, or refused, which sets the reason.
ALTER TABLE packs
  ADD COLUMN requested_visibility text CONSTRAINT packs_requested_visibility_check
    CHECK (requested_visibility IN ('public', 'unlisted')),
  ADD COLUMN requested_at timestamptz,
  ADD COLUMN refused_reason text,
  ADD CONSTRAINT packs_request_check
    CHECK ((requested_visibility IS NULL) = (requested_at IS NULL) AND (refused_reason IS NULL OR requested_at IS NOT NULL));
CREATE INDEX packs_waiting ON packs (requested_at, id) WHERE requested_at IS NOT NULL AND refused_reason IS NULL;

CREATE INDEX disputes_open ON disputes (id) WHERE closed_at IS NULL;

-- An action is done with the admin secret, or by an account with a role.
ALTER TABLE moderation_actions
  ADD COLUMN actor_id uuid,
  -- The role that an account was given; null for other actions.
  ADD COLUMN role text,
  ALTER COLUMN key_fingerprint DROP NOT NULL,
  ADD CONSTRAINT moderation_actions_actor_check CHECK ((actor_id IS NULL) <> (key_fingerprint IS NULL)),
  DROP CONSTRAINT moderation_actions_action_check,
  ADD CONSTRAINT moderation_actions_action_check CHECK (action IN (
    'pack_taken_down', 'pack_restored', 'pack_approved', 'pack_refused', 'user_blocked', 'user_unblocked',
    'dispute_closed', 'dispute_reopened', 'role_changed'));

-- The shown author of an account's pack is the account's name.
UPDATE packs p SET author = u.name, revision = p.revision + 1
FROM users u WHERE u.id = p.author_user_id AND p.visibility <> 'private' AND p.author <> u.name;
