-- Everybody who waits, front first. $1 queue
SELECT user_id AS "userId", ticket, place, tab, since, language, region, interests
FROM engagement.engagement
WHERE kind = $1 AND kind IN ('voice-queue', 'text-queue')
ORDER BY place
