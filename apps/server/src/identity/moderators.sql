-- Everybody who looks after reports.
SELECT user_id AS "userId" FROM identity.account WHERE role IS NOT NULL
