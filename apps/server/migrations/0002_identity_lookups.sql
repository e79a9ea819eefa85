-- Read every 2 s by every node: who may not act at the moment.
CREATE INDEX account_suspended ON identity.account (suspended_until) WHERE suspended_until IS NOT NULL;
