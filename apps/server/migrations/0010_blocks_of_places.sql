-- Each number drawn stands for a block of places, which a node gives to those who come within the next second.
ALTER SEQUENCE engagement.place INCREMENT BY 16384;
