#!/bin/sh
# Backs up the product of deploy/compose.yaml into a folder of its own, and lets old ones go. For cron:
#   17 3 * * *  /srv/yonder/deploy/backup.sh
set -eu
cd "$(dirname "$0")"
keep_days=14
name=$(date -u +%Y-%m-%dT%H-%M-%S)
backups=${BACKUPS:-$(sed -n 's/^BACKUPS=//p' .env)}
backups=${backups:-./backups}

mkdir -p "$backups"
# The image's account writes there.
test "$(id -u)" != 0 || chown 1000:1000 "$backups"
docker compose run --rm -T --no-deps yonder backup "/backups/$name"

# Only now that there is a whole one; its manifest was written last.
find "$backups" -mindepth 1 -maxdepth 1 -type d -name '20*' -mtime "+$keep_days" -exec rm -rf {} +
