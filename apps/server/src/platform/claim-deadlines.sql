-- Another scheduler's rows are skipped, not waited for: each deadline is applied by one of them.
DELETE FROM platform.deadline
WHERE id IN (
  SELECT id
  FROM platform.deadline
  WHERE NOT parked AND due <= $1 AND kind = ANY ($2::text[])
  ORDER BY due
  LIMIT 100
  FOR UPDATE SKIP LOCKED
)
RETURNING id, kind, key, due, attempts
