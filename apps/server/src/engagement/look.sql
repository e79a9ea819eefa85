-- What is known of people who ask for a place, in the order they asked.
-- Each of LIMIT 1 makes sure that a plan from empty tables looks up a person's row by its key, not all rows of a kind.
-- $1 people, $2 request ids · $3 function · $4 now · $5 answers are kept since
SELECT
  CASE
    WHEN e.user_id IS NOT NULL THEN 'engaged'
    WHEN r.user_id IS NOT NULL THEN 'answered'
    WHEN p.user_id IS NULL THEN 'unknown'
    WHEN (
      SELECT true FROM identity.barred b WHERE b.user_id = a.user_id AND b.suspended_until > $4 LIMIT 1
    ) THEN 'barred'
    ELSE 'free'
  END AS state,
  r.answer,
  e.kind,
  e.ref,
  e.ticket,
  e.tab,
  e.sid,
  coalesce(e.place, k.place, nextval('engagement.place')) AS place,
  coalesce(e.since, k.since, $4) AS since,
  coalesce(e.language, p.language) AS language,
  coalesce(e.region, p.region) AS region,
  k.place IS NOT NULL AS "isKept"
FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS a (user_id, request_id, turn)
LEFT JOIN profiles.match_preference p ON p.user_id = a.user_id
LEFT JOIN LATERAL (
  SELECT r.user_id, r.answer
  FROM platform.answered_request r
  WHERE r.user_id = a.user_id AND r.function = $3 AND r.request_id = a.request_id AND r.answered_at > $5
  LIMIT 1
) r ON true
LEFT JOIN LATERAL (
  SELECT k.place, k.since FROM engagement.kept_place k WHERE k.user_id = a.user_id AND k.until > $4 LIMIT 1
) k ON true
LEFT JOIN engagement.engagement e ON e.user_id = a.user_id
ORDER BY a.turn
