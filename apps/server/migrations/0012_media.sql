CREATE SCHEMA media;

-- What a person's files take of the store, in bytes. One row a person, so that two uploads at once cannot both be the last that fits.
CREATE TABLE media.usage (
  owner uuid PRIMARY KEY,
  bytes bigint NOT NULL CHECK (bytes >= 0)
) WITH (fillfactor = 70);

CREATE TABLE media.object (
  path text PRIMARY KEY,
  owner uuid NOT NULL,
  folder text NOT NULL,
  bytes int NOT NULL,
  thumb_path text,
  thumb_bytes int NOT NULL DEFAULT 0,
  meta jsonb NOT NULL,             -- what was measured: seconds, or width, height and placeholder
  created_at timestamptz NOT NULL,
  taken_by text,                   -- the message (or profile) it belongs to; null: nobody's yet
  erase_at timestamptz             -- set: nobody's any more, its bytes are on their way out
);
CREATE INDEX object_to_erase ON media.object (erase_at) WHERE erase_at IS NOT NULL;
-- A message takes one file, whatever its sender uploads meanwhile.
CREATE UNIQUE INDEX object_of_message ON media.object (owner, taken_by) WHERE taken_by IS NOT NULL AND folder <> 'photos';

-- A one-time image that can still be seen. Whoever deletes the row may serve it: nobody else ever will.
CREATE TABLE media.one_time (
  path text PRIMARY KEY REFERENCES media.object,
  sender uuid NOT NULL,
  message_key text NOT NULL,
  expires_at timestamptz NOT NULL, -- unopened
  opened_until timestamptz,        -- null: sealed
  opened_by text                   -- session and tab
);
