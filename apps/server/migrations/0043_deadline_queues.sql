-- The deadlines of calls, of text matches and of people who are put out have a queue of their own, which housekeeping
-- cannot hold up.
CREATE FUNCTION platform.deadline_queue(kind text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN kind LIKE 'voice.%' OR kind LIKE 'text.%' OR kind = 'moderation.expel' THEN 'calls' ELSE 'housekeeping' END;
CREATE INDEX deadline_queue_due ON platform.deadline (platform.deadline_queue(kind), due) WHERE NOT parked;
