-- Apps that learners connect by OAuth: clients that registered themselves, what is being authorized, and what was granted.

CREATE TABLE oauth_clients (
  id text PRIMARY KEY,
  name text NOT NULL,
  redirect_uris text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When a learner last allowed it something; null = never.
  used_at timestamptz
);
CREATE INDEX oauth_clients_age ON oauth_clients (coalesce(used_at, created_at));

CREATE TABLE oauth_grants (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- An id in oauth_clients, or the address of the client's metadata document.
  client_id text NOT NULL,
  client_name text NOT NULL,
  -- Where the learner was sent back to.
  redirect_host text NOT NULL,
  scopes text[] NOT NULL CHECK (scopes <> '{}' AND scopes <@ ARRAY['read', 'attempt']),
  -- The only address that its tokens are accepted at.
  resource text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Written at most once an hour; null = never used.
  last_used_at timestamptz,
  -- Moves on with each refresh.
  expires_at timestamptz NOT NULL
);
CREATE INDEX oauth_grants_user ON oauth_grants (user_id);
CREATE INDEX oauth_grants_expiry ON oauth_grants (expires_at);

CREATE TABLE oauth_tokens (
  -- SHA-256, in hex, of the value, which is stored nowhere.
  token_hash text PRIMARY KEY,
  grant_id uuid NOT NULL REFERENCES oauth_grants ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
  scopes text[] NOT NULL,
  expires_at timestamptz NOT NULL,
  -- When a refresh token was exchanged: a second time revokes the grant.
  used_at timestamptz
);
CREATE INDEX oauth_tokens_grant ON oauth_tokens (grant_id);
CREATE INDEX oauth_tokens_expiry ON oauth_tokens (expires_at);

CREATE TABLE oauth_authorizations (
  -- SHA-256, in hex, of the ticket of the consent form, and from the learner's consent on of the code.
  secret_hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  client_id text NOT NULL,
  client_name text NOT NULL,
  redirect_uri text NOT NULL,
  client_state text,
  scopes text[] NOT NULL,
  code_challenge text NOT NULL,
  resource text NOT NULL,
  is_code boolean NOT NULL DEFAULT false,
  -- What the code was exchanged for: a second exchange revokes it.
  grant_id uuid REFERENCES oauth_grants ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX oauth_authorizations_expiry ON oauth_authorizations (expires_at);
CREATE INDEX oauth_authorizations_user ON oauth_authorizations (user_id);
CREATE INDEX oauth_authorizations_grant ON oauth_authorizations (grant_id);

-- Hints that a learner's model was given, so that attempts count them.
CREATE TABLE hints_shown (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  challenge_id uuid NOT NULL REFERENCES challenges ON DELETE CASCADE,
  -- The furthest one.
  step int NOT NULL CHECK (step > 0),
  shown_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, challenge_id)
);
CREATE INDEX hints_shown_challenge ON hints_shown (challenge_id);
