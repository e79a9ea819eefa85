CREATE SCHEMA screening;

-- What operators add to the words that come along, or take out of them. Few; every node keeps them all.
CREATE TABLE screening.word (
  language text NOT NULL,          -- BCP 47, for whoever keeps the list: every text is looked at for all of them
  word text NOT NULL,
  effect text NOT NULL CHECK (effect IN ('mask', 'review', 'block', 'off')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (language, word)
);

-- Whose age the operator's service of that country has vouched for.
CREATE TABLE screening.assured_age (
  user_id uuid NOT NULL REFERENCES identity.account,
  country text NOT NULL,
  assured_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, country)
);

