ALTER TABLE profiles.profile
  ADD shows_age_range boolean NOT NULL DEFAULT true, -- to partners; the range itself follows from the birth date
  ADD region_changed_on date,                        -- the person's own day, which never goes back
  ADD awaits_premium_since timestamptz;

-- One signed-in browser, as its owner sees it in a list.
ALTER TABLE identity.session
  ADD label text NOT NULL DEFAULT '',
  ADD last_seen_at timestamptz;
UPDATE identity.session SET last_seen_at = created_at;
ALTER TABLE identity.session ALTER last_seen_at SET NOT NULL;
