-- One text into a room that is open to it, where nobody is still to be notified: what send.sql does for many. Nothing comes
-- back, and nothing is stored, where something is otherwise. A key that is stored already breaks the constraint of its table.
-- $1 room, $2 sender, $3 client message id, $4 content, $5 client time · $6 now · $7 listed before: list anew
-- $8 whether the other one sees it come
WITH bumped AS (
  UPDATE chats.room r
  SET
    last_seq = r.last_seq + 1, last_message = left($4, 100), last_message_at = $6, last_message_sender = $2::uuid,
    last_message_summary = NULL,
    a_unread = r.a_unread + (r.b = $2::uuid)::int, b_unread = r.b_unread + (r.a = $2::uuid)::int
  WHERE r.id = $1::uuid AND r.open AND r.requested_by IS NULL
    AND CASE $2::uuid WHEN r.a THEN $8 OR r.b_notified WHEN r.b THEN $8 OR r.a_notified END
  RETURNING
    r.id, r.a, r.b, r.last_seq AS seq, r.a = $2::uuid AS from_a, r.a_notified, r.b_notified, r.a_alias, r.b_alias
),
put AS (
  INSERT INTO chats.message (room_id, seq, sender_id, client_message_id, content, created_at, client_created_at)
  SELECT id, seq, $2, $3, $4, $6, $5::timestamptz FROM bumped
),
listed AS (
  UPDATE chats.room_seat s
  SET listed_at = $6
  FROM bumped m
  WHERE s.room_id = m.id AND s.user_id IN (m.a, m.b) AND s.listed_at < $7
)
SELECT
  CASE WHEN from_a THEN b ELSE a END AS other, seq, CASE WHEN from_a THEN b_notified ELSE a_notified END AS notified,
  CASE WHEN from_a THEN a_alias ELSE b_alias END AS "senderAlias",
  CASE WHEN from_a THEN b_alias ELSE a_alias END AS "otherAlias"
FROM bumped
