-- What tells somebody that they are called, beside the screen.
ALTER TABLE profiles.profile
  ADD ringtone boolean NOT NULL DEFAULT true,
  ADD vibration boolean NOT NULL DEFAULT true;

-- A message that was changed is told as it is now: what became of it before adds nothing, and would stay for ever.
DELETE FROM chats.room_change earlier USING chats.room_change later
WHERE later.room_id = earlier.room_id AND later.message_seq = earlier.message_seq AND later.seq > earlier.seq;
CREATE UNIQUE INDEX room_change_of_message ON chats.room_change (room_id, message_seq);
