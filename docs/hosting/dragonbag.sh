#!/bin/sh
# /usr/local/bin/dragonbag: manage.py as the site's user and with its settings, for example: dragonbag doctor
set -e
# As systemd reads it, so that a value may have spaces, in quotes or without.
if [ -e /etc/dragonbag.env ]; then
    while IFS= read -r line || [ -n "$line" ]; do
        value=${line#*=}
        case $value in \"*\" | \'*\') value=${value#?} value=${value%?} ;; esac
        case $line in [A-Z]*=*) export "${line%%=*}=$value" ;; esac
    done < /etc/dragonbag.env
fi
export DRAGONBAG_MANAGE=dragonbag
[ "${1:-}" != manage ] || shift
# Files that are named without a folder are kept with the data when another version comes.
cd "${DRAGONBAG_VAR:-/srv/dragonbag/var}" 2>/dev/null || cd /srv/dragonbag
exec runuser -u dragonbag -- /srv/dragonbag/.venv/bin/python /srv/dragonbag/manage.py "$@"
