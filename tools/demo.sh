#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Sets up, builds, and runs every kernel of examples/ and every whole program of examples/programs/ in the virtual machine. An example NAME.cu says
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
# whole programs, where there is a C++ compiler for the host's half
for f in examples/programs/*.cu; do
    [ -e "$f" ] || continue
    echo
    echo "== $f: $(sed -n '1,5{/SPDX/d;s|^// *||p;}' "$f" | head -1)"
    if ! command -v g++ >/dev/null 2>&1 && ! command -v clang++ >/dev/null 2>&1; then
        echo "not built: it needs a C++ compiler (apt-get install g++)"
        continue
    fi
    echo "\$ cuprum build $f -o demo && cuprum exec ./demo"
    if "$B/bin/cuprum" build "$f" -arch=sm_90 -o "$B/demo" && "$B/bin/cuprum" exec "$B/demo"; then ok=$((ok + 1)); else bad=$((bad + 1)); fi
done
echo
echo "$ok runs succeeded, $bad failed"
[ "$bad" = 0 ]
