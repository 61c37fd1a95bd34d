#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# packaging/uninstall.sh FOLDER: removes what `make install` put there, and the folders that it made if nobody else uses them.
set -e
from=$1 manifest=$1/share/cuprum/manifest
if [ ! -e "$manifest" ]; then
    echo "uninstall: $manifest is not there: nothing of ours is installed in $from" >&2
    exit 1
fi
list=$(mktemp)
trap 'rm -f "$list"' EXIT
LC_ALL=C sort -r "$manifest" >"$list" # what lies in a folder comes before it
grep -v '/$' "$list" | while read -r f; do rm -f "$from/$f"; done
grep '/$' "$list" | while read -r d; do
    [ "$d" = ./ ] && d=
    rmdir "$from/$d" 2>/dev/null || true
done
echo "  UNINSTALL $from"
