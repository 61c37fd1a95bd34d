; SPDX-License-Identifier: Apache-2.0
; Local constants of the same type and value become one, with the larger alignment; others stay.
; RUN: cuprum link --merge-constants -S %s %S/inputs/merge.ll -o -
; CHECK: @a = internal addrspace(1) constant [2 x i32] [i32 1, i32 2], align 16
; CHECK-NOT: @b
; CHECK: @other = internal addrspace(1) constant [2 x i32] [i32 1, i32 3]
; CHECK: @seen = addrspace(1) constant [2 x i32] [i32 1, i32 2]
; CHECK: @written = internal addrspace(1) global [2 x i32] [i32 1, i32 2]
; CHECK-NOT: @theirs
; CHECK: ret ptr addrspace(1) @a
; CHECK: ret ptr addrspace(1) @a
@a = internal addrspace(1) constant [2 x i32] [i32 1, i32 2], align 4
@b = internal addrspace(1) constant [2 x i32] [i32 1, i32 2], align 16
@other = internal addrspace(1) constant [2 x i32] [i32 1, i32 3], align 4
@seen = addrspace(1) constant [2 x i32] [i32 1, i32 2], align 4
@written = internal addrspace(1) global [2 x i32] [i32 1, i32 2], align 4
define ptr addrspace(1) @f() {
  ret ptr addrspace(1) @b
}
define ptr addrspace(1) @g() {
  ret ptr addrspace(1) @written
}
define ptr addrspace(1) @h() {
  ret ptr addrspace(1) @other
}
