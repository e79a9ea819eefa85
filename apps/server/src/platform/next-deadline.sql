-- What is due by $1 is in some worker's hands already. $1 now, $2 kinds · $3 queue
SELECT due
FROM platform.deadline
WHERE NOT parked AND platform.deadline_queue(kind) = $3 AND due > $1 AND kind = ANY ($2::text[])
ORDER BY due
LIMIT 1
