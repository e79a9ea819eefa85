-- A page of somebody's open rooms, newest first at the grain of the list. Scalars and limits as in page.sql.
-- $1 who asks, $2 and $3 listed before this moment and room, $4 at most so many
SELECT
  r.id, r.type, r.a, r.b, r.open, r.requested_by, r.created_at, r.last_seq, r.last_message, r.last_message_at, r.last_message_sender,
  r.last_message_summary, r.a_read, r.b_read, r.a_unread, r.b_unread, r.a_marked_unread, r.b_marked_unread,
  r.a_alias, r.b_alias, r.closed_by, r.hidden_head_at,
  seat.listed_at,
  other_of.id = ANY(ARRAY(SELECT pair.other FROM safety.hidden_pair pair WHERE pair.one = $1)) AS blocked,
  r.requested_by IS NOT NULL OR NOT coalesce(other.read_receipts, true) OR NOT coalesce(own.read_receipts, true) AS reading_hidden,
  other.name AS other_name, other.path AS other_path, other.thumb_path AS other_thumb_path,
  (SELECT bool_and(present.away) FROM platform.present WHERE present.user_id = other_of.id) AS other_away
FROM chats.room_seat seat
CROSS JOIN LATERAL (SELECT * FROM chats.room WHERE room.id = seat.room_id AND room.open LIMIT 1) r
CROSS JOIN LATERAL (SELECT CASE r.a WHEN $1 THEN r.b ELSE r.a END AS id) other_of
LEFT JOIN LATERAL (SELECT * FROM profiles.shown_person WHERE user_id = other_of.id LIMIT 1) other ON true
LEFT JOIN (SELECT read_receipts FROM profiles.shown_person WHERE user_id = $1 LIMIT 1) own ON true
WHERE seat.user_id = $1 AND (seat.listed_at, seat.room_id) < ($2, $3)
ORDER BY seat.listed_at DESC, seat.room_id DESC
LIMIT $4
