CREATE SCHEMA posts;

CREATE TABLE posts.post (
  id uuid PRIMARY KEY,             -- UUIDv7: the order of the feed
  author_id uuid NOT NULL REFERENCES identity.account,
  content text NOT NULL,
  region text NOT NULL,
  age_range text NOT NULL,
  language text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  comment_count int NOT NULL DEFAULT 0 CHECK (comment_count >= 0)  -- unindexed: HOT
) WITH (fillfactor = 80);
-- What is over is switched off by the minute, so these hold little more than what may be shown.
CREATE INDEX post_feed ON posts.post (region, id DESC) WHERE is_active;
CREATE INDEX post_feed_language ON posts.post (region, language, id DESC) WHERE is_active;
CREATE INDEX post_over ON posts.post (expires_at) WHERE is_active;
CREATE INDEX post_of_author ON posts.post (author_id, id DESC);

-- One who has commented on a post: their name there, and how often.
CREATE TABLE posts.commenter (
  post_id uuid NOT NULL REFERENCES posts.post ON DELETE CASCADE,
  user_id uuid NOT NULL,
  alias text NOT NULL,
  comments int NOT NULL,
  PRIMARY KEY (post_id, user_id)
);

CREATE TABLE posts.comment (
  id uuid PRIMARY KEY,
  post_id uuid NOT NULL,
  author_id uuid NOT NULL,
  content text NOT NULL,
  is_paid boolean NOT NULL,        -- at that moment
  created_at timestamptz NOT NULL,
  chat_room_id uuid,               -- started from it
  FOREIGN KEY (post_id, author_id) REFERENCES posts.commenter ON DELETE CASCADE
);
CREATE INDEX comment_list ON posts.comment (post_id, is_paid DESC, id DESC);

-- What may happen to a person once at a time: their posts are counted, a chat with them begins.
CREATE TABLE posts.turn (user_id uuid PRIMARY KEY) WITH (fillfactor = 50);

-- The moment of the last reset's 18:00: the next one is not before 20 hours later, wherever somebody says they live.
ALTER TABLE profiles.profile ADD comment_reset_at timestamptz;

-- Whom somebody has blocked by the name they know them by there.
CREATE VIEW safety.blocked_alias AS SELECT who, whom, alias FROM safety.block WHERE alias IS NOT NULL;

-- One unread notification stands for all new comments on a post.
CREATE UNIQUE INDEX notification_of_post ON notifications.notification (user_id, post_id, kind) WHERE post_id IS NOT NULL;
