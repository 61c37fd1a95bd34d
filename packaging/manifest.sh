#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# packaging/manifest.sh FOLDER: writes down in its share/cuprum/manifest what lies there, a path a line.
cd "$1" || exit 1
list=$(mktemp)
: >share/cuprum/manifest
find . ! -type d | sed 's|^\./||' | LC_ALL=C sort >"$list" && cat "$list" >share/cuprum/manifest
rm -f "$list"
