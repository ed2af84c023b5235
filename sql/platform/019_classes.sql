-- Classes: a teacher assigns packs, and learners who joined by a link share how far they are with them. All of it ends with the class, and
-- with the teacher's account; a membership with the learner's.
CREATE TABLE classes (
  id uuid PRIMARY KEY,
  teacher_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  -- SHA-256, in hex, of the join link's token, which is shown once; null = nobody can join.
  join_token_hash text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX classes_of_teacher ON classes (teacher_id);

CREATE TABLE class_members (
  -- What the teacher knows a learner by, instead of the account's id.
  id uuid PRIMARY KEY,
  class_id uuid NOT NULL REFERENCES classes ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Attempts before it are not shared.
  joined_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (class_id, user_id)
);
CREATE INDEX class_members_of_user ON class_members (user_id);

CREATE TABLE class_assignments (
  id uuid PRIMARY KEY,
  class_id uuid NOT NULL REFERENCES classes ON DELETE CASCADE,
  pack_id uuid NOT NULL REFERENCES packs ON DELETE CASCADE,
  -- Until then learners do not see it, and nothing of it is shared; null = since it was assigned.
  opens_at timestamptz,
  due_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (class_id, pack_id),
  CHECK (opens_at < due_at)
);
CREATE INDEX class_assignments_of_pack ON class_assignments (pack_id);

-- With "verified", which takes no room there: how far a class is comes from the index alone, too.
DROP INDEX attempts_of_learner;
CREATE INDEX attempts_of_learner ON attempts (user_id, challenge_id, attempted_at DESC, id DESC) INCLUDE (passed, gave_up, verified);
