; SPDX-License-Identifier: Apache-2.0
; Addresses of fewer bytes than a pointer, in aggregates and by themselves: their low bytes, and none of the neighbour's.
; RUN: cuprum %s -arch=sm_90 -O0 -o %t.ptx; cat %t.ptx
; CHECK: .u32 scalar = x;
; CHECK: .u8 pair[8] = {0xFF(x), 0xFF00(x), 0xFF0000(x), 0xFF000000(x), 7};
; CHECK: .u8 halves[6] = {1, 0, 0xFF(x+4), 0xFF00(x+4), 2};
; CHECK: .u8 extended[16] = {0xFF(generic(x)), 0xFF00(generic(x)), 0xFF0000(generic(x)), 0xFF000000(generic(x)), 0, 0, 0, 0, 3};
; CHECK: .u64 whole[2] = {generic(x), 5};
; RUN[VALUES]: cuprum run %t.ptx --kernel=k --print=0:6 buf:i32:6:zero
; VALUES: arg 0: 1 7 1 2 3 1
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
@x = internal addrspace(1) global [2 x i32] [i32 9, i32 8]
@scalar = internal addrspace(1) global i32 ptrtoint (ptr addrspace(1) @x to i32)
@pair = internal addrspace(1) global { i32, i32 } { i32 ptrtoint (ptr addrspace(1) @x to i32), i32 7 }
@halves = internal addrspace(1) global [3 x i16] [i16 1, i16 ptrtoint (ptr addrspace(1) getelementptr (i32, ptr addrspace(1) @x, i64 1) to i16), i16 2]
@extended = internal addrspace(1) global { ptr, i64 } { ptr inttoptr (i32 ptrtoint (ptr addrspace(1) @x to i32) to ptr), i64 3 }
@whole = internal addrspace(1) global { ptr, i64 } { ptr addrspacecast (ptr addrspace(1) @x to ptr), i64 5 }
define ptx_kernel void @k(ptr addrspace(1) %o) {
  %low = ptrtoint ptr addrspace(1) @x to i32
  %s = load volatile i32, ptr addrspace(1) @scalar
  %a = load volatile i32, ptr addrspace(1) @pair
  %same = icmp eq i32 %a, %low
  %also = icmp eq i32 %s, %low
  %both = and i1 %same, %also
  %z = zext i1 %both to i32
  store i32 %z, ptr addrspace(1) %o
  %q = getelementptr i32, ptr addrspace(1) @pair, i64 1
  %b = load volatile i32, ptr addrspace(1) %q
  %o1 = getelementptr i32, ptr addrspace(1) %o, i64 1
  store i32 %b, ptr addrspace(1) %o1
  %h0 = load volatile i16, ptr addrspace(1) @halves
  %h2p = getelementptr i16, ptr addrspace(1) @halves, i64 2
  %h2 = load volatile i16, ptr addrspace(1) %h2p
  %w0 = zext i16 %h0 to i32
  %w2 = zext i16 %h2 to i32
  %o2 = getelementptr i32, ptr addrspace(1) %o, i64 2
  store i32 %w0, ptr addrspace(1) %o2
  %o3 = getelementptr i32, ptr addrspace(1) %o, i64 3
  store i32 %w2, ptr addrspace(1) %o3
  %e1p = getelementptr i64, ptr addrspace(1) @extended, i64 1
  %e1 = load volatile i64, ptr addrspace(1) %e1p
  %e1t = trunc i64 %e1 to i32
  %o4 = getelementptr i32, ptr addrspace(1) %o, i64 4
  store i32 %e1t, ptr addrspace(1) %o4
  %e = load volatile i64, ptr addrspace(1) @extended
  %l64 = zext i32 %low to i64
  %ee = icmp eq i64 %e, %l64
  %ez = zext i1 %ee to i32
  %o5 = getelementptr i32, ptr addrspace(1) %o, i64 5
  store i32 %ez, ptr addrspace(1) %o5
  %u = load volatile i64, ptr addrspace(1) @whole
  ret void
}
