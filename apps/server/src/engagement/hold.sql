-- Who of these still waits with the very ticket: locked, in the order of ids.
-- $1 people, $2 tickets · $3 queue
SELECT e.user_id AS "userId"
FROM unnest($1::uuid[], $2::uuid[]) AS w (user_id, ticket)
JOIN engagement.engagement e ON e.user_id = w.user_id AND e.ticket = w.ticket
WHERE e.kind = $3
ORDER BY e.user_id
FOR UPDATE OF e
