-- A deadline whose effect has failed, unless another node has had it since. $1 id, $2 attempts before · $3 due, $4 parked
UPDATE platform.deadline
SET attempts = attempts + 1, due = $3, parked = $4
WHERE id = $1 AND attempts = $2
