-- Ends the transaction when one of these people is in a pause. Asked after their rows were made: a match that has begun
-- the pause is over by then, and counted. $1 people · $2 now
SELECT platform.expect(false)
FROM unnest($1::uuid[]) AS m (user_id)
WHERE (SELECT true FROM text_match.allowance w WHERE w.user_id = m.user_id AND w.cooldown_until > $2 LIMIT 1)
  AND (SELECT true FROM profiles.pays p WHERE p.user_id = m.user_id LIMIT 1) IS NULL
