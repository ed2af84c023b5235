-- Full-text search over challenge titles. The configuration is 'simple': titles are names, not prose to be stemmed.

CREATE INDEX challenges_title_search ON challenges USING gin (to_tsvector('simple', title));
