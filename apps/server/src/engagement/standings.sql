-- Where those of these people stand who wait, and what keeps them from a match. $1 people · $2 queue · $3 mode
SELECT queue.user_id AS "userId", position, total, r.paused_until AS "pausedUntil", r.check_until AS "checkUntil"
FROM (
  SELECT user_id, row_number() OVER (ORDER BY place) AS position, count(*) OVER () AS total
  FROM engagement.engagement
  WHERE kind = $2 AND kind IN ('voice-queue', 'text-queue')
) queue
LEFT JOIN LATERAL (
  SELECT r.paused_until, r.check_until FROM engagement.connection_record r
  WHERE r.user_id = queue.user_id AND r.mode = $3
  LIMIT 1
) r ON true
WHERE queue.user_id = ANY ($1::uuid[])
