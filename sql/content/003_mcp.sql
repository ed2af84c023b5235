-- MCP's sessions and what was said in them, so that any process can go on with a session, and after a restart.
-- Valid on PostgreSQL 15 and later.

CREATE TABLE mcp_sessions (
  -- SHA-256, in hex, of the session's id: the database never holds what opens a session.
  id_hash text PRIMARY KEY,
  -- Whose it is: for every other key it does not exist.
  key_fingerprint text NOT NULL,
  -- The body of the request that began it, from which another process takes it up.
  initialize_body text NOT NULL,
  log_level text,
  -- Addresses of resources whose changes the client wants to be told.
  subscriptions text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mcp_sessions_seen ON mcp_sessions (last_seen_at);
CREATE INDEX mcp_sessions_key ON mcp_sessions (key_fingerprint, last_seen_at);

CREATE TABLE mcp_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id_hash text NOT NULL REFERENCES mcp_sessions ON DELETE CASCADE,
  -- The stream that the event is of: the answer to one request, or the session's own.
  stream text NOT NULL,
  -- The JSON-RPC message; empty for the mark that a stream begins with.
  message text NOT NULL,
  -- What change it tells of, so that several processes tell of it once; null = of none.
  change text,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (session_id_hash, change)
);
CREATE INDEX mcp_events_stream ON mcp_events (session_id_hash, stream, id);
CREATE INDEX mcp_events_age ON mcp_events (created_at);
