-- Everybody who waits, front first, with what keeps them from a match and whether another node has a live socket of theirs.
-- Each LIMIT 1 makes sure that a plan from empty tables looks up a person's rows by their key.
-- $1 queue · $2 mode · $3 this node
SELECT
  e.user_id AS "userId", e.ticket, e.place, e.tab, e.since, e.language, e.region, e.interests,
  r.paused_until AS "pausedUntil", r.check_until AS "checkUntil",
  coalesce(
    (SELECT true FROM platform.present p WHERE p.user_id = e.user_id AND p.node_id <> $3 LIMIT 1), false
  ) AS elsewhere
FROM engagement.engagement e
LEFT JOIN LATERAL (
  SELECT r.paused_until, r.check_until FROM engagement.connection_record r
  WHERE r.user_id = e.user_id AND r.mode = $2
  LIMIT 1
) r ON true
WHERE e.kind = $1 AND e.kind IN ('voice-queue', 'text-queue')
ORDER BY e.place
