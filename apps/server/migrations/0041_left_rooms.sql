-- When each of the two left a closed chat: from then on it is there for the other one alone.
ALTER TABLE chats.room ADD a_left_at timestamptz, ADD b_left_at timestamptz;
