-- Sessions that ended since then. $1 then
SELECT sid FROM identity.revocation WHERE revoked_at >= $1
