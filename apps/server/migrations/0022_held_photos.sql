-- A photo that a report keeps after its profile has let it go: nobody is served it.
ALTER TABLE media.object ADD held_at timestamptz;
-- Asked for every photo that is served: what is withdrawn is rare.
CREATE INDEX object_withdrawn_thumb ON media.object (thumb_path) WHERE held_at IS NOT NULL OR erase_at IS NOT NULL;
