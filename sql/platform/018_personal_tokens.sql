-- Tokens that learners make for their own programs.
CREATE TABLE personal_tokens (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- SHA-256, in hex, of the value, which is shown once and stored nowhere.
  token_hash text NOT NULL UNIQUE,
  name text NOT NULL,
  scopes text[] NOT NULL CHECK (scopes <> '{}' AND scopes <@ ARRAY['read', 'attempt', 'author']),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Written at most once an hour; null = never used.
  last_used_at timestamptz,
  -- Null = it does not expire.
  expires_at timestamptz
);
CREATE INDEX personal_tokens_user ON personal_tokens (user_id);
