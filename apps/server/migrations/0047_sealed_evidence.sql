CREATE SCHEMA evidence;

-- A message that its recipient was shown and nobody can see any more: encrypted, until its recipient reports it or its
-- time is over. Left out of every backup, as is the server key that opens it.
CREATE TABLE evidence.sealed (
  room_id uuid NOT NULL,
  seq bigint NOT NULL,
  sender uuid NOT NULL,
  recipient uuid NOT NULL,
  kid text NOT NULL,                            -- the server key that wraps the item's own
  wrapped_key bytea NOT NULL,
  content bytea NOT NULL,                       -- encrypted by the item's key
  file text,                                    -- the file as it was sent; null: there is none
  sealed_file text,                             -- where its encrypted bytes are, or will be
  is_file_sealed boolean NOT NULL DEFAULT false,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (room_id, seq)
);
CREATE UNIQUE INDEX sealed_file ON evidence.sealed (file) WHERE file IS NOT NULL;
CREATE INDEX sealed_waiting ON evidence.sealed (room_id, seq) WHERE file IS NOT NULL AND NOT is_file_sealed;
CREATE INDEX sealed_recipient ON evidence.sealed (recipient);

-- file_key: the stored bytes are encrypted by this key, and only who judges a report is served them. is_counted: against
-- its owner's quota, which what a report alone holds is not.
ALTER TABLE media.object ADD file_key bytea, ADD is_counted boolean NOT NULL DEFAULT true;
