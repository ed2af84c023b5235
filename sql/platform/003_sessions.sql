-- Login sessions, the sign-in flows under way, one-time exchange codes and idempotency records.

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  -- SHA-256, in hex, of the JSESSIONID value: the database never holds what a cookie holds.
  token_hash text NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  -- Idle end, moved on with use; never later than 30 days after created_at.
  expires_at timestamptz NOT NULL DEFAULT now() + interval '7 days'
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE sign_ins (
  -- SHA-256 of the one-time state that travels by way of the provider.
  state_hash text PRIMARY KEY,
  -- SHA-256 of what the browser keeps in a short-lived cookie: who only saw the state cannot finish the sign-in.
  browser_hash text NOT NULL,
  code_verifier text NOT NULL,
  return_to text NOT NULL,
  client_redirect text,
  client_challenge text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_ins_expiry ON sign_ins (expires_at);

-- Sign-ins for an editor or a terminal that the provider has confirmed and the learner has not yet.
CREATE TABLE editor_consents (
  ticket_hash text PRIMARY KEY,
  browser_hash text NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  redirect text NOT NULL,
  code_challenge text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX editor_consents_expiry ON editor_consents (expires_at);

CREATE TABLE exchange_codes (
  code_hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_challenge text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX exchange_codes_expiry ON exchange_codes (expires_at);

CREATE TABLE idempotency_keys (
  principal text NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  status integer,
  headers json,
  body text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (principal, route, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
