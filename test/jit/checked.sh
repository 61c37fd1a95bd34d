#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# checked.sh FILE.cu KERNEL RUN-OPTIONS...: the checkers find the same in native code as in the interpreter, at -O0 and -O3: kinds,
# instructions, the buffers' bytes. Of races it is the memory's space, since the order of warps decides about the rest. Prints what
# they found, and how many functions were native.
src=$1
kernel=$2
shift 2
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
for o in 0 3; do
    cuprum "$src" -arch=sm_90 -O$o -o "$dir/k.ptx" || exit 1
    for jit in off on; do
        cuprum run "$dir/k.ptx" --kernel="$kernel" --check --max-findings=100 --hash --jit=$jit "$@" >"$dir/all" 2>&1
        echo "status $?" >>"$dir/all"
        if grep -q '^race:' "$dir/all"; then
            sed -n 's/^race: .* of the same \([a-z]*\) memory.*/race: \1/p; /^status/p' "$dir/all" | sort -u >"$dir/$jit"
        else
            grep -E '^(mem|init|sync): |^    [a-z@]|^arg|^status|findings?$' "$dir/all" | sort >"$dir/$jit"
        fi
    done
    diff "$dir/off" "$dir/on" >"$dir/diff" || { echo "$src: $kernel at -O$o differs in native code"; cat "$dir/diff"; exit 1; }
done
grep -E '^(mem|init|race|sync): |^status' "$dir/on"
cuprum run "$dir/k.ptx" --kernel="$kernel" --check --stats --jit=on "$@" 2>&1 | grep -m1 -oE 'functions in native code: [1-9]|without a processor.*' || true
