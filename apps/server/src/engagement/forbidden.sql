-- Couples that a hard rule keeps apart. The lease is held: nobody adds to the rules meanwhile.
-- $1 sessions, $2 and $3 the two · $4 now
SELECT c.ref
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS c (ref, a, b)
WHERE EXISTS (SELECT FROM safety.blocked_pair k WHERE k.one = c.a AND k.other = c.b)
  OR EXISTS (
    SELECT FROM engagement.recent_partner r
    WHERE r.low = least(c.a, c.b) AND r.high = greatest(c.a, c.b) AND r.until > $4
  )
  OR (SELECT true FROM identity.barred s WHERE s.user_id = c.a AND s.suspended_until > $4 LIMIT 1)
  OR (SELECT true FROM identity.barred s WHERE s.user_id = c.b AND s.suspended_until > $4 LIMIT 1)
