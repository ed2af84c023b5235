-- Conversations with the language model. What a visitor said is stored before the model is asked.

CREATE TABLE chat_sessions (
  -- `sess_` and 128 random bits: whoever knows it may go on with the conversation.
  id text PRIMARY KEY CHECK (id ~ '^sess_[A-Za-z0-9_-]{22}$'),
  visitor_id text NOT NULL,
  -- HMAC of the address under a key of ours: the address itself is not stored.
  ip_hash text NOT NULL,
  user_agent text NOT NULL DEFAULT '',
  message_count integer NOT NULL DEFAULT 0,
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_active_at timestamptz NOT NULL DEFAULT now(),
  -- Idle end, moved on with use; never later than a day after created_at.
  expires_at timestamptz NOT NULL
);
CREATE INDEX chat_sessions_order ON chat_sessions (last_active_at DESC, id);
CREATE INDEX chat_sessions_expiry ON chat_sessions (expires_at);

CREATE TABLE chat_messages (
  id uuid PRIMARY KEY,
  session_id text NOT NULL REFERENCES chat_sessions ON DELETE CASCADE,
  -- From 1, in the order of the conversation.
  position integer NOT NULL,
  role text NOT NULL CHECK (role IN ('user', 'assistant')),
  content text NOT NULL,
  tokens_used integer,
  model text,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (session_id, position)
);
