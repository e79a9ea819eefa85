-- How many calls are not over, without reading all that ever were.
CREATE INDEX session_live ON voice.session (id) WHERE status NOT IN ('completed', 'ended');
