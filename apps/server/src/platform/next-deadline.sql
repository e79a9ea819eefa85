SELECT due
FROM platform.deadline
WHERE NOT parked AND kind = ANY ($1::text[])
ORDER BY due
LIMIT 1
