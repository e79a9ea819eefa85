-- Sessions nobody has touched yet. $1 ids, $2 and $3 the two, $4 and $5 aliases, $6 and $7 tickets · $8 made at,
-- $9 acknowledged by
INSERT INTO voice.session (id, a, b, a_alias, b_alias, a_ticket, b_ticket, status, created_at, ack_due)
SELECT p.*, 'connecting', $8, $9
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::uuid[]) AS p (
  id, a, b, a_alias, b_alias, a_ticket, b_ticket
)
