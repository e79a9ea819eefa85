-- A room and the latest of its messages below a number, newest first: one statement, hence one moment. Nothing comes back
-- for somebody else's room. Scalars and limits instead of joins: a plan made on empty tables reads none of them to the end.
-- Messages come column by column: written and read in half the time of one object each with all its names. marks: what
-- few messages have, an object for each that has any.
-- version: of the room's row, the same on the writer and on a replica that has it; whatever changes a message writes the row.
-- $1 room, $2 its member who asks, $3 below this number, $4 at most so many
SELECT to_json(room) AS room, (
  SELECT json_build_object(
    'seq', json_agg(seq), 'sender_id', json_agg(sender_id), 'client_message_id', json_agg(client_message_id),
    'content', json_agg(content), 'created_at', json_agg(created_at), 'client_created_at', json_agg(client_created_at),
    'marks', json_agg(json_build_object(
      'seq', seq, 'type', type, 'reply_to', reply_to, 'attachment', attachment, 'a_reaction', a_reaction,
      'b_reaction', b_reaction, 'deleted_at', deleted_at, 'hidden_at', hidden_at
    )) FILTER (
      WHERE type <> 'text'
      OR num_nonnulls(reply_to, attachment, a_reaction, b_reaction, deleted_at, hidden_at) > 0
    )
  )
  FROM (
    SELECT
      m.seq, m.sender_id, m.client_message_id, m.type, m.content, m.reply_to, m.attachment, m.a_reaction, m.b_reaction,
      m.created_at, m.client_created_at, m.deleted_at, m.hidden_at
    FROM chats.message m
    WHERE m.room_id = $1 AND m.seq < $3
    ORDER BY m.seq DESC
    LIMIT $4
  ) page
  HAVING count(*) > 0
) AS messages
FROM (
  SELECT
    r.xmin::text AS version, r.id, r.type, r.a, r.b, r.open, r.requested_by, r.created_at, r.last_seq, r.last_message, r.last_message_at, r.last_message_sender,
    r.last_message_summary, r.a_read, r.b_read, r.a_unread, r.b_unread, r.a_marked_unread, r.b_marked_unread,
    r.a_alias, r.b_alias, r.closed_by, r.hidden_head_at,
    (SELECT pair.one FROM safety.hidden_pair pair WHERE pair.one = r.a AND pair.other = r.b LIMIT 1) IS NOT NULL AS blocked,
    r.requested_by IS NOT NULL OR NOT coalesce(other.read_receipts, true) OR NOT coalesce(own.read_receipts, true) AS reading_hidden,
    other.name AS other_name, other.path AS other_path, other.thumb_path AS other_thumb_path,
    (SELECT bool_and(present.away) FROM platform.present WHERE present.user_id = other_of.id) AS other_away
  FROM chats.room r
  CROSS JOIN LATERAL (SELECT CASE r.a WHEN $2 THEN r.b ELSE r.a END AS id) other_of
  LEFT JOIN LATERAL (SELECT * FROM profiles.shown_person WHERE user_id = other_of.id LIMIT 1) other ON true
  LEFT JOIN LATERAL (SELECT read_receipts FROM profiles.shown_person WHERE user_id = $2 LIMIT 1) own ON true
  WHERE r.id = $1 AND $2 IN (r.a, r.b)
    AND NOT (r.a = $2 AND r.a_left_at IS NOT NULL OR r.b = $2 AND r.b_left_at IS NOT NULL)
) room
