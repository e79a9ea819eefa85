-- Messages of many people into rooms whose rows are held. Each room's are numbered densely in the order given; one whose
-- key is stored already breaks the constraint of its table. Nothing comes back for somebody else's room.
-- Whoever has said hello waits to be accepted; whoever answers it accepts.
-- Windows instead of joins: a plan made on empty tables would compare every message with every other one.
-- $1 rooms, $2 senders, $3 client message ids, $4 contents, $5 client times, $8 what is no plain text (null where none of
-- them is more than that) · $6 now · $7 listed before: list anew
WITH allowed AS (
  SELECT
    asked.*, r.a, r.b, r.open, r.last_seq, r.a = asked.sender_id AS from_a,
    r.open AND r.requested_by = asked.sender_id AS waits, r.requested_by <> asked.sender_id AS accepts,
    CASE WHEN r.a = asked.sender_id THEN r.b_notified ELSE r.a_notified END AS notified,
    CASE WHEN r.a = asked.sender_id THEN r.a_alias ELSE r.b_alias END AS sender_alias,
    CASE WHEN r.a = asked.sender_id THEN r.b_alias ELSE r.a_alias END AS other_alias
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[], $8::jsonb[])
    WITH ORDINALITY AS asked (room_id, sender_id, key, content, client_created_at, more, n)
  JOIN chats.room r ON r.id = asked.room_id AND asked.sender_id IN (r.a, r.b)
),
counted AS (
  SELECT *, min(n) OVER (PARTITION BY room_id, sender_id, key) AS first FROM allowed
),
marked AS (
  SELECT *, open AND waits IS NOT TRUE AND n = first AS is_new FROM counted
),
numbered AS MATERIALIZED (
  SELECT *, last_seq + count(*) FILTER (WHERE is_new) OVER (PARTITION BY room_id ORDER BY n) AS seq FROM marked
),
put AS (
  INSERT INTO chats.message (
    room_id, seq, sender_id, client_message_id, type, content, created_at, client_created_at,
    reply_to, attachment, media_path
  )
  SELECT
    room_id, seq, sender_id, key, coalesce(more ->> 'type', 'text'), content, $6, client_created_at,
    (more ->> 'replyTo')::bigint, more -> 'attachment', more ->> 'mediaPath'
  FROM numbered
  WHERE is_new
),
tally AS (
  SELECT DISTINCT ON (room_id)
    room_id, seq, sender_id, content, more -> 'summary' AS summary,
    count(*) FILTER (WHERE from_a) OVER room AS from_a,
    count(*) FILTER (WHERE NOT from_a) OVER room AS from_b
  FROM numbered
  WHERE is_new
  WINDOW room AS (PARTITION BY room_id)
  ORDER BY room_id, seq DESC
),
bumped AS (
  UPDATE chats.room r
  SET
    last_seq = t.seq, last_message = left(t.content, 100), last_message_at = $6, last_message_sender = t.sender_id,
    last_message_summary = t.summary,
    a_unread = a_unread + t.from_b, b_unread = b_unread + t.from_a
  FROM tally t
  WHERE r.id = t.room_id
  RETURNING r.id, r.a, r.b
),
listed AS (
  UPDATE chats.room_seat s
  SET listed_at = $6
  FROM (SELECT id, a AS user_id FROM bumped UNION ALL SELECT id, b FROM bumped) member
  WHERE s.user_id = member.user_id AND s.room_id = member.id AND s.listed_at < $7
)
SELECT
  n::int, first::int, CASE WHEN from_a THEN b ELSE a END AS other, is_new AS stored, notified, waits,
  is_new AND accepts AS accepts, sender_alias AS "senderAlias", other_alias AS "otherAlias",
  CASE WHEN open AND waits IS NOT TRUE THEN seq END AS seq
FROM numbered
