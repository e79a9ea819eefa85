-- Rooms that were closed long ago have been emptied, and stayed: from now on a room goes with what was said in it.
INSERT INTO platform.deadline (id, kind, key, due)
SELECT gen_random_uuid(), 'chats.purge', id::text, coalesce(closed_at, created_at) + interval '30 days'
FROM chats.room WHERE NOT open;
