-- A call between chat partners goes directly only if both have switched the relay off.
ALTER TABLE profiles.profile ADD relay_calls boolean NOT NULL DEFAULT true;
CREATE VIEW profiles.calls_directly AS SELECT user_id FROM profiles.profile WHERE NOT relay_calls;

-- As both had it when it began to ring. Strangers have no choice.
ALTER TABLE voice.session
  ADD relayed boolean NOT NULL DEFAULT true,
  ADD CHECK (relayed OR kind = 'direct');
