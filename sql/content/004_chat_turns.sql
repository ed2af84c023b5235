-- Turns of the chat that brought an `Idempotency-Key`: each is stored once, with what the visitor says. Kept for 24 hours.

CREATE TABLE chat_turns (
  -- Whose key it is.
  ip_hash text NOT NULL,
  key text NOT NULL,
  -- Of all that was sent: the same key with another is refused.
  fingerprint text NOT NULL,
  session_id text NOT NULL REFERENCES chat_sessions ON DELETE CASCADE,
  -- Of the visitor's message in its session.
  position integer NOT NULL,
  -- The request that answers it.
  claim uuid NOT NULL,
  -- Until then a reply may be under way.
  running_until timestamptz NOT NULL,
  -- The answer as it was given; null until there is one.
  reply text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (ip_hash, key)
);
CREATE INDEX chat_turns_session ON chat_turns (session_id);
CREATE INDEX chat_turns_age ON chat_turns (created_at);
