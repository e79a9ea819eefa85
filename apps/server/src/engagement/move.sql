-- Moves people whose rows are held from the queue into their sessions. $1 people, $2 sessions · $3 queue · $4 mode
UPDATE engagement.engagement e
SET kind = $4, ref = m.ref, kept_before = false
FROM unnest($1::uuid[], $2::uuid[]) AS m (user_id, ref)
WHERE e.user_id = m.user_id AND e.kind = $3
