-- Whoever leaves before what they asked for is there takes back what they asked until then, on whatever node: a moment,
-- as places are. Null: they have not.
ALTER TABLE engagement.kept_place ADD left_at bigint;
