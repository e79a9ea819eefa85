-- A place in the queue is the time at which it was asked for, in µs.
DROP SEQUENCE engagement.place;
