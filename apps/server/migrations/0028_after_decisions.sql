-- ── Shut out after the account is gone ──────────────────────────────────────
-- Whom the hash is of, by a number that leads to nobody else: what is decided or undone later reaches it.
-- Those that are there already get one that nothing leads to.
ALTER TABLE identity.kept_out ADD person uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE identity.kept_out ALTER person DROP DEFAULT;
ALTER TABLE identity.kept_out DROP CONSTRAINT kept_out_pkey, ADD PRIMARY KEY (identity_hash, person);
CREATE INDEX kept_out_person ON identity.kept_out (person);

-- Whoever has a case that nobody has closed: what comes of it must find them, or the hash of who they were.
CREATE VIEW moderation.undecided AS SELECT person AS user_id FROM moderation.case WHERE state <> 'closed';

-- ── What moderators wrote to one another ────────────────────────────────────
-- It goes with its case; the log, which stays, has the digest of salt and words.
CREATE TABLE moderation.remark (
  entry_id bigint PRIMARY KEY,
  case_id uuid NOT NULL REFERENCES moderation.case ON DELETE CASCADE,
  words text NOT NULL,
  salt bytea NOT NULL
);
CREATE INDEX remark_of_case ON moderation.remark (case_id);

-- ── Copies ──────────────────────────────────────────────────────────────────
ALTER TABLE privacy.copy ADD alive_at timestamptz; -- the attempt under way says so every few minutes

-- ── Cases that are closed already are forgotten in their time ───────────────
INSERT INTO platform.deadline (id, kind, key, due)
SELECT gen_random_uuid(), 'moderation.forget', id::text, closed_at + interval '730 days'
FROM moderation.case WHERE state = 'closed';

-- Whoever blocks somebody takes back what they have sent and nobody has opened.
CREATE INDEX one_time_sender ON media.one_time (sender);
