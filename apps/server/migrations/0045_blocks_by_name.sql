-- A block of a stranger keeps two from being matched and hides nothing: by name it must not tell who the stranger was.
-- hidden_pair: who is not shown to whom. blocked_pair: who is not matched with whom, whatever they know each other by.
CREATE OR REPLACE VIEW safety.hidden_pair AS
SELECT who AS one, whom AS other FROM safety.block WHERE alias IS NULL
UNION ALL
SELECT whom, who FROM safety.block WHERE alias IS NULL;

-- Who has blocked whom by name, one way: what the blocker alone loses.
CREATE VIEW safety.blocked_by_name AS SELECT who, whom FROM safety.block WHERE alias IS NULL;

-- The name that the blocker knew when they blocked: the list must not change with what the other one does later.
ALTER TABLE safety.block ADD name text;
UPDATE safety.block SET name = shown.name
FROM profiles.shown_person shown
WHERE shown.user_id = block.whom AND block.alias IS NULL;
