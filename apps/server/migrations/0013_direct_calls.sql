-- A direct call is a row of the same table: it rings first, and its chat is known from the beginning. Until it is
-- answered ack_due is when it is missed.
ALTER TABLE voice.session
  ADD kind text NOT NULL DEFAULT 'anonymous' CHECK (kind IN ('anonymous', 'direct')),
  ADD accepted_at timestamptz,
  DROP CONSTRAINT session_status_check,
  ADD CONSTRAINT session_status_check
    CHECK (status IN ('ringing', 'connecting', 'active', 'deciding', 'mutual-like', 'completed', 'ended')),
  ADD CHECK (kind = 'anonymous' OR (result IS NULL AND chat_room_id IS NOT NULL AND status NOT IN ('active', 'deciding'))),
  ADD CHECK (kind = 'direct' OR (status <> 'ringing' AND accepted_at IS NULL));

-- The list of calls: one row a person and call, written with its ending. Retained by time like the calls themselves.
CREATE TABLE voice.past_call (
  user_id uuid NOT NULL,
  id uuid NOT NULL,                -- the call's
  kind text NOT NULL CHECK (kind IN ('anonymous', 'direct')),
  other_id uuid NOT NULL,
  other_alias text NOT NULL,
  revealed boolean NOT NULL,       -- the two knew each other when it ended
  direction text NOT NULL CHECK (direction IN ('matched', 'outgoing', 'incoming')),
  outcome text NOT NULL CHECK (
    outcome IN ('match', 'no-match', 'ended-early', 'talked', 'missed', 'declined', 'cancelled', 'busy', 'failed')
  ),
  at timestamptz NOT NULL,
  seconds int,
  PRIMARY KEY (user_id, id),
  CHECK (user_id <> other_id)
) PARTITION BY RANGE (id);
