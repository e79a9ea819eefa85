-- $1 ids, $2 keys · $3 kind · $4 due
INSERT INTO platform.deadline (id, kind, key, due)
SELECT d.id, $3, d.key, $4 FROM unnest($1::uuid[], $2::text[]) AS d (id, key)
