-- Text matching. A match is its room: it has the room's id.
CREATE SCHEMA text_match;

CREATE TABLE text_match.session (
  id uuid PRIMARY KEY,
  a uuid NOT NULL,
  b uuid NOT NULL,
  a_alias text NOT NULL,
  b_alias text NOT NULL,
  interests_in_common jsonb NOT NULL,  -- what both named when they joined
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'mutual-like', 'ended')),
  version int NOT NULL DEFAULT 1,
  a_liked boolean NOT NULL DEFAULT false,
  b_liked boolean NOT NULL DEFAULT false,
  a_silent_since timestamptz,          -- last heard of; null: here
  b_silent_since timestamptz,
  ended_by text CHECK (ended_by IN ('a', 'b')),  -- null once ended: one of the two was lost
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK (a <> b),
  CHECK ((state = 'ended') = (ended_at IS NOT NULL)),
  CHECK (state <> 'mutual-like' OR (a_liked AND b_liked))
) WITH (fillfactor = 80);
CREATE INDEX session_active ON text_match.session (id) WHERE state = 'active';

-- How many matches somebody has had since their last pause, and until when the pause lasts that followed.
CREATE TABLE text_match.allowance (
  user_id uuid PRIMARY KEY,
  used int NOT NULL,
  cooldown_until timestamptz
) WITH (fillfactor = 70);
-- Whoever pays meets as many as they like.
CREATE VIEW profiles.pays AS SELECT user_id FROM profiles.profile WHERE is_paid;

-- What somebody named who waits to text; shown where the other one named it too.
ALTER TABLE engagement.engagement ADD interests jsonb;

-- What each of the two is known by to the other one; null: by their name, from the beginning or since both like each other.
ALTER TABLE chats.room
  ADD a_alias text,
  ADD b_alias text,
  ADD CHECK ((a_alias IS NULL) = (b_alias IS NULL));

-- A place that is kept is one in its own queue.
ALTER TABLE engagement.kept_place ADD mode text CHECK (mode IN ('voice', 'text'));
