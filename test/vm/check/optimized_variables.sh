# SPDX-License-Identifier: Apache-2.0
# The variables of findings in optimized code have the values that they have at -O0, or are not known: structures cut
# into pieces, loops rotated and unrolled, functions inlined (inputs/pieces.cu, variables.cu).
# RUN: sh %s %S/inputs %t
# CHECK: pieces 0: 1 findings, sum = {x = 3, y = 6, n = 3, tag = 116 't'} (Vec)
# CHECK-NEXT: pieces 1: right
# CHECK-NEXT: pieces 2: right
# CHECK-NEXT: pieces 3: right
# CHECK-NEXT: variables 0: 2 findings
# CHECK-NEXT: variables 1: right
# CHECK-NEXT: variables 2: right
# CHECK-NEXT: variables 3: right
# CHECK-NEXT: pieces 2: sum = {x = 3, y = 6, n = 3, tag = 116 't'} (Vec)
inputs=$1 t=$2
# findings NAME LEVEL ARG...: "finding number, variable" lines; addresses differ with the space behind allocations
findings() {
    name=$1 level=$2
    shift 2
    cuprum opt "$inputs/$name.ll" -O"$level" -arch=sm_80 -o "$t.ll" && cuprum "$t.ll" -G -arch=sm_80 -o "$t.ptx"
    cuprum run "$t.ptx" --check --kernel=kernel --grid=1 --block=1 "$@" 2>&1 |
        awk '/^mem/ { n++ } /^    [a-z]+ = / { sub(/^ */, ""); print n ": " $0 } END { print n " findings" }' |
        sed 's/0x[0-9a-f]*/ADDRESS/' >"$t.$name.$level"
}
compare() {
    name=$1
    findings "$@" >/dev/null
    for level in 0 1 2 3; do
        shift 2
        set -- "$name" $level "$@"
        findings "$@"
        if [ $level = 0 ]; then
            echo "$name 0: $(tail -1 "$t.$name.0"), $(grep -o 'sum = .*' "$t.$name.0" | head -1)"
            continue
        fi
        # what inlined functions add is not in the other
        cut -d= -f1 "$t.$name.0" >"$t.names"
        grep -v 'not known here' "$t.$name.$level" | grep -F -f "$t.names" | grep -v -x -F -f "$t.$name.0" >"$t.wrong"
        if [ -s "$t.wrong" ]; then cat "$t.wrong"; else echo "$name $level: right"; fi
    done
}
compare pieces 0 buf:f32:5:iota buf:f32:8:iota i32:4
compare variables 0 buf:i32:8:iota bytes:090000000000c03f2b00000061626300 i32:3
echo "pieces 2: $(grep -o 'sum = .*' "$t.pieces.2" | head -1)"
