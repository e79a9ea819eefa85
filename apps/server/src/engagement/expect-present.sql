-- Ends the transaction when one of these has given up the place that this very request had taken, or has left since they
-- asked. Asked after their rows were made: whoever did so before is seen here, whoever does so later waits for the row.
-- $1 people, $2 request ids, $3 when they asked in ms · $4 mode
SELECT platform.expect(false)
FROM unnest($1::uuid[], $2::text[], $3::bigint[]) AS n (user_id, request_id, asked)
WHERE (
  SELECT true FROM engagement.kept_place k
  WHERE k.user_id = n.user_id AND (
    k.request_id = n.request_id OR
    CASE $4 WHEN 'voice' THEN k.voice_left_at ELSE k.text_left_at END > to_timestamp(n.asked::float8 / 1000)
  )
  LIMIT 1
)
