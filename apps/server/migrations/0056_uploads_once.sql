-- An upload that is sent again, because its answer was lost or is slow to come, is the same upload.
ALTER TABLE media.object
  ADD request_id text,             -- the sender's; the same on every retry
  ADD putting uuid;                -- the node that puts the bytes into the store; null: they are there
CREATE UNIQUE INDEX object_of_request ON media.object (owner, request_id)
  WHERE request_id IS NOT NULL AND erase_at IS NULL AND held_at IS NULL;
