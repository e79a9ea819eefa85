-- Ends the transaction when one of these has given up the place that this very request had taken. Asked after their rows
-- were made: whoever gave it up before is seen here, whoever does so later waits for the row.
-- $1 people, $2 request ids
SELECT platform.expect(false)
FROM unnest($1::uuid[], $2::text[]) AS n (user_id, request_id)
WHERE (
  SELECT true FROM engagement.kept_place k WHERE k.user_id = n.user_id AND k.request_id = n.request_id LIMIT 1
)
