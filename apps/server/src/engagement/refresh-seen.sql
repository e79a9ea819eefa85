-- A row somebody is just changing is skipped, not waited for: the next round comes in three seconds.
-- $1 people who are here, $2 since when that is known
UPDATE engagement.engagement e
SET seen_at = here.heard_at
FROM (
  SELECT e.user_id, h.heard_at
  FROM unnest($1::uuid[], $2::timestamptz[]) AS h (user_id, heard_at)
  JOIN engagement.engagement e ON e.user_id = h.user_id
  WHERE e.seen_at < h.heard_at
  FOR UPDATE OF e SKIP LOCKED
) here
WHERE e.user_id = here.user_id
RETURNING e.user_id
