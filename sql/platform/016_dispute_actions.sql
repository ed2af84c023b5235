-- Administrators' decisions on disputes are actions of moderation: with the pack that the dispute is at, and the learner who sent it.
ALTER TABLE moderation_actions
  DROP CONSTRAINT moderation_actions_action_check,
  ADD CONSTRAINT moderation_actions_action_check CHECK (action IN (
    'pack_taken_down', 'pack_restored', 'user_blocked', 'user_unblocked', 'dispute_closed', 'dispute_reopened'));
