; SPDX-License-Identifier: Apache-2.0
@theirs = internal addrspace(1) constant [2 x i32] [i32 1, i32 2], align 4
define ptr addrspace(1) @their_function() {
  ret ptr addrspace(1) @theirs
}
