# SPDX-License-Identifier: Apache-2.0
# Tile IR executed by `cuprum run`: inputs/run.mlir, from text and from bytecode.
# RUN: sh %s %S %t 2>&1
M=$1/inputs/run.mlir T=$2
r() {
    k=$1
    shift
    echo "$k:"
    cuprum run "$M" --kernel="$k" "$@" || echo "status $?"
}
r add --grid=3 --print=2 buf:f32:20:iota buf:f32:20:iota buf:f32:24:zero i32:20
# CHECK: add:
# CHECK-NEXT: arg 2: 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 0 0 0 0
r padding --print=1 buf:f32:15:iota buf:f32:8:zero buf:i32:1:zero
# CHECK: 2 by 2 tiles
# CHECK-NEXT: arg 1: 10 -inf 11 -inf 12 -inf 13 -inf
r gather --print=1 --print=2 buf:i32:16:iota buf:i32:8:zero buf:i32:8:zero
# CHECK: arg 1: 12 13 8 9 4 5 0 1
# CHECK-NEXT: arg 2: 6 7 8 9 10 11 12 13
r reduce --print=0 --print=1 buf:i32:8:iota buf:i32:2:zero
# CHECK: arg 0: 0 1 3 6 4 9 15 22
# CHECK-NEXT: arg 1: 6 22
cuprum tile as "$M" -o "${T}k.tileirbc"
M=${T}k.tileirbc
r product --print=2 buf:f16:8:iota buf:f16:8:iota buf:f32:4:zero
# CHECK: arg 2: 56.5 68.5 152.5 196.5
r pointers --print=0 --print=1 buf:i32:8:iota buf:i32:8:zero
# CHECK: before: [0, 0, 0, 1, 0, 4, 0, 9]
# CHECK-NEXT: arg 0: 16 1 2 3 4 5 6 7
# CHECK-NEXT: arg 1: 0 -1 2 -1 4 -1 6 -1
r collatz i32:2
# CHECK: 1 steps
r collatz i32:27
# CHECK: 111 steps
# CHECK: kernel collatz, block (0,0,0), 'assert' failed: too many
# CHECK: status 1
r numbers
# CHECK: [1.000000, 2.000000, -3.500000, 0.101562] [1.000000, 2.000000, -3.500000, 0.099976] [1, 2, -3, 0] [3, -3, 1073741823, 0] [3, -4, 1073741823, 0] [0, -14, 1073741823, 0] [7.000000, 4294967296.000000, 2147483648.000000, 0.000000] [2.000000, 4.000000, 0.088388, 1.071773] [0, 0, 0, 0]
r prints | tr ' ' _
# CHECK: [____5,____-6]|[5____,_-6___]|[00005,_-0006]|[+5,_-6]|[5,_fffffffa]|[5,_4294967290]|[1,_0]
# CHECK-NEXT: [___1.500,___-0.250]|[1.500000e+00,_-2.500000e-01]|[1.500000,_-0.250000]|[1,_0]_[5,_-6]
r least
# CHECK: {{\[nan, 2.000000\]}}
r columns buf:i32:16:iota
# CHECK: {{\[\[13, 14\], \[5, 6\]\] \[\[15, 0\], \[7, 0\]\] 4 4}}
r off --print=0 buf:i32:2:iota
# CHECK: {{\[0, 7\] \[0, 0\]}}
# CHECK-NEXT: arg 0: 8 1
r bits
# CHECK: {{\[\[1, 1\], \[0, 1\]\]}}
# CHECK-NEXT: (unknown):0: tile block: [0, 0, 0], position: [0, 2]: there are zeros
# CHECK-NEXT: (unknown):0: tile block: [0, 0, 0], position: [0, 3]: there are zeros
# CHECK-NEXT: (unknown):0: tile block: [0, 0, 0], position: [1, 0]: there are zeros
# CHECK-NEXT: (unknown):0: tile block: [0, 0, 0], position: [1, 2]: there are zeros
# CHECK-NEXT: (unknown):0: tile block: [0, 0, 0], position: [1, 3]: there are zeros
# CHECK: status 1
r shapes
# CHECK: {{\[\[1, 3\], \[2, 4\]\] \[\[1, 2, 1, 3\], \[3, 4, 2, 4\]\] \[\[1, 3\], \[2, 4\]\]}}
r add --grid=3 buf:f32:20:iota buf:f32:20:iota buf:f32:20:zero i32:24
# CHECK: kernel add, block (2,0,0), 'load_view_tko' loads from address 0x{{[0-9a-f]+}}, which is no memory of the kernel's
# CHECK: status 1
r add i32:1
# CHECK: kernel "add" takes 4 arguments, 1 given
# CHECK: status 2
r collatz i64:1
# CHECK: argument 0 "i64:1" has 8 bytes, the parameter 4
cp "$M" "${T}k.bc"
cuprum run "${T}k.bc" --kernel=collatz i32:2
# CHECK: 1 steps
r nothing
# CHECK: there is no kernel "nothing"
cuprum run "$M"
# CHECK: --kernel must name one of: add, padding, gather
# what has no meaning for tiles is said, by name
for option in --block=32 --shared=64 --max-instructions=9 --stats --profile --seed=3 --on=gpu --jit=on; do
    cuprum run "$1/inputs/run.mlir" --kernel=numbers $option || echo "status $?"
done
# CHECK: error: Tile IR has no threads and is only evaluated: --block is not for it
# CHECK: status 2
# CHECK: --shared is not for it
# CHECK: --max-instructions is not for it
# CHECK: --stats is not for it
# CHECK: --profile is not for it
# CHECK: --seed is not for it
# CHECK: --on=gpu is not for it
# CHECK: --jit=on is not for it
# CHECK: status 2
