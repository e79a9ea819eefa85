-- Where these people stand who wait. Only those segments of the queue are read that one of them stands in.
-- $1 people · $2 after which place each segment begins, $3 with which it ends, $4 how many stand before it · $5 queue
SELECT user_id AS "userId", position, reach, before
FROM (
  SELECT
    e.user_id, s.before,
    s.before + row_number() OVER (PARTITION BY s.before ORDER BY e.place) AS position,
    s.before + count(*) OVER (PARTITION BY s.before) AS reach
  FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS s (after, until, before)
  JOIN engagement.engagement e ON e.place > s.after AND e.place <= s.until
  WHERE e.kind = $5 AND e.kind IN ('voice-queue', 'text-queue')
) segments
WHERE user_id = ANY ($1::uuid[])
