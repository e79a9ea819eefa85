-- Ends the transaction when a hard rule keeps one of these couples apart. The lease is held: nobody adds to the rules
-- meanwhile. $1 and $2 the two · $3 now
SELECT platform.expect(false)
FROM unnest($1::uuid[], $2::uuid[]) AS c (a, b)
WHERE EXISTS (SELECT FROM safety.blocked_pair k WHERE k.one = c.a AND k.other = c.b)
  OR EXISTS (
    SELECT FROM engagement.recent_partner r
    WHERE r.low = least(c.a, c.b) AND r.high = greatest(c.a, c.b) AND r.until > $3
  )
  OR (SELECT true FROM identity.barred s WHERE s.user_id = c.a AND s.suspended_until > $3 LIMIT 1)
  OR (SELECT true FROM identity.barred s WHERE s.user_id = c.b AND s.suspended_until > $3 LIMIT 1)
