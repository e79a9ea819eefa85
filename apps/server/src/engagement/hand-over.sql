-- The place is the tab's that has asked for it last, and keeps it alive from now on.
-- $1 people, $2 their tabs, $3 their sign-in sessions · $4 queue · $5 now
WITH held AS (
  SELECT e.user_id, n.tab, n.sid
  FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS n (user_id, tab, sid)
  JOIN engagement.engagement e ON e.user_id = n.user_id
  WHERE e.kind = $4 AND e.kind IN ('voice-queue', 'text-queue')
  ORDER BY e.user_id
  FOR UPDATE OF e
)
UPDATE engagement.engagement e
SET tab = held.tab, sid = held.sid, seen_at = greatest(e.seen_at, $5)
FROM held
WHERE e.user_id = held.user_id
