-- By what people are paired who may join with no more asked: those whom nothing occupies, for whom no place is kept, who
-- are not suspended and have caused no failure to connect. Each LIMIT 1 makes sure that a plan from empty tables looks up a person's row by its key.
-- $1 people · $2 now
SELECT m.user_id AS "userId", p.language, p.region
FROM unnest($1::uuid[]) AS m (user_id)
CROSS JOIN LATERAL (
  SELECT p.language, p.region FROM profiles.match_preference p WHERE p.user_id = m.user_id LIMIT 1
) p
WHERE (SELECT true FROM engagement.engagement e WHERE e.user_id = m.user_id LIMIT 1) IS NULL
  AND (SELECT true FROM engagement.kept_place k WHERE k.user_id = m.user_id LIMIT 1) IS NULL
  AND (SELECT true FROM engagement.connection_record r WHERE r.user_id = m.user_id LIMIT 1) IS NULL
  AND (SELECT true FROM identity.barred b WHERE b.user_id = m.user_id AND b.suspended_until > $2 LIMIT 1) IS NULL
