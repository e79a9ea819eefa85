-- Who of these people is in a pause, and until when. $1 people · $2 now
SELECT m.user_id AS "userId", a.cooldown_until AS until
FROM unnest($1::uuid[]) AS m (user_id)
CROSS JOIN LATERAL (SELECT w.cooldown_until FROM text_match.allowance w WHERE w.user_id = m.user_id LIMIT 1) a
WHERE a.cooldown_until > $2 AND (SELECT true FROM profiles.pays p WHERE p.user_id = m.user_id LIMIT 1) IS NULL
