-- Asked for with each copy of somebody's data, page by page, and with an erasure: never all files of all people.
CREATE INDEX object_owned ON media.object (owner, path) WHERE erase_at IS NULL;
