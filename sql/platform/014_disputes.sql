-- Objections of learners to checks that refuse an answer that they hold to be right. They end with the account, and with the challenge.
CREATE TABLE disputes (
  -- In order of arrival.
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  challenge_id uuid NOT NULL REFERENCES challenges ON DELETE CASCADE,
  challenge_version integer NOT NULL,
  failed json NOT NULL,
  files json NOT NULL,
  note text,
  -- Makes a repeat return the first.
  client_dispute_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, client_dispute_id)
);
CREATE INDEX disputes_of_challenge ON disputes (challenge_id, id);
-- The limit of a day is counted here.
CREATE INDEX disputes_of_learner ON disputes (user_id, created_at);
