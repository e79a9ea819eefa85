-- Where those of these people stand who wait. $1 people · $2 queue
SELECT user_id AS "userId", position, total
FROM (
  SELECT user_id, row_number() OVER (ORDER BY place) AS position, count(*) OVER () AS total
  FROM engagement.engagement
  WHERE kind = $2 AND kind IN ('voice-queue', 'text-queue')
) queue
WHERE user_id = ANY ($1::uuid[])
