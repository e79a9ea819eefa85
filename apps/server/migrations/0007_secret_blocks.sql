-- A block of a stranger forbids a match at once; what anybody could see of it comes later, lest it tell who the stranger
-- was. Null: it shows.
ALTER TABLE safety.block ADD secret_until timestamptz;
CREATE VIEW safety.hidden_pair AS
SELECT who AS one, whom AS other FROM safety.block WHERE secret_until IS NULL
UNION ALL
SELECT whom, who FROM safety.block WHERE secret_until IS NULL;

-- Whom somebody blocks need not be here: nothing about a block tells missing people from others.
ALTER TABLE safety.block DROP CONSTRAINT block_whom_fkey;
