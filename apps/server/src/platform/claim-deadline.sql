-- The first due deadline of a queue that no other worker has in hand: theirs are skipped, not waited for. more: whether
-- another one is due, which may be in somebody's hands. $1 now, $2 kinds · $3 queue
DELETE FROM platform.deadline AS first
WHERE id = (
  SELECT id
  FROM platform.deadline
  WHERE NOT parked AND platform.deadline_queue(kind) = $3 AND due <= $1 AND kind = ANY ($2::text[])
  ORDER BY due
  LIMIT 1
  FOR UPDATE SKIP LOCKED
)
RETURNING
  id, kind, key, due, attempts,
  EXISTS (
    SELECT FROM platform.deadline AS next
    WHERE NOT next.parked AND platform.deadline_queue(next.kind) = $3 AND next.due <= $1 AND next.kind = ANY ($2::text[])
      AND next.id <> first.id
  ) AS more
