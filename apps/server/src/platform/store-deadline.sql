-- $1 id, $2 kind, $3 key · $4 due
INSERT INTO platform.deadline (id, kind, key, due) VALUES ($1, $2, $3, $4)
