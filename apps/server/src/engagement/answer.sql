-- $1 people, $2 request ids, $3 answers · $4 function · $5 now
INSERT INTO platform.answered_request (user_id, function, request_id, answer, answered_at)
SELECT a.user_id, $4, a.request_id, a.answer, $5
FROM unnest($1::uuid[], $2::text[], $3::jsonb[]) AS a (user_id, request_id, answer)
ORDER BY a.user_id, a.request_id
ON CONFLICT DO NOTHING
