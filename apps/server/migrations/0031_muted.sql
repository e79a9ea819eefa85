-- Of each side of a call: no voice comes from there, by choice or for want of a microphone.
ALTER TABLE voice.session
  ADD a_muted boolean NOT NULL DEFAULT false,
  ADD b_muted boolean NOT NULL DEFAULT false;
