-- Which of these messages are stored already. $1 rooms, $2 senders, $3 client message ids
SELECT asked.n::int, m.seq, m.created_at AS "createdAt"
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) WITH ORDINALITY AS asked (room_id, sender_id, key, n)
CROSS JOIN LATERAL (
  SELECT message.seq, message.created_at
  FROM chats.message
  WHERE message.room_id = asked.room_id AND message.sender_id = asked.sender_id AND message.client_message_id = asked.key
  LIMIT 1
) m
