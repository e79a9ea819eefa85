-- $1 name, $2 epoch · $3 held until
UPDATE platform.lease SET expires_at = $3 WHERE name = $1 AND epoch = $2 RETURNING epoch
