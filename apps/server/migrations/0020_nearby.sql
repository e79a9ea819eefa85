CREATE SCHEMA nearby;

-- Where somebody is shown, which is never where they are: the centre of an H3 cell of resolution 7 one to three kilometres
-- off. Of whoever opted out, or was forgotten, the time alone is left until they may say anew where they are.
CREATE TABLE nearby.place (
  user_id uuid PRIMARY KEY,
  cell text,
  area text,                       -- the cell of resolution 5 around it: what is searched by
  lat double precision,
  lng double precision,
  expires_at timestamptz,
  placed_at timestamptz NOT NULL,
  CHECK (num_nulls(cell, area, lat, lng, expires_at) IN (0, 5))
) WITH (fillfactor = 80);
CREATE INDEX place_area ON nearby.place (area);

-- Great-circle distance.
CREATE FUNCTION nearby.km(
  lat double precision, lng double precision, to_lat double precision, to_lng double precision
) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 2 * 6371.0072 * asin(sqrt(least(1,
  sin(radians(to_lat - lat) / 2) ^ 2 + cos(radians(lat)) * cos(radians(to_lat)) * sin(radians(to_lng - lng) / 2) ^ 2
)));

-- What people nearby are chosen by; how they look is profiles.shown_person.
CREATE VIEW profiles.choosable AS SELECT user_id, birth_date, languages, shows_age_range FROM profiles.profile;

-- Whoever said hello there and waits to be accepted. It stays when the room closes unanswered.
ALTER TABLE chats.room ADD requested_by uuid;
