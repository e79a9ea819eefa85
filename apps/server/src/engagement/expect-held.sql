-- Locks those who still wait with the very ticket, in the order of ids, and ends the transaction when one does not.
-- $1 people, $2 tickets · $3 queue
WITH held AS (
  SELECT e.user_id
  FROM unnest($1::uuid[], $2::uuid[]) AS w (user_id, ticket)
  JOIN engagement.engagement e ON e.user_id = w.user_id AND e.ticket = w.ticket
  WHERE e.kind = $3
  ORDER BY e.user_id
  FOR UPDATE OF e
)
SELECT platform.expect((SELECT count(*) FROM held) = cardinality($1::uuid[]))
