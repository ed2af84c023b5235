-- What the pack's owner or an administrator answered to a dispute. Both null = open.
ALTER TABLE disputes
  ADD COLUMN closed_at timestamptz,
  ADD COLUMN reason text,
  ADD CONSTRAINT disputes_closed_with_reason CHECK ((closed_at IS NULL) = (reason IS NULL));
