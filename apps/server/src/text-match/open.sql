-- Matches nobody has touched yet. $1 ids, $2 and $3 the two, $4 and $5 aliases, $6 interests in common · $7 made at
INSERT INTO text_match.session (id, a, b, a_alias, b_alias, interests_in_common, created_at)
SELECT p.*, $7
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::jsonb[]) AS p (
  id, a, b, a_alias, b_alias, interests_in_common
)
