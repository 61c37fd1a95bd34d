#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tools/run_examples.sh CUPRUM FOLDER: runs every kernel of examples/ and every whole program of examples/programs/ in the virtual machine, by
# this program, with its output in FOLDER. An example NAME.cu says in `// RUN: ...` lines with which arguments `cuprum run` is called.
cd "$(dirname "$0")/.." || exit 2
cuprum=$1 work=$2
ok=0 bad=0
for f in examples/*.cu; do
    [ -e "$f" ] || continue
    echo
    echo "== $f: $(sed -n '1,5{/SPDX/d;s|^// *||p;}' "$f" | grep -v '^RUN:' | head -1)"
    "$cuprum" "$f" -O3 -arch=sm_90 -o "$work/demo.ptx" || { bad=$((bad + 1)); continue; }
    echo "compiled to $(grep -c '' "$work/demo.ptx") lines of PTX"
    sed -n 's|^// *RUN: *||p' "$f" >"$work/demo.runs"
    while read -r args; do
        echo "\$ cuprum run $f $args"
        if eval "\"$cuprum\" run \"$f\" $args"; then ok=$((ok + 1)); else bad=$((bad + 1)); fi
    done <"$work/demo.runs"
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
    if "$cuprum" build "$f" -arch=sm_90 -o "$work/demo" && "$cuprum" exec "$work/demo"; then ok=$((ok + 1)); else bad=$((bad + 1)); fi
done
echo
echo "$ok runs succeeded, $bad failed"
[ "$bad" = 0 ]
