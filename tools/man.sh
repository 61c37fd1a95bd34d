#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cuprum.1 from doc/man/cuprum.1.in and what `cuprum --help` says of its options.
# tools/man.sh CUPRUM >cuprum.1
"$1" --help | awk '
    function esc(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); return s }
    /^[A-Z][A-Za-z ]*:$/ { on = 1; print ".SS " substr($0, 1, length($0) - 1); next }
    !on { next }
    /^  -/ { s = substr($0, 3); help = ""
             if (match(s, /   +/)) { help = substr(s, RSTART + RLENGTH); s = substr(s, 1, RSTART - 1) }
             print ".TP"; print ".B " esc(s); if (help != "") print esc(help); next }
    /^      / { sub(/^ +/, ""); print esc($0) }' >"${TMPDIR:-/tmp}/cuprum-man.$$"
sed -e "s/@VERSION@/$("$1" --version | sed -n 's/[^0-9]*\([0-9][0-9.]*\).*/\1/p' | head -1)/" \
    -e "/@OPTIONS@/{r ${TMPDIR:-/tmp}/cuprum-man.$$
d
}" doc/man/cuprum.1.in
rm -f "${TMPDIR:-/tmp}/cuprum-man.$$"
