-- How far each side of a call came with its signalling: who caused a call that failed to connect.
ALTER TABLE voice.session
  ADD a_signalled text NOT NULL DEFAULT 'nothing' CHECK (a_signalled IN ('nothing', 'description', 'candidate')),
  ADD b_signalled text NOT NULL DEFAULT 'nothing' CHECK (b_signalled IN ('nothing', 'description', 'candidate'));
