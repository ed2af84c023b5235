-- `timeEstimateSeconds` is a number (specification, "Challenge file"), so that 1.5 is one.
ALTER TABLE challenges ALTER COLUMN time_estimate_seconds TYPE double precision;
