-- The files of attempts, beside them, so that no list reads any. They end with the account; the attempt stays without the person.
CREATE TABLE attempt_files (
  attempt_id uuid PRIMARY KEY REFERENCES attempts ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  files json NOT NULL,
  -- Of the files as JSON.
  bytes integer NOT NULL,
  passed boolean NOT NULL
);
-- What a learner's files take, and which of them go first, comes from the index alone.
CREATE INDEX attempt_files_of_learner ON attempt_files (user_id, passed, attempt_id) INCLUDE (bytes);
