-- The sign-in session from which somebody took their place or carries their call: who signs out there leaves it.
ALTER TABLE engagement.engagement ADD sid uuid;
