-- Whether a challenge was attempted is asked when it is deleted, by the service and by the foreign key, under a lock.
CREATE INDEX attempts_of_challenge ON attempts (challenge_id);
