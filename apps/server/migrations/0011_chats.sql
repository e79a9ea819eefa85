-- What is no text, what a message answers to, and what has become of it since. Such a change takes a number of the room's
-- own sequence (chats.room_change); none of these columns is indexed.
ALTER TABLE chats.message
  ADD reply_to bigint,             -- the number of the message that is answered
  ADD attachment jsonb,            -- as the wire has it
  ADD media_path text,             -- its file, which the wire never names
  ADD silent boolean NOT NULL DEFAULT false,  -- counts as unread for nobody
  ADD a_reaction text,
  ADD b_reaction text,
  ADD deleted_at timestamptz;

ALTER TABLE chats.room
  ADD last_message_summary jsonb,  -- null: a text, or a line of the system's
  ADD a_marked_unread boolean NOT NULL DEFAULT false,
  ADD b_marked_unread boolean NOT NULL DEFAULT false,
  ADD closed_by uuid,
  ADD closed_at timestamptz;

-- The list is paged by both.
DROP INDEX chats.room_seat_list;
CREATE INDEX room_seat_list ON chats.room_seat (user_id, listed_at DESC, room_id DESC);

ALTER TABLE profiles.profile
  ADD read_receipts boolean NOT NULL DEFAULT true,
  ADD typing_indicator boolean NOT NULL DEFAULT true,
  ADD enter_sends boolean NOT NULL DEFAULT true;
-- Asked of both in every view of a room, and true of few.
CREATE INDEX profile_hides_reading ON profiles.profile (user_id) WHERE NOT read_receipts;
CREATE INDEX profile_hides_typing ON profiles.profile (user_id) WHERE NOT typing_indicator;
CREATE VIEW profiles.hides_reading AS SELECT user_id FROM profiles.profile WHERE NOT read_receipts;
CREATE VIEW profiles.hides_typing AS SELECT user_id FROM profiles.profile WHERE NOT typing_indicator;

-- What a report keeps of a room outlives its deletion.
CREATE INDEX report_room ON safety.report ((evidence ->> 'chatRoomId')) WHERE evidence ->> 'chatRoomId' IS NOT NULL;

-- Nobody looks at any of the person's tabs on that node.
ALTER TABLE platform.presence ADD away boolean NOT NULL DEFAULT false, SET (fillfactor = 70);
