-- A repeated join is known by the row it made, or by the place that was given up, instead of by an answer kept beside.
ALTER TABLE engagement.engagement ADD request_id text;
ALTER TABLE engagement.kept_place ADD request_id text;
-- Whoever is put back in the queue stands where their own row says.
ALTER TABLE voice.session DROP a_place, DROP b_place, DROP a_since, DROP b_since;
-- Whether somebody is suspended is asked of everybody who joins, and is true of few.
CREATE INDEX account_barred ON identity.account (user_id) WHERE suspended_until IS NOT NULL;
-- Ends a transaction whose statements were all sent before any was answered.
CREATE FUNCTION platform.expect(held boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF held IS NOT TRUE THEN RAISE EXCEPTION 'not as expected' USING ERRCODE = 'YX001'; END IF;
END $$;
