-- What is there already of messages that answer to others or carry files, in rooms whose rows are held. Nothing comes back
-- for somebody else's room. $1 rooms, $2 senders, $3 client message ids, $4 numbers of what they answer to
SELECT
  asked.n::int, r.open AND r.requested_by IS DISTINCT FROM asked.sender_id AND known.seq IS NULL AS "isNew",
  r.a_alias IS NOT NULL AS "isAnonymous",
  quoted.seq, quoted.sender_id, quoted.type, quoted.content, quoted.attachment, quoted.deleted_at, quoted.hidden_at
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[]) WITH ORDINALITY
  AS asked (room_id, sender_id, key, reply_to, n)
JOIN chats.room r ON r.id = asked.room_id AND asked.sender_id IN (r.a, r.b)
LEFT JOIN LATERAL (
  SELECT m.seq
  FROM chats.message m
  WHERE m.room_id = r.id AND m.sender_id = asked.sender_id AND m.client_message_id = asked.key
  LIMIT 1
) known ON true
LEFT JOIN LATERAL (
  SELECT m.seq, m.sender_id, m.type, m.content, m.attachment, m.deleted_at, m.hidden_at
  FROM chats.message m
  WHERE m.room_id = r.id AND m.seq = asked.reply_to
  LIMIT 1
) quoted ON true
