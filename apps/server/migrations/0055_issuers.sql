-- Whose word an account is opened on: account.provider is the name its issuer's accounts stand under, which is the
-- provider's id in the settings unless accounts of another issuer stand under it already. What is here from before is
-- bound at the next sign-in; the code before this goes on beside it.
CREATE TABLE identity.issuer (
  issuer text PRIMARY KEY,
  provider text NOT NULL UNIQUE
);
