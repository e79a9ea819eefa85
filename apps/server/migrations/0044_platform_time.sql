-- The platform's time is the server's, and a correction after the server's has jumped: another server may have taken over.
CREATE FUNCTION platform.server_time() RETURNS float8 LANGUAGE sql VOLATILE
  RETURN extract(epoch FROM clock_timestamp())::float8 * 1000;

-- One row, or none: no jump yet.
CREATE TABLE platform.clock_correction (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  ms float8 NOT NULL,          -- added to the server's time at `since`; it wanes from then on
  since_ms float8 NOT NULL     -- in the server's time
);
