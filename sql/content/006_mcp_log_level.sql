-- Nothing sends log messages to clients of MCP, so no session has a level of them.
ALTER TABLE mcp_sessions DROP COLUMN log_level;
