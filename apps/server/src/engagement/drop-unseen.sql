-- Who waits and was not seen since then leaves the queue. $1 queue · $2 then
DELETE FROM engagement.engagement
WHERE kind = $1 AND kind IN ('voice-queue', 'text-queue') AND seen_at < $2
