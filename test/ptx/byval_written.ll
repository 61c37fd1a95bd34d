; SPDX-License-Identifier: Apache-2.0
; A parameter that is passed by value lies in memory that cannot be written: what changes it, by any kind of access, has a copy.
; EACH: -O0, -O1, -O3
; RUN: cuprum %s %E -arch=sm_90 -o %t.ptx && cuprum run %t.ptx --kernel=k --print=0:8 buf:i32:8:zero bytes:0500000006000000
; CHECK: arg 0: 11 6 5 8 9 1 9 8
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
define void @sets(ptr %p, i32 %v) noinline {
  store i32 %v, ptr %p
  ret void
}
define i32 @device(ptr byval([2 x i32]) align 4 %p) noinline {
  %old = atomicrmw add ptr %p, i32 3 seq_cst
  %n = load i32, ptr %p
  %d = sub i32 %n, 13
  %r = add i32 %d, %old
  ret i32 %r
}
define ptx_kernel void @k(ptr addrspace(1) %o, ptr byval([2 x i32]) align 4 %p) {
  %q = getelementptr i32, ptr %p, i64 1
  %b = load i32, ptr %q
  %old = atomicrmw add ptr %p, i32 %b seq_cst
  %n = load i32, ptr %p
  store i32 %n, ptr addrspace(1) %o
  %p1 = getelementptr i32, ptr addrspace(1) %o, i64 1
  store i32 %b, ptr addrspace(1) %p1
  %p2 = getelementptr i32, ptr addrspace(1) %o, i64 2
  store i32 %old, ptr addrspace(1) %p2
  %x = cmpxchg ptr %q, i32 6, i32 8 seq_cst seq_cst
  %m = load i32, ptr %q
  %p3 = getelementptr i32, ptr addrspace(1) %o, i64 3
  store i32 %m, ptr addrspace(1) %p3
  call void @sets(ptr %p, i32 9)
  %s = load i32, ptr %p
  %p4 = getelementptr i32, ptr addrspace(1) %o, i64 4
  store i32 %s, ptr addrspace(1) %p4
  %y = extractvalue { i32, i1 } %x, 1
  %z = zext i1 %y to i32
  %p5 = getelementptr i32, ptr addrspace(1) %o, i64 5
  store i32 %z, ptr addrspace(1) %p5
  %j = load i32, ptr addrspace(1) %o ; 11: an index that only the run knows
  %h = and i32 %j, 1
  %e = sext i32 %h to i64
  %g = getelementptr i32, ptr %p, i64 %e
  %t = load i32, ptr %g
  %t2 = add i32 %t, 1
  %p6 = getelementptr i32, ptr addrspace(1) %o, i64 6
  store i32 %t2, ptr addrspace(1) %p6
  %d = call i32 @device(ptr byval([2 x i32]) align 4 %p)
  %p7 = getelementptr i32, ptr addrspace(1) %o, i64 7
  store i32 %d, ptr addrspace(1) %p7
  ret void
}
