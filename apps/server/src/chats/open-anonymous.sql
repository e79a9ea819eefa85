-- Rooms of strangers, listed for both. $1 rooms, $2 and $3 the two, $4 and $5 what each is known by to the other · $6 now
WITH rooms AS (
  INSERT INTO chats.room (id, type, a, b, a_alias, b_alias, created_at)
  SELECT n.id, 'mode3', n.a, n.b, n.a_alias, n.b_alias, $6
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[]) AS n (id, a, b, a_alias, b_alias)
)
INSERT INTO chats.room_seat (user_id, room_id, listed_at)
SELECT seat.user_id, n.id, $6
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS n (id, a, b)
CROSS JOIN LATERAL (VALUES (n.a), (n.b)) AS seat (user_id)
