-- Who leaves a queue takes back what they asked of it until then, on whatever node it is still on its way. Null: they have not.
ALTER TABLE engagement.kept_place ADD voice_left_at timestamptz, ADD text_left_at timestamptz;
