#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# packaging/install.sh FOLDER: what packaging/stage.sh lays out, under a prefix. Behind the files its manifest there names the
# folders that were not there before, with a slash at their ends, for packaging/uninstall.sh. An older version's files that this
# one has no more are removed. Environment as stage.sh's.
set -e
umask 022
to=$1
mkdir -p "$B"
stage=$(mktemp -d "$B/stage-XXXXXX")
trap 'rm -rf "$stage"' EXIT
trap 'exit 1' INT TERM HUP
packaging/stage.sh "$stage/new"

# what an installation that is there already has, and the folders that it made
files=$stage/files manifest=$to/share/cuprum/manifest
cp "$stage/new/share/cuprum/manifest" "$files"
: >"$stage/old"
[ ! -e "$manifest" ] || cp "$manifest" "$stage/old"
(cd "$stage/new" && find . -type d) | while read -r d; do
    [ -d "$to/$d" ] || echo "${d#./}/"
done >"$stage/folders"
grep '/$' "$stage/old" >>"$stage/folders" || true
LC_ALL=C sort -u "$stage/folders" >>"$stage/new/share/cuprum/manifest"

mkdir -p "$to"
tar -C "$stage/new" -cf - -T "$files" | tar -C "$to" --no-same-owner -xpf -
grep -v '/$' "$stage/old" | LC_ALL=C comm -23 - "$files" | while read -r f; do rm -f "$to/$f"; done
echo "  INSTALL $to"
