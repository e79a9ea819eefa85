-- Moves pairs whose rows are held from the queue into their sessions; those a hard rule forbids stay where they are.
-- $1 sessions, $2 and $3 the two, $4 deadline ids · $5 queue · $6 mode · $7 deadline kind · $8 now · $9 acknowledged by
WITH clear AS MATERIALIZED (
  SELECT p.*
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) AS p (ref, a, b, deadline_id)
  WHERE NOT EXISTS (SELECT FROM safety.blocked_pair k WHERE k.one = p.a AND k.other = p.b)
    AND NOT EXISTS (
      SELECT FROM engagement.recent_partner r
      WHERE r.low = least(p.a, p.b) AND r.high = greatest(p.a, p.b) AND r.until > $8
    )
    AND (SELECT true FROM identity.barred s WHERE s.user_id = p.a AND s.suspended_until > $8 LIMIT 1) IS NULL
    AND (SELECT true FROM identity.barred s WHERE s.user_id = p.b AND s.suspended_until > $8 LIMIT 1) IS NULL
),
seated AS (
  UPDATE engagement.engagement e
  SET kind = $6, ref = c.ref
  FROM (SELECT ref, a AS user_id FROM clear UNION ALL SELECT ref, b FROM clear) c
  WHERE e.user_id = c.user_id AND e.kind = $5
  RETURNING e.ref
),
awaited AS (
  INSERT INTO platform.deadline (id, kind, key, due)
  SELECT deadline_id, $7, ref::text, $9 FROM clear
)
SELECT ref, (SELECT count(*) FROM seated) AS seats FROM clear
