-- What pairs strangers by preference; absent for whoever has no profile to be matched with.
CREATE VIEW profiles.match_preference AS
SELECT user_id, coalesce(languages[1], language) AS language, region FROM profiles.profile;

-- A call that never connected gives the place back: a join before `until` stands where the person stood.
CREATE TABLE engagement.kept_place (
  user_id uuid PRIMARY KEY,
  place bigint NOT NULL,
  since timestamptz NOT NULL,
  until timestamptz NOT NULL
);
CREATE INDEX kept_place_until ON engagement.kept_place (until);
