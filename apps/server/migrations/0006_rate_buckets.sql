-- Many keys are drawn in one statement. Losing the buckets in a crash refills them.
DROP TABLE platform.rate_bucket;
CREATE UNLOGGED TABLE platform.rate_bucket (
  key text PRIMARY KEY,
  tokens double precision NOT NULL,
  refilled_at timestamptz NOT NULL,
  granted double precision NOT NULL,     -- to the last draw
  wanted double precision NOT NULL,      -- this and the next two: what a draw's row carries into ON CONFLICT
  burst double precision NOT NULL,
  per_second double precision NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX rate_bucket_age ON platform.rate_bucket (refilled_at);
