#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Sets up, builds, and runs every program of examples/ in the virtual machine. An example NAME.cu says
# in `// RUN: ...` lines with which arguments `cuprum run` is called.
. "$(dirname "$0")/setup.sh"
build all
ok=0 bad=0
for f in examples/*.cu; do
    [ -e "$f" ] || continue
    echo
    echo "== $f: $(sed -n '1,5{/SPDX/d;s|^// *||p;}' "$f" | grep -v '^RUN:' | head -1)"
    "$B/bin/cuprum" "$f" -O3 -arch=sm_90 -o "$B/demo.ptx" || { bad=$((bad + 1)); continue; }
    echo "compiled to $(grep -c '' "$B/demo.ptx") lines of PTX"
    sed -n 's|^// *RUN: *||p' "$f" >"$B/demo.runs"
    while read -r args; do
        echo "\$ cuprum run $f $args"
        if eval "\"$B/bin/cuprum\" run \"$f\" $args"; then ok=$((ok + 1)); else bad=$((bad + 1)); fi
    done <"$B/demo.runs"
done
echo
echo "$ok runs succeeded, $bad failed"
[ "$bad" = 0 ]
