-- An unread notification stands from now on for what these people have not read, in rooms whose rows are held.
-- $1 rooms, $2 their readers
UPDATE chats.room r
SET a_notified = a_notified OR a = ANY(asked.readers), b_notified = b_notified OR b = ANY(asked.readers)
FROM (
  SELECT room_id, array_agg(reader) AS readers FROM unnest($1::uuid[], $2::uuid[]) AS unread (room_id, reader) GROUP BY room_id
) asked
WHERE r.id = asked.room_id
RETURNING r.id AS "roomId", r.a_alias IS NOT NULL AS "isAnonymous"
