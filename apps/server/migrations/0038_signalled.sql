-- When a side of a call sent its first description and its first usable candidate: who caused a call that failed to connect.
ALTER TABLE voice.session
  ADD a_described_at timestamptz, ADD a_candidate_at timestamptz,
  ADD b_described_at timestamptz, ADD b_candidate_at timestamptz;
