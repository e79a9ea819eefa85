-- What became of a case, and of each of its reports: null until a moderator has judged it.
ALTER TABLE moderation.case
  ADD outcome text CHECK (outcome IN ('acted', 'not-acted'));
ALTER TABLE safety.report
  ADD outcome text CHECK (outcome IN ('acted', 'not-acted')),
  ADD outcome_at timestamptz,
  -- Counts against what its reporter may hide at once, until it has an outcome; whether anything was there to hide or not.
  ADD spends_reach boolean NOT NULL DEFAULT false,
  ADD CHECK ((outcome IS NULL) = (outcome_at IS NULL));

UPDATE moderation.case SET outcome = CASE
  WHEN EXISTS (
    SELECT FROM moderation.statement WHERE statement.case_id = "case".id AND statement.state <> 'reversed'
  ) THEN 'acted' ELSE 'not-acted' END
WHERE state = 'closed';
UPDATE safety.report SET outcome = known.outcome, outcome_at = known.closed_at
FROM moderation.case known WHERE known.id = report.case_id AND known.state = 'closed';
UPDATE safety.report SET spends_reach = true
WHERE content = 'hidden' AND outcome IS NULL AND reporter IS NOT NULL;

-- A person's reports are listed latest first; whatever asked for them by time is served as well.
CREATE INDEX report_of_reporter ON safety.report (reporter, id DESC);
DROP INDEX safety.report_reporter;
