-- A row somebody is just changing is skipped, not waited for: the next round comes in three seconds.
-- $1 people who are here · $2 now
UPDATE engagement.engagement e
SET seen_at = $2
FROM (
  SELECT user_id FROM engagement.engagement WHERE user_id = ANY ($1::uuid[]) FOR UPDATE SKIP LOCKED
) here
WHERE e.user_id = here.user_id
