-- What is known of people who ask for a place, in the order they asked.
-- Each of LIMIT 1 makes sure that a plan from empty tables looks up a person's row by its key, not all rows of a kind.
-- $1 people, $2 request ids, $5 when they asked in ms · $3 now · $4 mode · $6 this node
SELECT
  CASE
    WHEN e.user_id IS NOT NULL THEN 'engaged'
    WHEN k.request_id = a.request_id OR k.left_at > to_timestamp(a.asked::float8 / 1000) THEN 'given-up'
    WHEN p.user_id IS NULL THEN 'unknown'
    WHEN (
      SELECT true FROM identity.barred b WHERE b.user_id = a.user_id AND b.suspended_until > $3 LIMIT 1
    ) THEN 'barred'
    ELSE 'free'
  END AS state,
  e.kind,
  e.ref,
  e.ticket,
  e.tab,
  e.sid,
  e.interests,
  coalesce(e.place, CASE WHEN k.until > $3 AND k.mode = $4 THEN k.place END) AS place,
  coalesce(e.since, CASE WHEN k.until > $3 AND k.mode = $4 THEN k.since END) AS since,
  coalesce(e.language, p.language) AS language,
  coalesce(e.region, p.region) AS region,
  coalesce(k.until > $3, false) AS "isKept",
  coalesce(k.spent OR (k.until > $3 AND k.mode = $4), false) AS "keptBefore",
  r.paused_until AS "pausedUntil",
  r.check_until AS "checkUntil",
  coalesce(
    (SELECT true FROM platform.present o WHERE o.user_id = a.user_id AND o.node_id <> $6 LIMIT 1), false
  ) AS elsewhere
FROM unnest($1::uuid[], $2::text[], $5::bigint[]) WITH ORDINALITY AS a (user_id, request_id, asked, turn)
LEFT JOIN profiles.match_preference p ON p.user_id = a.user_id
LEFT JOIN LATERAL (
  SELECT
    k.user_id, k.request_id, k.place, k.since, k.until, k.mode, k.spent,
    CASE $4 WHEN 'voice' THEN k.voice_left_at ELSE k.text_left_at END AS left_at
  FROM engagement.kept_place k
  WHERE k.user_id = a.user_id
  LIMIT 1
) k ON true
LEFT JOIN LATERAL (
  SELECT r.paused_until, r.check_until FROM engagement.connection_record r
  WHERE r.user_id = a.user_id AND r.mode = $4
  LIMIT 1
) r ON true
LEFT JOIN engagement.engagement e ON e.user_id = a.user_id
ORDER BY a.turn
