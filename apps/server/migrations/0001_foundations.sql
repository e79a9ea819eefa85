-- One PostgreSQL schema a module. Another module's SQL may name a module's views only.
CREATE SCHEMA platform;
CREATE SCHEMA identity;
CREATE SCHEMA profiles;
CREATE SCHEMA safety;
CREATE SCHEMA engagement;
CREATE SCHEMA voice;
CREATE SCHEMA chats;

-- ── platform ────────────────────────────────────────────────────────────────
CREATE TABLE platform.server_key (
  kid uuid PRIMARY KEY,
  purpose text NOT NULL,
  secret bytea NOT NULL,
  usable_at timestamptz NOT NULL,
  retired_at timestamptz
);
CREATE INDEX server_key_purpose ON platform.server_key (purpose, usable_at DESC);

CREATE TABLE platform.deadline (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  key text NOT NULL,
  due timestamptz NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  parked boolean NOT NULL DEFAULT false
);
CREATE INDEX deadline_due ON platform.deadline (due) WHERE NOT parked;

CREATE TABLE platform.lease (
  name text PRIMARY KEY,
  holder uuid,
  epoch bigint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL DEFAULT '-infinity'
) WITH (fillfactor = 10);
INSERT INTO platform.lease (name) VALUES ('voice'), ('text');

CREATE TABLE platform.answered_request (
  user_id uuid NOT NULL,
  function text NOT NULL,
  request_id text NOT NULL,
  answer jsonb,
  answered_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, function, request_id)
);
CREATE INDEX answered_request_age ON platform.answered_request (answered_at);

