-- A seeded pack takes its slug from an author's pack that nobody else can see, which gets another one; this is the slug it had. Null
-- once its author gives it a slug again.
ALTER TABLE packs ADD COLUMN renamed_from text;
