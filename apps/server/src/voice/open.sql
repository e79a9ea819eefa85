-- Sessions nobody has touched yet. $1 ids, $2 and $3 the two, $4 and $5 aliases, $6 and $7 tickets, $8 and $9 places,
-- $10 and $11 waiting since, $12 made at, $13 acknowledged by
INSERT INTO voice.session (
  id, a, b, a_alias, b_alias, a_ticket, b_ticket, a_place, b_place, a_since, b_since, status, created_at, ack_due
)
SELECT
  p.id, p.a, p.b, p.a_alias, p.b_alias, p.a_ticket, p.b_ticket, p.a_place, p.b_place, p.a_since, p.b_since,
  'connecting', p.created_at, p.ack_due
FROM unnest(
  $1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::uuid[], $8::bigint[], $9::bigint[],
  $10::timestamptz[], $11::timestamptz[], $12::timestamptz[], $13::timestamptz[]
) AS p (
  id, a, b, a_alias, b_alias, a_ticket, b_ticket, a_place, b_place, a_since, b_since, created_at, ack_due
)
