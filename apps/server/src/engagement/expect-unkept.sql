-- Ends the transaction when a place is kept for one of these, or was, or they have caused a failure to connect: they were
-- not asked about it when they came. Asked
-- after their rows were made: whoever gave a place up before is seen here, whoever does so later waits for the row.
-- $1 people
SELECT platform.expect(false)
FROM unnest($1::uuid[]) AS n (user_id)
WHERE (SELECT true FROM engagement.kept_place k WHERE k.user_id = n.user_id LIMIT 1)
  OR (SELECT true FROM engagement.connection_record r WHERE r.user_id = n.user_id LIMIT 1)
