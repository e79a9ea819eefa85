-- Texts into rooms that are open to them, where nobody is still to be notified: what send.sql does for all kinds, without its
-- locks and windows. A room's texts come together, in their order. Nothing comes back of a room where something is otherwise,
-- and nothing is stored there. A key that is stored already breaks the constraint of its table.
-- Of each room, in the order of their ids: $1 room, $2 how many texts stand before its first, $3 how many are from whom the
-- last is from, $4 how many from the other one, $5 and $6 these two (null: wrote none), $7 and $8 whether the one to whom
-- theirs go sees them come
-- Of each text: $9 senders, $10 client message ids, $11 contents, $12 client times
-- $13 now · $14 listed before: list anew
WITH asked AS (
  SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::uuid[], $6::uuid[], $7::boolean[], $8::boolean[])
    WITH ORDINALITY AS asked (room_id, before, own, others, sender_id, other_id, own_seen, others_seen, n)
),
bumped AS (
  UPDATE chats.room r
  SET
    last_seq = r.last_seq + own + others, last_message = left(($11::text[])[before + own + others], 100),
    last_message_at = $13, last_message_sender = sender_id, last_message_summary = NULL,
    a_unread = r.a_unread + CASE sender_id WHEN r.a THEN others ELSE own END,
    b_unread = r.b_unread + CASE sender_id WHEN r.b THEN others ELSE own END
  FROM asked
  WHERE r.id = room_id AND r.open AND r.requested_by IS NULL
    AND CASE sender_id
      WHEN r.a THEN (own_seen OR r.b_notified) AND (others = 0 OR other_id = r.b AND (others_seen OR r.a_notified))
      WHEN r.b THEN (own_seen OR r.a_notified) AND (others = 0 OR other_id = r.a AND (others_seen OR r.b_notified))
    END
  RETURNING
    n, before, own + others AS count, r.last_seq - own - others AS last_seq, r.id, r.a, r.b, r.a_notified, r.b_notified,
    r.a_alias, r.b_alias
),
put AS (
  INSERT INTO chats.message (room_id, seq, sender_id, client_message_id, content, created_at, client_created_at)
  SELECT
    id, last_seq + i, ($9::uuid[])[before + i], ($10::uuid[])[before + i], ($11::text[])[before + i], $13,
    ($12::timestamptz[])[before + i]
  FROM bumped, generate_series(1, count) AS i
),
listed AS (
  UPDATE chats.room_seat s
  SET listed_at = $13
  FROM (SELECT id, a AS user_id FROM bumped UNION ALL SELECT id, b FROM bumped) member
  WHERE s.user_id = member.user_id AND s.room_id = member.id AND s.listed_at < $14
)
SELECT
  n::int, last_seq AS "lastSeq", a, b, a_notified AS "aNotified", b_notified AS "bNotified", a_alias AS "aAlias",
  b_alias AS "bAlias"
FROM bumped
