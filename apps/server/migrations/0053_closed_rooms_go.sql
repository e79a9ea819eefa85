-- Rooms that were closed long ago have been emptied, and stayed: from now on a room goes with what was said in it. Over
-- two days: all of them due at once, long ago, would go before everything else that is due.
INSERT INTO platform.deadline (id, kind, key, due)
SELECT gen_random_uuid(), 'chats.purge', id::text,
  greatest(now(), coalesce(closed_at, created_at) + interval '30 days') + random() * interval '2 days'
FROM chats.room
WHERE NOT open AND NOT EXISTS (
  SELECT FROM platform.deadline waiting WHERE waiting.kind = 'chats.purge' AND waiting.key = room.id::text
);
