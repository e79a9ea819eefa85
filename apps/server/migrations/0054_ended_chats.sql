-- Who ended the last chat of each type that two knew each other in, or declined whose hello, once the room is deleted:
-- until they open one again they stay gone to whom they shut out.
CREATE TABLE chats.ended (
  low uuid NOT NULL,
  high uuid NOT NULL,
  type text NOT NULL,
  requested_by uuid,                            -- who said hello in it, unanswered
  closed_by uuid,
  closed_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX ended_pair ON chats.ended (low, high, type, requested_by) NULLS NOT DISTINCT;
CREATE INDEX ended_high ON chats.ended (high);
