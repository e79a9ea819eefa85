CREATE SCHEMA moderation;

-- ── who moderates ───────────────────────────────────────────────────────────
ALTER TABLE identity.account ADD role text CHECK (role = 'moderator');
CREATE INDEX account_moderates ON identity.account (user_id) WHERE role IS NOT NULL;
CREATE VIEW identity.moderator AS SELECT user_id FROM identity.account WHERE role = 'moderator';

-- ── cases ───────────────────────────────────────────────────────────────────
-- All that is said against one person, until somebody has decided. It outlives their account, as what was decided does.
CREATE TABLE moderation.case (
  id uuid PRIMARY KEY,
  number int NOT NULL GENERATED ALWAYS AS IDENTITY UNIQUE,
  person uuid NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approval', 'closed')),
  priority int NOT NULL DEFAULT 0, -- 3 urgent, 2 high, 1 normal, 0 low
  ground text NOT NULL,            -- the gravest of its reports
  about text NOT NULL,             -- where the latest of them points
  reports int NOT NULL DEFAULT 0,
  reporters int NOT NULL DEFAULT 0,
  assignee uuid,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  CHECK ((state = 'closed') = (closed_at IS NOT NULL))
);
-- Nobody has two cases at once.
CREATE UNIQUE INDEX case_of_person ON moderation.case (person) WHERE state <> 'closed';
CREATE INDEX case_list ON moderation.case (state, priority DESC, number);
CREATE INDEX case_closed ON moderation.case (closed_at DESC, number DESC) WHERE state = 'closed';
CREATE INDEX case_history ON moderation.case (person);

-- What was done about somebody, and why, in words for them.
CREATE TABLE moderation.statement (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL REFERENCES moderation.case,
  person uuid NOT NULL,
  action text NOT NULL CHECK (action IN ('remove-content', 'warn', 'suspend', 'ban')),
  state text NOT NULL CHECK (state IN ('proposed', 'in-force', 'reversed')),
  ground text NOT NULL,
  text text NOT NULL,
  note text NOT NULL DEFAULT '',   -- for moderators
  removed text[] NOT NULL DEFAULT '{}',
  decided_by uuid,                 -- null: the operator
  approved_by uuid[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  until timestamptz,               -- of a suspension, and of a ban that waits for approval; null: no end, or nothing that lasts
  acknowledged_at timestamptz,
  appeal_text text,
  appealed_at timestamptz,
  appeal_state text CHECK (appeal_state IN ('open', 'upheld', 'reversed')),
  appeal_answer text,
  answered_by uuid,
  answered_at timestamptz,
  CHECK (num_nulls(appeal_text, appealed_at, appeal_state) IN (0, 3)),
  CHECK (num_nulls(appeal_answer, answered_by, answered_at) IN (0, 3)),
  CHECK (state <> 'proposed' OR action = 'ban')
);
CREATE INDEX statement_of_person ON moderation.statement (person, id DESC);
CREATE INDEX statement_of_case ON moderation.statement (case_id);
CREATE UNIQUE INDEX statement_proposed ON moderation.statement (case_id) WHERE state = 'proposed';
CREATE INDEX statement_appealed ON moderation.statement (case_id) WHERE appeal_state = 'open';

-- Who did what, and nothing of it is ever changed: each row is sealed over the one before.
CREATE TABLE moderation.audit (
  id bigint PRIMARY KEY,
  created_at timestamptz NOT NULL,
  by uuid,                         -- null: the operator, the clock, or somebody who reports or appeals
  what text NOT NULL,
  case_id uuid,
  about uuid,
  note text NOT NULL DEFAULT '',
  seal bytea NOT NULL
);
CREATE INDEX audit_of_case ON moderation.audit (case_id, id DESC);

CREATE FUNCTION moderation.seal_of(entry moderation.audit, before bytea) RETURNS bytea LANGUAGE sql STABLE
RETURN sha256(before || convert_to(jsonb_build_array(
  entry.id, to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
  entry.by, entry.what, entry.case_id, entry.about, entry.note
)::text, 'UTF8'));

-- One after the other, in the order of their commits.
CREATE FUNCTION moderation.seal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  latest moderation.audit;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('moderation.audit'));
  SELECT * INTO latest FROM moderation.audit ORDER BY id DESC LIMIT 1;
  NEW.id := coalesce(latest.id, 0) + 1;
  NEW.seal := moderation.seal_of(NEW, coalesce(latest.seal, ''));
  RETURN NEW;
