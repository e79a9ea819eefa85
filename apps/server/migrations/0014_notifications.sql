CREATE SCHEMA notifications;

-- A room has one notification of each kind for a person: it stands while it is unread and is made anew, in front, once it
-- was read. Hence no partitions by time; what is old is deleted.
CREATE TABLE notifications.notification (
  id uuid PRIMARY KEY,             -- UUIDv7: the order of the list
  user_id uuid NOT NULL,
  kind text NOT NULL,
  about uuid,                      -- whom, where the two know each other
  room_id uuid,
  message_seq bigint,              -- what was said, by its number in the room
  post_id uuid,
  is_read boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, room_id, kind)
);
CREATE INDEX notification_list ON notifications.notification (user_id, id DESC);
CREATE INDEX notification_unread ON notifications.notification (user_id, id) WHERE NOT is_read;

-- Of what is deleted nothing is said any more.
CREATE VIEW chats.said AS SELECT room_id, seq, content FROM chats.message WHERE deleted_at IS NULL;

-- An unread notification stands for what this one of the two has not read: the next message makes none. Unindexed.
ALTER TABLE chats.room
  ADD a_notified boolean NOT NULL DEFAULT false,
  ADD b_notified boolean NOT NULL DEFAULT false;
