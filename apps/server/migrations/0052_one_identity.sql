-- A ban is of an identity, whichever account it has now. Immutable, so that accounts can be found by it.
CREATE FUNCTION identity.hash_of(provider text, subject text) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN sha256(convert_to(provider, 'UTF8') || '\x00'::bytea || convert_to(subject, 'UTF8'));
CREATE INDEX account_identity ON identity.account (identity.hash_of(provider, subject));

-- Refused for their age: no decision of a moderator undoes it, and the operator alone does.
ALTER TABLE identity.kept_out ADD for_age boolean NOT NULL DEFAULT false;
UPDATE identity.kept_out SET for_age = true WHERE until > '9999-12-31' AND until <> 'infinity';

-- Of accounts that nobody has ever set up: how long ago their owner was last here.
ALTER TABLE identity.account ADD signed_in_at timestamptz;
CREATE INDEX account_unused ON identity.account (created_at)
WHERE (onboarded_at IS NULL OR refused_at IS NOT NULL) AND erases_at IS NULL;
