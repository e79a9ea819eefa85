-- A statement of its own: the next one sees what the rooms were changed to while this one waited. $1 rooms
SELECT id FROM chats.room WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE
