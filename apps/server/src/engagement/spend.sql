-- Places kept for people who have taken them again. What else is remembered of their leaving stays. $1 people · $2 now
UPDATE engagement.kept_place SET until = $2 WHERE user_id = ANY ($1::uuid[]) AND until > $2
