#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tries the README's two commands on a bare Debian: tools/check_fresh.sh bookworm|trixie
# Makes the system in a folder (debootstrap --variant=minbase: no compiler, no make, no git, one locale), puts the committed
# tree into it and runs tools/demo.sh and tools/check.sh there as root.
# Needs root, debootstrap and a Debian mirror; refuses with status 2 where they are missing. Environment:
#   CACHE   where the bare systems are kept, one tar file each (default: ~/.cache/cuprum)
#   MIRROR  of Debian (default: the one that this machine's apt uses)
#   KEEP=1  leave the folder; FOLDER=DIR goes on in one that was left (the tree is renewed, build/ stays)
#   JOBS    at a time (default: as many as processors)
# The last line is `N passed, N failed, N skipped`.
cd "$(dirname "$0")/.." || exit 2

. tools/bare_debian.sh

passed=0 failed=0 skipped=0
echo "==== $suite: tools/demo.sh"
if inside tools/demo.sh; then passed=1; else failed=1 && echo "FAIL tools/demo.sh"; fi

echo "==== $suite: tools/check.sh"
log=$(mktemp)
inside tools/check.sh 2>&1 | tee "$log"
counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$log" | tail -1 | tr -cd '0-9 ')
rm -f "$log"
if [ -n "$counts" ]; then
    set -- $counts
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
else
    failed=$((failed + 1))
    echo "FAIL tools/check.sh: no result"
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
