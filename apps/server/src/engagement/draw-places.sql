-- The first of a block of 16,384 places behind all that were drawn before.
SELECT nextval('engagement.place') AS first
