-- The list of packs that MCP clients were last told of, in one row, so that processes tell of each change once, also after a restart.

CREATE TABLE mcp_pack_list (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  -- SHA-256, in hex, of the list; null until it is read for the first time.
  hash text,
  changes bigint NOT NULL DEFAULT 0
);
INSERT INTO mcp_pack_list DEFAULT VALUES;
