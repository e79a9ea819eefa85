-- Of whoever opted out: the region they were shown in, an H3 cell of resolution 4, some 50 km across, and the time. With
-- both deleted at once, opting out and in again would be a way to be in many places.
ALTER TABLE nearby.place ADD left_region text;
