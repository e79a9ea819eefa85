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

keep() {
  test -e "secrets/$1" || cat > "secrets/$1"
}

for name in postgres-password s3-secret turn-secret metrics-token; do
  random | keep "$name"
done
printf 'postgres://yonder:%s@postgres:5432/yonder' "$(cat secrets/postgres-password)" | keep database-url
test -e secrets/oidc-providers ||
  echo 'Still missing: secrets/oidc-providers, the JSON list of your OpenID Connect providers (docs/settings.md).'
