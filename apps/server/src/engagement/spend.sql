-- Places kept for people who have taken them again. $1 people
DELETE FROM engagement.kept_place WHERE user_id = ANY ($1::uuid[])
