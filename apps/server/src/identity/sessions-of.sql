-- The sessions of these people. $1 who
SELECT sid FROM identity.session WHERE user_id = ANY($1::uuid[])
