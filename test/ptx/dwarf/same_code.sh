# SPDX-License-Identifier: Apache-2.0
# Debug records have no effect on the code: without them, the same instructions come out at every level, for any
# number of threads.
# RUN: sh %s %S/inputs %t
# CHECK: tags 0: same
# CHECK-NEXT: tags 1: same
# CHECK-NEXT: tags 2: same
# CHECK-NEXT: tags 3: same
# CHECK-NEXT: values 0: same
# CHECK-NEXT: values 1: same
# CHECK-NEXT: values 2: same
# CHECK-NEXT: values 3: same
# CHECK-NEXT: threads: same
inputs=$1 t=$2
code() { grep -v '^\$L__\(tmp\|func\)' "$1" | grep -v '^[[:space:]]*\.\(loc\|file\)' | sed '/\.section/,$d'; }
for name in tags values; do
    sed "s/ optnone//; s/ noinline//" "$inputs/$name.ll" >"$t.src.ll"
    grep -v "#dbg_" "$t.src.ll" >"$t.bare.ll"
    for level in 0 1 2 3; do
        for kind in with bare; do
            [ $kind = with ] && in=$t.src.ll || in=$t.bare.ll
            cuprum opt "$in" -O$level -arch=sm_80 -o "$t.$kind.opt.ll" &&
                cuprum "$t.$kind.opt.ll" -G -arch=sm_80 -o "$t.$kind.ptx"
            code "$t.$kind.ptx" >"$t.$kind"
        done
        [ -s "$t.with" ] && cmp "$t.with" "$t.bare" && echo "$name $level: same"
    done
done
cuprum "$inputs/tags.ll" -G -arch=sm_80 --split-compile=1 -o "$t.one.ptx"
cuprum "$inputs/tags.ll" -G -arch=sm_80 --split-compile=4 -o "$t.four.ptx"
cmp "$t.one.ptx" "$t.four.ptx" && echo "threads: same"
