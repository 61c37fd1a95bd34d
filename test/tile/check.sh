# SPDX-License-Identifier: Apache-2.0
# The checkers on Tile IR (`cuprum run --check`): each mistake of inputs/check.mlir is found, its correct twin is clean.
# RUN: sh %s %S %t 2>&1
M=$1/inputs/check.mlir
r() {
    k=$1
    shift
    echo "$k:"
    cuprum run "$M" --kernel="$k" --check "$@" 2>&1
    echo "status $?"
}
r past buf:i32:7:iota buf:i32:1:zero i32:7
# CHECK: past:
# CHECK-NEXT: mem: out-of-bounds: 0 bytes past the end of an allocation
# CHECK-NEXT:   at: kernel past, block (0,0,0) ({{.*}}check.mlir:9)
# CHECK-NEXT:     %result, %result_token = load_ptr_tko weak %1 : tile<8xptr<i32>> -> tile<8xi32>, token
# CHECK-NEXT:   global read of 4 bytes, address 0x{{[0-9a-f]+}}
# CHECK-NEXT:   allocation 0x{{[0-9a-f]+}} of 28 bytes, by argument 0
# CHECK-NEXT: 1 finding
# CHECK-NEXT: status 1
r masked --print=1 buf:i32:7:iota buf:i32:1:zero i32:7
# CHECK-NEXT: masked:
# CHECK-NEXT: arg 1: 21
# CHECK-NEXT: status 0
# a view beyond its buffer; one whose last tile is cut; one that is not written
r copy --grid=2 buf:i32:14:iota buf:i32:16:zero i32:16
# CHECK: mem: out-of-bounds: 0 bytes past the end of an allocation
# CHECK-NEXT: at: kernel copy, block (1,0,0)
# CHECK:   2 times
r copy --grid=2 buf:i32:14:iota buf:i32:14:zero i32:14
# CHECK: copy:
# CHECK-NEXT: status 0
r copy --grid=2 buf:i32:16:none buf:i32:16:zero i32:14
# CHECK: init: uninitialised-read: 4 of 4 bytes were never written
# CHECK:   14 times
r promised --grid=2 buf:i32:14:iota buf:i32:14:zero i32:14
# CHECK: mem: outside-of-view: place 14 of dimension 0, where the tensor has 14, though the operation promises to stay inside
# CHECK:   2 times
# CHECK-NEXT: 1 finding
r promised --grid=2 buf:i32:16:iota buf:i32:16:zero i32:16
# CHECK: promised:
# CHECK-NEXT: status 0
# tile blocks
r sum --grid=4 buf:i32:5:zero buf:i32:1:zero
# CHECK: race: read-write: read and write of the same global memory by two tile blocks, in no order
# CHECK-NEXT:   at: kernel sum, block (1,0,0) ({{.*}}check.mlir:57)
# CHECK:   written by: kernel sum, block (0,0,0) ({{.*}}check.mlir:59)
# CHECK: race: write-write: write and write of the same global memory by two tile blocks, in no order
# CHECK: 2 findings
r atomic_sum --grid=4 --print=1 buf:i32:5:zero buf:i32:1:zero
# CHECK: atomic_sum:
# CHECK-NEXT: arg 1: 6
# CHECK-NEXT: status 0
r narrow_sum --grid=4 buf:i32:5:zero buf:i32:1:zero
# CHECK: race: scope: atomic and write of the same global memory by two tile blocks, one of them at the scope of its block
# CHECK: 1 finding
r last --grid=4 buf:i32:5:zero buf:i32:1:zero
# CHECK: last:
# CHECK-NEXT: [0, 1, 2, 3]
# CHECK-NEXT: status 0
r loose --grid=4 buf:i32:5:zero buf:i32:1:zero
# CHECK: race: read-write: read and write of the same global memory by two tile blocks, in no order
# CHECK-NEXT:   at: kernel loose, block (3,0,0) ({{.*}}check.mlir:106)
# CHECK:   written by: kernel loose, block (0,0,0) ({{.*}}check.mlir:98)
# CHECK: 1 finding
# one block
r forgot buf:i32:5:zero buf:i32:1:zero
# CHECK: race: read-write: read and write of the same global memory by a tile block, which no token orders
# CHECK: 1 finding
r in_order buf:i32:5:zero buf:i32:1:zero
# CHECK: in_order:
# CHECK-NEXT: status 0
r own --grid=4 buf:i32:5:zero buf:i32:1:zero
# CHECK: init: uninitialised-read: 4 of 4 bytes were never written
# CHECK-NEXT:   at: kernel own, block (1,0,0)
# CHECK:   allocation 0x{{[0-9a-f]+}} of 16 bytes, by alloca of a tile block
# CHECK-NEXT:   3 times
# CHECK-NEXT: 1 finding
r odd buf:i32:5:zero buf:i32:1:zero
# CHECK: mem: misaligned: the address is no multiple of 4
r wrong buf:i32:5:zero buf:i32:1:zero
# CHECK: check.mlir:140: tile block: [0, 0, 0], position: []: it is not one
# CHECK: api: assertion: failed: it is not one
# CHECK: error: execution stopped: kernel wrong, block (0,0,0), 'assert' ({{.*}}check.mlir:140) failed: it is not one
cuprum run "$M" --kernel=forgot --check --format=json buf:i32:5:zero buf:i32:1:zero || true
# CHECK: {"checker":"race","kind":"read-write",{{.*}}"at":{"host":false,"kernel":"forgot","block":[0,0,0],"instruction":"%result, %result_token = load_ptr_tko weak
# CHECK-SAME: "file":"{{.*}}check.mlir","line":113}
