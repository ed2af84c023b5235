-- Sessions that learners' tokens begin: limited by account, and notified of nothing.
ALTER TABLE mcp_sessions
  -- The user in the platform's database; null = the session of an administrator's key.
  ADD COLUMN user_id uuid;
CREATE INDEX mcp_sessions_user ON mcp_sessions (user_id, last_seen_at) WHERE user_id IS NOT NULL;
