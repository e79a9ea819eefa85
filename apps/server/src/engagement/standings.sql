-- Where these people stand who wait, and what keeps them from a match. Only those segments of the queue are read that one
-- of them stands in.
-- $1 people · $2 after which place each segment begins, $3 with which it ends, $4 how many stand before it · $5 queue · $6 mode
SELECT segments.user_id AS "userId", position, reach, before, r.paused_until AS "pausedUntil", r.check_until AS "checkUntil"
FROM (
  SELECT
    e.user_id, s.before,
    s.before + row_number() OVER (PARTITION BY s.before ORDER BY e.place) AS position,
    s.before + count(*) OVER (PARTITION BY s.before) AS reach
  FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS s (after, until, before)
  JOIN engagement.engagement e ON e.place > s.after AND e.place <= s.until
  WHERE e.kind = $5 AND e.kind IN ('voice-queue', 'text-queue')
) segments
LEFT JOIN LATERAL (
  SELECT r.paused_until, r.check_until FROM engagement.connection_record r
  WHERE r.user_id = segments.user_id AND r.mode = $6
  LIMIT 1
) r ON true
WHERE segments.user_id = ANY ($1::uuid[])
