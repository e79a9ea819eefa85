-- Makes the rows of people who come, in the order of ids: in the queue, or in the session they are paired in already.
-- Counts them: whoever got a row elsewhere in the same moment is left as they are.
-- $1 people, $2 kinds, $3 refs, $4 tickets, $5 places, $6 tabs, $7 languages, $8 regions, $9 since, $10 sign-in sessions
-- $11 now
WITH entered AS (
  INSERT INTO engagement.engagement (user_id, kind, ref, ticket, place, tab, language, region, since, sid, seen_at)
  SELECT n.*, $11
  FROM unnest(
    $1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::timestamptz[],
    $10::uuid[]
  ) AS n (user_id, kind, ref, ticket, place, tab, language, region, since, sid)
  ORDER BY n.user_id
  ON CONFLICT (user_id) DO NOTHING
  RETURNING 1
)
SELECT count(*) AS count FROM entered
