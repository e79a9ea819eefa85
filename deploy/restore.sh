#!/bin/sh
# deploy/restore.sh deploy/backups/TIME
# Puts a backup in place of all there is. The database of before is kept beside it until somebody drops it.
set -eu
folder=${1:?which backup? deploy/restore.sh deploy/backups/TIME}
test -e "$folder/manifest.json" || { echo "$folder has no manifest: it is no whole backup." >&2; exit 1; }
name=$(basename "$folder")
cd "$(dirname "$0")"
aside=yonder_before_$(date -u +%Y%m%d%H%M%S)
in_postgres() {
  docker compose exec -T postgres psql --username=yonder --dbname=postgres --set=ON_ERROR_STOP=1 "$@"
}

echo "All there is now is set aside as the database $aside, and $name takes its place. Type yes:"
read -r answer
test "$answer" = yes || exit 1
docker compose stop app-1 app-2
in_postgres --command="ALTER DATABASE yonder RENAME TO $aside" --command='CREATE DATABASE yonder'
# Whoever was erased since is erased again by this.
docker compose run --rm -T --no-deps yonder restore "/backups/$name"
docker compose up -d --wait app-1 app-2
echo "Done. Once all is well: docker compose exec postgres dropdb --username=yonder $aside"
