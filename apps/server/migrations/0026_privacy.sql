CREATE SCHEMA privacy;

-- ── Leaving: out of others' sight at once, erased at the end of the grace ───────
ALTER TABLE identity.account ADD erases_at timestamptz;
CREATE INDEX account_leaving ON identity.account (user_id) WHERE erases_at IS NOT NULL;
-- Whoever leaves is met, matched and listed no more than who is suspended.
DROP INDEX identity.account_barred;
CREATE INDEX account_barred ON identity.account (user_id) WHERE suspended_until IS NOT NULL OR erases_at IS NOT NULL;
CREATE OR REPLACE VIEW identity.barred AS
SELECT user_id, CASE WHEN erases_at IS NULL THEN suspended_until ELSE 'infinity' END AS suspended_until
FROM identity.account WHERE suspended_until IS NOT NULL OR erases_at IS NOT NULL;

-- Who may not come back with the same sign-in: a hash of provider and subject, and until when. Of an erased account
-- nothing else is left.
CREATE TABLE identity.kept_out (
  identity_hash bytea PRIMARY KEY,
  until timestamptz NOT NULL       -- infinity: banned
);

-- A row the hot lists of chats read anyway says whether somebody is shown.
ALTER TABLE profiles.profile ADD is_leaving boolean NOT NULL DEFAULT false;
CREATE OR REPLACE VIEW profiles.shown_person AS
SELECT profile.user_id, profile.name, photo.path, photo.thumb_path, profile.read_receipts
FROM profiles.profile
LEFT JOIN profiles.photo
  ON photo.user_id = profile.user_id AND photo.position = 0 AND profile.photos_hidden_at IS NULL
WHERE NOT profile.is_leaving;

-- ── Terms: each acceptance stays ────────────────────────────────────────────
CREATE TABLE profiles.terms_acceptance (
  user_id uuid NOT NULL REFERENCES profiles.profile ON DELETE CASCADE,
  version text NOT NULL,
  accepted_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, version)
);
INSERT INTO profiles.terms_acceptance
SELECT user_id, terms_version, terms_accepted_at FROM profiles.profile
WHERE terms_version IS NOT NULL AND terms_accepted_at IS NOT NULL;

-- ── Copies: one a person ────────────────────────────────────────────────────
CREATE TABLE privacy.copy (
  user_id uuid PRIMARY KEY,
  path text NOT NULL UNIQUE,       -- in the object store, once it is ready
  state text NOT NULL CHECK (state IN ('making', 'ready', 'failed')),
  attempts int NOT NULL DEFAULT 0,
  requested_at timestamptz NOT NULL,
  bytes bigint,
  expires_at timestamptz,
  CHECK ((state = 'ready') = (bytes IS NOT NULL AND expires_at IS NOT NULL))
);

-- What was erased and when, without a word of whom: a restored backup is held against it, and whoever comes back with one
-- is erased again. Kept in the object store as well, which no restored database takes back.
CREATE TABLE privacy.erasure (
  person_hash uuid PRIMARY KEY,
  erased_at timestamptz NOT NULL
);

-- A report outlives the account of whoever it is about, or who made it.
ALTER TABLE safety.report DROP CONSTRAINT IF EXISTS report_reporter_fkey, DROP CONSTRAINT IF EXISTS report_reported_fkey;
