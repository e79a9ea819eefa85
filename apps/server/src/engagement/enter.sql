-- Makes the rows of people who come, in the order of ids: in the queue, or in the session they are paired in already.
-- Fails when somebody got a row elsewhere in the same moment.
-- $1 people, $2 sessions, $3 tickets, $4 places, $5 tabs, $6 languages, $7 regions, $8 since in ms, $9 sign-in
-- sessions, $10 request ids · $11 queue · $12 mode · $13 now · $14 interests, $15 whether a place was kept for them before
INSERT INTO engagement.engagement (
  user_id, kind, ref, ticket, place, tab, language, region, since, sid, request_id, seen_at,
  interests, kept_before
)
SELECT
  n.user_id, CASE WHEN n.session_id IS NULL THEN $11 ELSE $12 END, coalesce(n.session_id, n.ticket), n.ticket, n.place,
  n.tab, n.language, n.region, to_timestamp(n.since::float8 / 1000), n.sid, n.request_id, $13,
  n.interests, n.kept_before AND n.session_id IS NULL
FROM unnest(
  $1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::uuid[],
  $10::text[], $14::jsonb[], $15::boolean[]
) AS n (user_id, session_id, ticket, place, tab, language, region, since, sid, request_id, interests, kept_before)
ORDER BY n.user_id
