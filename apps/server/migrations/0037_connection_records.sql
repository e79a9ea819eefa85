-- Failures to connect, by person and mode: who caused two within 10 minutes passes a connection check before the next match.
CREATE TABLE engagement.connection_record (
  user_id uuid NOT NULL,
  mode text NOT NULL CHECK (mode IN ('voice', 'text')),
  -- Since the last check that passed.
  failures int NOT NULL,
  -- Pauses so far: each is twice as long as the one before.
  pauses int NOT NULL,
  -- Whether a check has passed since the first failure.
  checked boolean NOT NULL,
  paused_until timestamptz,
  -- Until then a check is required; null: none is.
  check_until timestamptz,
  -- Nothing of it counts any more.
  forget_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, mode)
);
CREATE INDEX connection_record_forget ON engagement.connection_record (forget_at);

-- Whether the place was kept for them before: a place is kept once, until they are matched.
ALTER TABLE engagement.engagement ADD kept_before boolean NOT NULL DEFAULT false;

-- On which node, so that a node can count its own sockets exactly and ask about the others.
CREATE OR REPLACE VIEW platform.present AS SELECT user_id, away, looking, node_id FROM platform.presence;
