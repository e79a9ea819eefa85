-- Renews, or ends the transaction when the lease was taken over. $1 name, $2 epoch · $3 held until
WITH renewed AS (UPDATE platform.lease SET expires_at = $3 WHERE name = $1 AND epoch = $2 RETURNING epoch)
SELECT platform.expect(EXISTS (SELECT FROM renewed))
