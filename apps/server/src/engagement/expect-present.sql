-- Ends the transaction when one of these has given up the place that this very request had taken, or has left since they
-- asked. Asked after their rows were made: whoever did so before is seen here, whoever does so later waits for the row.
-- $1 people, $2 request ids, $3 when they asked, as a place
SELECT platform.expect(false)
FROM unnest($1::uuid[], $2::text[], $3::bigint[]) AS n (user_id, request_id, asked)
WHERE (
  SELECT true FROM engagement.kept_place k
  WHERE k.user_id = n.user_id AND (k.request_id = n.request_id OR k.left_at > n.asked) LIMIT 1
)
