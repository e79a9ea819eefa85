-- What is looked at in the tabs of a node, where there are several.
ALTER TABLE platform.presence ADD looks_at text[] NOT NULL DEFAULT '{}';
