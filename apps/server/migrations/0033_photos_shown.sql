-- Asked for every thumb that is served: only what has a row is anybody's.
CREATE INDEX object_photo_thumb ON media.object (thumb_path) WHERE folder = 'photos';