END $$;
CREATE TRIGGER audit_sealed BEFORE INSERT ON moderation.audit FOR EACH ROW EXECUTE FUNCTION moderation.seal();

CREATE FUNCTION moderation.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is only ever added to';
END $$;
CREATE TRIGGER audit_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON moderation.audit
FOR EACH STATEMENT EXECUTE FUNCTION moderation.refuse();

-- The first entry that is not as it was sealed, or has one missing before it; no row where all are whole.
CREATE FUNCTION moderation.broken() RETURNS SETOF bigint LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT entry.id
  FROM (
    SELECT audit, audit.id, audit.seal, lag(audit.seal, 1, ''::bytea) OVER earlier AS before,
      lag(audit.id, 1, 0::bigint) OVER earlier AS id_before
    FROM moderation.audit WINDOW earlier AS (ORDER BY audit.id)
  ) entry
  WHERE entry.id <> entry.id_before + 1 OR entry.seal <> moderation.seal_of(entry.audit, entry.before)
  ORDER BY entry.id LIMIT 1;
END;

-- ── reports ─────────────────────────────────────────────────────────────────
ALTER TABLE safety.report
  ADD case_id uuid REFERENCES moderation.case, -- null: of somebody whose word weighs nothing, until another one's is heard
  ADD alias text,                              -- what the reporter knew them by
  ADD content text NOT NULL DEFAULT 'none' CHECK (content IN ('shown', 'hidden', 'removed', 'none')),
  ALTER reporter DROP NOT NULL;                -- null: the screening of what was written
CREATE INDEX report_of_case ON safety.report (case_id, id DESC);
CREATE INDEX report_keeps ON safety.report USING gin ((evidence -> 'messages') jsonb_path_ops);
CREATE INDEX report_waiting ON safety.report (reported) WHERE case_id IS NULL;

INSERT INTO moderation.case (id, person, ground, about, reports, reporters, priority, opened_at)
SELECT gen_random_uuid(), reported, 'other', 'user', count(*), count(DISTINCT reporter), 1, min(created_at)
FROM safety.report GROUP BY reported;
UPDATE safety.report SET case_id = (SELECT id FROM moderation.case WHERE person = reported);

-- What somebody's word weighs, 0 to 100; whoever is missing here has the whole weight.
CREATE TABLE safety.reporter (
  user_id uuid PRIMARY KEY,
  weight int NOT NULL CHECK (weight BETWEEN 0 AND 100),
  dismissed int NOT NULL DEFAULT 0,
  upheld int NOT NULL DEFAULT 0
);

-- ── what nobody sees until it was looked at ─────────────────────────────────
ALTER TABLE posts.post ADD hidden_at timestamptz;
ALTER TABLE posts.comment ADD hidden_at timestamptz;
ALTER TABLE chats.message ADD hidden_at timestamptz; -- from whoever has not written it
ALTER TABLE chats.room ADD hidden_head_at timestamptz; -- of the last message, while it is hidden
ALTER TABLE profiles.profile ADD photos_hidden_at timestamptz;

CREATE OR REPLACE VIEW chats.said AS
SELECT room_id, seq, content FROM chats.message WHERE deleted_at IS NULL AND hidden_at IS NULL;

CREATE OR REPLACE VIEW profiles.shown_person AS
SELECT profile.user_id, profile.name, photo.path, photo.thumb_path, profile.read_receipts
FROM profiles.profile
LEFT JOIN profiles.photo
  ON photo.user_id = profile.user_id AND photo.position = 0 AND profile.photos_hidden_at IS NULL;

-- Files of profiles, and their thumbs, that are not served to anybody by their public address.
CREATE TABLE media.withheld (path text PRIMARY KEY);