CREATE TABLE platform.rate_bucket (
  key text PRIMARY KEY,
  tokens double precision NOT NULL,
  refilled_at timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE platform.node (
  node_id uuid PRIMARY KEY,
  started_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL
);
CREATE UNLOGGED TABLE platform.presence (
  user_id uuid NOT NULL,
  node_id uuid NOT NULL,
  PRIMARY KEY (user_id, node_id)
);

-- ── identity ────────────────────────────────────────────────────────────────
CREATE TABLE identity.account (
  user_id uuid PRIMARY KEY,
  provider text NOT NULL,
  subject text NOT NULL,
  created_at timestamptz NOT NULL,
  suggested_name text NOT NULL DEFAULT '',
  onboarded_at timestamptz,
  refused_at timestamptz,          -- under 18: final for this identity, only the operator reverses it
  suspended_until timestamptz,     -- infinity: banned
  is_load_user boolean NOT NULL DEFAULT false,
  UNIQUE (provider, subject)
);
CREATE VIEW identity.member AS SELECT user_id FROM identity.account WHERE onboarded_at IS NOT NULL AND refused_at IS NULL;
CREATE VIEW identity.barred AS SELECT user_id, suspended_until FROM identity.account WHERE suspended_until IS NOT NULL;

CREATE TABLE identity.session (
  sid uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES identity.account,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX session_of_user ON identity.session (user_id);

CREATE TABLE identity.revocation (
  sid uuid PRIMARY KEY,
  revoked_at timestamptz NOT NULL
);
CREATE INDEX revocation_age ON identity.revocation (revoked_at);

-- A sign-in under way. Taken with DELETE … RETURNING: a state works once.
CREATE TABLE identity.sign_in (
  state_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL,
  provider text NOT NULL,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  redirect_uri text NOT NULL,
  return_to text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_age ON identity.sign_in (expires_at);

-- ── profiles ────────────────────────────────────────────────────────────────
CREATE TABLE profiles.profile (
  user_id uuid PRIMARY KEY REFERENCES identity.account,
  name text NOT NULL DEFAULT '',
  birth_date date,
  region text,
  languages text[] NOT NULL DEFAULT '{}',
  interests text[] NOT NULL DEFAULT '{}',
  bio text NOT NULL DEFAULT '',
  is_paid boolean NOT NULL DEFAULT false,
  timezone text NOT NULL DEFAULT 'UTC',
  comment_opportunities int NOT NULL DEFAULT 20 CHECK (comment_opportunities BETWEEN 0 AND 20),
  comment_last_reset_token date,
  last_comment_grant_date date,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  last_active timestamptz NOT NULL,
  region_changed_at timestamptz,
  terms_version text,
  terms_accepted_at timestamptz,
  theme text NOT NULL DEFAULT 'dark',
  color_theme text NOT NULL DEFAULT 'golden',
  language text NOT NULL DEFAULT 'en'
) WITH (fillfactor = 80);

CREATE TABLE profiles.photo (
  user_id uuid NOT NULL REFERENCES profiles.profile,
  position int NOT NULL CHECK (position BETWEEN 0 AND 5),
  path text NOT NULL,
  thumb_path text NOT NULL,
  PRIMARY KEY (user_id, position)
);

CREATE TABLE profiles.push_token (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES identity.account,
  sid uuid NOT NULL,
  token text NOT NULL,
  platform text NOT NULL DEFAULT 'web',
  created_at timestamptz NOT NULL
);
CREATE INDEX push_token_user ON profiles.push_token (user_id);

-- ── safety ──────────────────────────────────────────────────────────────────
CREATE TABLE safety.block (
  id uuid PRIMARY KEY,
  who uuid NOT NULL REFERENCES identity.account,
  whom uuid NOT NULL REFERENCES identity.account,
  alias text,                      -- set when the blocker knows the other by alias only
  created_at timestamptz NOT NULL,
  UNIQUE (who, whom),
  CHECK (who <> whom)
);
CREATE INDEX block_whom ON safety.block (whom, who);
CREATE VIEW safety.blocked_pair AS SELECT who AS one, whom AS other FROM safety.block UNION ALL SELECT whom, who FROM safety.block;

CREATE TABLE safety.report (
  id uuid PRIMARY KEY,
  reporter uuid NOT NULL REFERENCES identity.account,
  reported uuid NOT NULL REFERENCES identity.account,
  target_type text NOT NULL,
  target_id text NOT NULL,
  reason text NOT NULL,
  text text NOT NULL DEFAULT '',
  evidence jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK (reporter <> reported)
);
CREATE INDEX report_reported ON safety.report (reported, created_at);
CREATE INDEX report_reporter ON safety.report (reporter, created_at);

-- ── engagement: one row a person, whatever occupies them ────────────────────
CREATE SEQUENCE engagement.place;
CREATE TABLE engagement.engagement (
  user_id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('voice-queue', 'text-queue', 'voice', 'text', 'direct')),
  ref uuid NOT NULL,               -- the session; while queued, the ticket itself
  ticket uuid NOT NULL,
  place bigint NOT NULL,
  tab text,
  language text,
  region text,
  since timestamptz NOT NULL,      -- joined the queue; preferences widen from here
  seen_at timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX engagement_waiting ON engagement.engagement (kind, place) WHERE kind IN ('voice-queue', 'text-queue');

CREATE TABLE engagement.recent_partner (
  low uuid NOT NULL,
  high uuid NOT NULL,
  until timestamptz NOT NULL,      -- infinity once one reported the other
  PRIMARY KEY (low, high),
  CHECK (low < high)
);
CREATE INDEX recent_partner_until ON engagement.recent_partner (until);

-- ── voice ───────────────────────────────────────────────────────────────────
-- Retained by time: range-partitioned on the server-made UUIDv7, partitions made ahead by the platform.
CREATE TABLE voice.session (
  id uuid PRIMARY KEY,
  a uuid NOT NULL,                 -- participants[0]: offers
  b uuid NOT NULL,
  a_alias text NOT NULL,
  b_alias text NOT NULL,
  a_tab text,
  b_tab text,
  a_ticket uuid NOT NULL,
  b_ticket uuid NOT NULL,
  a_place bigint NOT NULL,
  b_place bigint NOT NULL,
  a_since timestamptz NOT NULL,
  b_since timestamptz NOT NULL,
  status text NOT NULL CHECK (status IN ('connecting', 'active', 'deciding', 'mutual-like', 'completed', 'ended')),
  result text CHECK (result IN ('mutual-like', 'no-match')),
  end_reason text,
  ended_by text CHECK (ended_by IN ('a', 'b')),
  disliked_by text CHECK (disliked_by IN ('a', 'b', 'both')),
  a_acked boolean NOT NULL DEFAULT false,
  b_acked boolean NOT NULL DEFAULT false,
  a_media text NOT NULL DEFAULT 'connecting',
  b_media text NOT NULL DEFAULT 'connecting',
  a_decision text CHECK (a_decision IN ('like', 'dislike')),
  b_decision text CHECK (b_decision IN ('like', 'dislike')),
  a_topic text,
  b_topic text,
  a_away_at timestamptz,           -- left the page; ends 10 s later unless it comes back
  b_away_at timestamptz,
  a_lost_at timestamptz,           -- network trouble reported; ends 30 s later unless it reconnects
  b_lost_at timestamptz,
  created_at timestamptz NOT NULL,
  ack_due timestamptz NOT NULL,
  connect_due timestamptz,
  started_at timestamptz,
  decision_phase_at timestamptz,
  decision_ends_at timestamptz,
  ended_at timestamptz,
  chat_room_id uuid,
  version int NOT NULL DEFAULT 1,
  CHECK (a <> b),
  CHECK ((status = 'completed') = (result IS NOT DISTINCT FROM 'no-match'))
) PARTITION BY RANGE (id);

-- ── chats ───────────────────────────────────────────────────────────────────
CREATE TABLE chats.room (
  id uuid PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('direct', 'mode2', 'mode3', 'post')),
  a uuid NOT NULL,
  b uuid NOT NULL,
  open boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  last_seq bigint NOT NULL DEFAULT 0,
  last_message text,
  last_message_at timestamptz,
  last_message_sender text,        -- a user id or 'system'
  a_read bigint NOT NULL DEFAULT 0,
  b_read bigint NOT NULL DEFAULT 0,
  a_unread int NOT NULL DEFAULT 0,
  b_unread int NOT NULL DEFAULT 0,
  CHECK (a <> b)
) WITH (fillfactor = 70);

CREATE TABLE chats.room_seat (
  user_id uuid NOT NULL,
  room_id uuid NOT NULL REFERENCES chats.room,
  listed_at timestamptz NOT NULL,  -- moves at a 10 s grain; the client sorts a page exactly
  PRIMARY KEY (user_id, room_id)
) WITH (fillfactor = 80);
CREATE INDEX room_seat_list ON chats.room_seat (user_id, listed_at DESC);

CREATE TABLE chats.message (
  room_id uuid NOT NULL,
  seq bigint NOT NULL,
  sender_id uuid,                  -- null: system
  client_message_id uuid NOT NULL,
  type text NOT NULL DEFAULT 'text',
  content text NOT NULL,
  created_at timestamptz NOT NULL,
  client_created_at timestamptz,
  PRIMARY KEY (room_id, seq),
  UNIQUE NULLS NOT DISTINCT (room_id, sender_id, client_message_id)
) PARTITION BY HASH (room_id);
DO $$ BEGIN
  FOR i IN 0..15 LOOP
    EXECUTE format('CREATE TABLE chats.message_%s PARTITION OF chats.message FOR VALUES WITH (MODULUS 16, REMAINDER %s)', i, i);
  END LOOP;
END $$;

-- Changes to a message after it was sent (deleted, reaction, opened) share the room's sequence.
CREATE TABLE chats.room_change (
  room_id uuid NOT NULL,
  seq bigint NOT NULL,
  kind text NOT NULL,
  message_seq bigint NOT NULL,
  data jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (room_id, seq)
);
