-- One more match for each of these people, but for who pays; the one that reaches the limit begins the pause. Whoever had
-- one begins anew: nobody is matched in it. $1 people · $2 limit · $3 end of a pause that begins now
INSERT INTO text_match.allowance AS known (user_id, used, cooldown_until)
SELECT m.user_id, 1, CASE WHEN $2 <= 1 THEN $3::timestamptz END
FROM unnest($1::uuid[]) AS m (user_id)
WHERE (SELECT true FROM profiles.pays p WHERE p.user_id = m.user_id LIMIT 1) IS NULL
ORDER BY m.user_id
ON CONFLICT (user_id) DO UPDATE SET
  used = CASE WHEN known.cooldown_until IS NULL THEN known.used + 1 ELSE 1 END,
  cooldown_until = CASE
    WHEN (CASE WHEN known.cooldown_until IS NULL THEN known.used + 1 ELSE 1 END) >= $2 THEN $3::timestamptz
  END
