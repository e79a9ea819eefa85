-- ── What somebody wants to hear of ──────────────────────────────────────────
-- Switches by topic; one that is missing is on.
ALTER TABLE profiles.profile
  ADD push jsonb NOT NULL DEFAULT '{}',
  ADD in_app jsonb NOT NULL DEFAULT '{}',
  ADD previews boolean NOT NULL DEFAULT true;
CREATE VIEW profiles.wish AS SELECT user_id, language, push, in_app, previews FROM profiles.profile;

-- ── Where somebody can be woken ─────────────────────────────────────────────
CREATE SCHEMA push;

-- Nothing was ever sent to what is in it.
DROP TABLE profiles.push_token;

-- One browser, of the session that subscribed it last.
CREATE TABLE push.subscription (
  endpoint_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES identity.account,
  sid uuid NOT NULL,
  platform text NOT NULL,
  endpoint text NOT NULL,
  p256dh bytea NOT NULL,
  auth bytea NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX subscription_user ON push.subscription (user_id);
CREATE INDEX subscription_session ON push.subscription (sid);

-- What is to be sent: written with what it tells, for each browser a row. Nothing that can be read elsewhere is in it.
CREATE TABLE push.outgoing (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  endpoint_hash bytea NOT NULL REFERENCES push.subscription ON DELETE CASCADE,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  about uuid,                      -- whom, where the two know each other
  room_id uuid,
  message_seq bigint,
  post_id uuid,
  call_id uuid,
  notification_id uuid,            -- once it is read nothing is sent
  is_urgent boolean NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  attempts int NOT NULL DEFAULT 0, -- that failed
  looks int NOT NULL DEFAULT 0,    -- at which somebody was there
  UNIQUE NULLS NOT DISTINCT (endpoint_hash, kind, room_id, post_id, call_id)
) WITH (fillfactor = 70);
CREATE INDEX outgoing_due ON push.outgoing (is_urgent DESC, due_at);

-- ── What the pusher asks of the others ──────────────────────────────────────
CREATE OR REPLACE VIEW chats.said AS
SELECT room_id, seq, content, type FROM chats.message WHERE deleted_at IS NULL AND hidden_at IS NULL;

-- How far each of the two has read, while the room is open.
CREATE VIEW chats.reading AS
SELECT id AS room_id, a AS user_id, a_read AS read_seq FROM chats.room WHERE open
UNION ALL
SELECT id, b, b_read FROM chats.room WHERE open;

CREATE VIEW voice.ringing AS SELECT id AS call_id, b AS user_id FROM voice.session WHERE status = 'ringing';

CREATE VIEW notifications.unread AS SELECT id FROM notifications.notification WHERE NOT is_read;

-- The sessions of whose browsers somebody looks at a tab.
ALTER TABLE platform.presence ADD looking uuid[] NOT NULL DEFAULT '{}';
CREATE OR REPLACE VIEW platform.present AS SELECT user_id, away, looking FROM platform.presence;
