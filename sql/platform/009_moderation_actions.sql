-- What administrators did to packs and users, written in the transaction of the action. Rows name packs and users by value, without a
-- foreign key, so that they outlive both.

CREATE TABLE moderation_actions (
  id uuid PRIMARY KEY,
  action text NOT NULL CHECK (action IN ('pack_taken_down', 'pack_restored', 'user_blocked', 'user_unblocked')),
  -- The pack that was acted on, with the slug that it had then; null when it was a user.
  pack_id uuid,
  pack_slug text,
  -- The user who was acted on, or who owns the pack.
  user_id uuid NOT NULL,
  -- What the author or the user was told; null when the action takes none.
  reason text,
  -- The first eight hexadecimal digits of the SHA-256 of the admin secret that was used.
  key_fingerprint text NOT NULL,
  request_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION refuse_moderation_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'moderation_actions is append-only';
END $$;
CREATE TRIGGER moderation_actions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON moderation_actions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_moderation_change();
