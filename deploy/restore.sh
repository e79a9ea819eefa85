#!/bin/sh
# deploy/restore.sh deploy/backups/TIME
# Puts a backup in place of all there is, once it was found whole: until then the database that is there stays, and
# afterwards it is kept beside until somebody drops it.
set -eu
test -e "${1:?which backup? deploy/restore.sh deploy/backups/TIME}/manifest.json" ||
  { echo "$1 has no manifest: it is no whole backup." >&2; exit 1; }
folder=$(cd "$1" && pwd -P)
name=$(basename "$folder")
cd "$(dirname "$0")"
backups=${BACKUPS:-$(sed -n 's/^BACKUPS=//p' .env)}
backups=$(cd "${backups:-./backups}" && pwd -P)
test "$folder" = "$backups/$name" ||
  { echo "$folder does not lie in $backups, the only folder that the product sees: copy it there." >&2; exit 1; }
time=$(date -u +%Y%m%d%H%M%S)
new=yonder_restored_$time
aside=yonder_before_$time
in_postgres() {
  docker compose exec -T postgres psql --username=yonder --dbname=postgres --set=ON_ERROR_STOP=1 "$@"
}
# Without it all is as it was.
give_up() {
  echo "Nothing was replaced. What was there is started again." >&2
  in_postgres --command="DROP DATABASE IF EXISTS $new WITH (FORCE)" || true
  docker compose up -d --wait app-1 app-2
  exit 1
}

echo "All there is now is set aside as the database $aside, and $name takes its place. Type yes:"
read -r answer
test "$answer" = yes || exit 1
trap 'exit 1' HUP INT TERM
trap give_up EXIT
docker compose stop app-1 app-2
in_postgres --command="CREATE DATABASE $new"
# Each row and file is compared. Whoever was erased since is erased again by this, and everybody signs in anew.
docker compose run --rm -T --no-deps --entrypoint sh yonder -euc '
  url=$(cat "$DATABASE_URL_FILE")
  unset DATABASE_URL_FILE
  export DATABASE_URL="${url%/*}/$1"
  exec yonder restore "/backups/$2"' sh "$new" "$name"
in_postgres --single-transaction --command="ALTER DATABASE yonder RENAME TO $aside" \
  --command="ALTER DATABASE $new RENAME TO yonder"
trap - EXIT
way_back="The way back:
  docker compose stop app-1 app-2
  docker compose exec postgres psql --username=yonder --dbname=postgres --single-transaction \\
    --command='ALTER DATABASE yonder RENAME TO $new' --command='ALTER DATABASE $aside RENAME TO yonder'
  docker compose up -d --wait app-1 app-2
and once all is well there:
  docker compose run --rm yonder drop-aside $new"
docker compose up -d --wait app-1 app-2 || { echo "$way_back" >&2; exit 1; }
echo "Done. Once all is well: docker compose run --rm yonder drop-aside $aside"
echo "$way_back"
