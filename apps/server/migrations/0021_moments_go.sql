-- A moment that its author has taken back is seen by nobody; what it was goes with those that are over, 30 days later.
ALTER TABLE posts.post ADD deleted_at timestamptz, ADD CHECK (deleted_at IS NULL OR NOT is_active);
CREATE INDEX post_gone ON posts.post (least(expires_at, deleted_at)) WHERE NOT is_active;

-- Where the post stands in the chat that was started: the number of its line.
ALTER TABLE posts.comment ADD chat_post_seq bigint;

-- What a report is about stays, with its comments, out of everybody's sight.
CREATE INDEX report_post ON safety.report (((evidence ->> 'postId')::uuid)) WHERE evidence ->> 'postId' IS NOT NULL;
CREATE VIEW safety.held_post AS
SELECT (evidence ->> 'postId')::uuid AS post_id FROM safety.report WHERE evidence ->> 'postId' IS NOT NULL;
