-- People who ask for a place, in the order they asked; their rows are made in the order of ids.
-- Each of LIMIT 1 makes sure that a plan from empty tables looks up a person's row by its key, not all rows of a kind.
-- $1 people, $2 tickets, $3 tabs, $4 request ids, $5 sessions · $6 queue · $7 function · $8 now · $9 answers are kept since
WITH asked AS MATERIALIZED (
  SELECT
    a.*,
    p.user_id IS NOT NULL AS is_member,
    p.language AS own_language,
    p.region AS own_region,
    (
      SELECT true FROM identity.barred b WHERE b.user_id = a.user_id AND b.suspended_until > $8 LIMIT 1
    ) IS NOT NULL AS is_barred,
    r.user_id IS NOT NULL AS is_answered,
    r.answer,
    k.place AS kept_place,
    k.since AS kept_since,
    e.kind, e.ref, e.ticket, e.place, e.tab, e.since, e.language, e.region, e.sid
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[]) WITH ORDINALITY
    AS a (user_id, new_ticket, new_tab, request_id, new_sid, turn)
  LEFT JOIN profiles.match_preference p ON p.user_id = a.user_id
  LEFT JOIN LATERAL (
    SELECT r.user_id, r.answer
    FROM platform.answered_request r
    WHERE r.user_id = a.user_id AND r.function = $7 AND r.request_id = a.request_id AND r.answered_at > $9
    LIMIT 1
  ) r ON true
  LEFT JOIN LATERAL (
    SELECT k.place, k.since FROM engagement.kept_place k WHERE k.user_id = a.user_id AND k.until > $8 LIMIT 1
  ) k ON true
  LEFT JOIN engagement.engagement e ON e.user_id = a.user_id
  ORDER BY a.turn
),
newcomers AS MATERIALIZED (
  SELECT
    user_id, new_ticket, new_tab, new_sid, own_language, own_region,
    coalesce(kept_place, nextval('engagement.place')) AS new_place,
    coalesce(kept_since, $8) AS new_since
  FROM asked
  WHERE is_member AND NOT is_barred AND NOT is_answered AND kind IS NULL
),
spent AS (
  DELETE FROM engagement.kept_place k USING newcomers n WHERE k.user_id = n.user_id
),
joined AS (
  INSERT INTO engagement.engagement (user_id, kind, ref, ticket, place, tab, language, region, since, seen_at, sid)
  SELECT
    user_id, $6, new_ticket, new_ticket, new_place, new_tab, own_language, own_region, new_since, $8, new_sid
  FROM newcomers
  ORDER BY user_id
  ON CONFLICT (user_id) DO NOTHING
  RETURNING *
)
SELECT
  a.user_id AS "userId",
  CASE
    WHEN j.user_id IS NOT NULL THEN 'joined'
    WHEN a.kind IS NOT NULL THEN 'engaged'
    WHEN a.is_answered THEN 'answered'
    WHEN NOT a.is_member THEN 'unknown'
    WHEN a.is_barred THEN 'barred'
    ELSE 'raced'
  END AS state,
  a.answer,
  coalesce(j.kind, a.kind) AS kind,
  coalesce(j.ref, a.ref) AS ref,
  coalesce(j.ticket, a.ticket) AS ticket,
  coalesce(j.place, a.place) AS place,
  coalesce(j.tab, a.tab) AS tab,
  coalesce(j.since, a.since) AS since,
  coalesce(j.language, a.language) AS language,
  coalesce(j.region, a.region) AS region,
  coalesce(j.sid, a.sid) AS sid
FROM asked a
LEFT JOIN joined j ON j.user_id = a.user_id
