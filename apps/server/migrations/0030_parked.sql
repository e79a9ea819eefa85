-- Counted at each look at the metrics. There are few of them, or none.
CREATE INDEX deadline_parked ON platform.deadline (id) WHERE parked;
