-- Blocks of strangers have no time at which they begin to show, expanded in 0045.
ALTER TABLE safety.block DROP COLUMN secret_until;
DELETE FROM platform.deadline WHERE kind = 'safety.show';
