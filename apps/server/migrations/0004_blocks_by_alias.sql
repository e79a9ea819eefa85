-- A person blocked by alias and once more by name stands in the list twice: one row for both would tell who the
-- stranger was.
ALTER TABLE safety.block DROP CONSTRAINT block_who_whom_key;
ALTER TABLE safety.block ADD CONSTRAINT block_once UNIQUE NULLS NOT DISTINCT (who, whom, alias);
