-- What a page of rooms or messages shows of people, for the one statement that reads it.
CREATE VIEW profiles.shown_person AS
SELECT profile.user_id, profile.name, photo.path, photo.thumb_path, profile.read_receipts
FROM profiles.profile
LEFT JOIN profiles.photo ON photo.user_id = profile.user_id AND photo.position = 0;

CREATE VIEW platform.present AS SELECT user_id, away FROM platform.presence;
