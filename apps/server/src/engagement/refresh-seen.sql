-- Writes down when these people were last heard of, where they are engaged, and answers who of them is. A place in a queue and
-- a call are kept alive by their own tab alone, whatever other tabs of the person answer. A row that is just being changed is skipped, not
-- waited for: the next round comes in a second.
-- $1 people who are here, $2 when each was last heard of, $3 from which tab; null: any
WITH engaged AS (
  SELECT e.user_id, max(h.heard_at) AS heard_at
  FROM unnest($1::uuid[], $2::timestamptz[], $3::text[]) AS h (user_id, heard_at, tab)
  JOIN engagement.engagement e ON e.user_id = h.user_id
  WHERE e.kind = 'text' OR e.tab = h.tab OR e.tab IS NULL OR h.tab IS NULL
  GROUP BY e.user_id
), newer AS (
  SELECT e.user_id, here.heard_at
  FROM engaged here
  JOIN engagement.engagement e ON e.user_id = here.user_id
  WHERE e.seen_at < here.heard_at
  FOR UPDATE OF e SKIP LOCKED
), written AS (
  UPDATE engagement.engagement e SET seen_at = newer.heard_at FROM newer WHERE e.user_id = newer.user_id
)
SELECT user_id AS "userId" FROM engaged
