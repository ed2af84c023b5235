-- What learners have written at a challenge so far, one draft each, so that it follows them to another device. It ends with the account, and with the challenge.
CREATE TABLE drafts (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  challenge_id uuid NOT NULL REFERENCES challenges ON DELETE CASCADE,
  -- Another one after every change, also after a deletion: what the entity tag is made of.
  revision uuid NOT NULL,
  -- Of the challenge that the files were written for; null = the client did not say.
  challenge_version integer,
  files json NOT NULL,
  -- Of the files as JSON.
  bytes integer NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, challenge_id)
);
CREATE INDEX drafts_of_challenge ON drafts (challenge_id);
