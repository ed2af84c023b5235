-- Webhooks: where they go, what is to be sent, and how each delivery stands.

CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY,
  url text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- Null = of every type.
  event_types text[],
  -- Signs, so that it cannot be a hash: bytes.
  secret bytea NOT NULL,
  -- After a rotation, the one before signs as well until then.
  former_secret bytea,
  former_until timestamptz,
  -- Null = it is sent to.
  disabled_at timestamptz,
  disabled_reason text,
  -- It asked to be left alone until then.
  paused_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Written in the transaction of the change that it tells of.
CREATE TABLE webhook_messages (
  id uuid PRIMARY KEY,
  event_type text NOT NULL,
  -- As it is sent and signed, to the byte.
  payload text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhook_messages_age ON webhook_messages (created_at);

CREATE TABLE webhook_deliveries (
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  message_id uuid NOT NULL REFERENCES webhook_messages ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'dead')),
  attempts integer NOT NULL DEFAULT 0,
  -- While an attempt is under way, when another process may take over.
  next_attempt_at timestamptz NOT NULL,
  -- Names the attempt that is under way.
  claim uuid,
  last_attempt_at timestamptz,
  -- Null = there was no answer.
  last_status integer,
  last_error text,
  PRIMARY KEY (endpoint_id, message_id)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_attempt_at, message_id) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_dead ON webhook_deliveries (message_id) WHERE state = 'dead';
CREATE INDEX webhook_deliveries_message ON webhook_deliveries (message_id);
