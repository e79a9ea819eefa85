-- Everybody who is suspended. $1 now
SELECT user_id AS "userId" FROM identity.account WHERE suspended_until > $1
