#!/bin/sh
# Makes what nobody needs to think of, once: what is there stays as it is.
set -eu
cd "$(dirname "$0")"
# Containers read the files as accounts of their own; on this machine the folder keeps everybody else out.
mkdir -p secrets
chmod 700 secrets
umask 022

random() {
  head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'
}

# Whole or not at all: a secret that is empty would be one that everybody knows.
keep() {
  test ! -s "secrets/$1" || return 0
  cat > "secrets/$1.new"
  test -s "secrets/$1.new" || { echo "secrets/$1 could not be made." >&2; exit 1; }
  mv "secrets/$1.new" "secrets/$1"
}

for name in postgres-password s3-secret turn-secret metrics-token; do
  random | keep "$name"
done
password=$(cat secrets/postgres-password)
printf 'postgres://yonder:%s@postgres:5432/yonder' "$password" | keep database-url
test -s secrets/oidc-providers ||
  echo 'Still missing: secrets/oidc-providers, the JSON list of your OpenID Connect providers (docs/settings.md).'
