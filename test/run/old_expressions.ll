; Constant expressions of LLVM 7 to 18 that do not come to a constant: instructions before their
; user, on the edge for a phi. The same at every level.
; EACH: -O0, -O1, -O3
; RUN: cuprum run %s %E --block=2 --print=0 buf:i32:32:zero
; CHECK: arg 0: 7 1 2 1 4 1 0 1 8 9 40 11 1 7 1 1 7 0 2 1 4 1 0 1 8 9 40 11 1 7 1 2
@a = addrspace(1) global [4 x i32] [i32 7, i32 8, i32 9, i32 10], align 16
@b = addrspace(1) global i32 5, align 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = mul i32 %t, 16
  %o = getelementptr i32, ptr %out, i32 %row
  ; a condition on an address: @a is not null
  %v0 = load i32, ptr addrspace(1) select (i1 icmp ugt (i64 ptrtoint (ptr addrspace(1) @a to i64), i64 3), ptr addrspace(1) @a, ptr addrspace(1) @b)
  store i32 %v0, ptr %o
  %o1 = getelementptr i32, ptr %o, i32 1
  %c0 = icmp eq i32 %t, 0
  br i1 %c0, label %join, label %other
other:
  br label %join
join:
  ; from entry, which has two successors: a block of the edge's own
  %p = phi i32 [ zext (i1 icmp ne (i64 ptrtoint (ptr addrspace(1) @b to i64), i64 4) to i32), %entry ], [ 0, %other ]
  store i32 %p, ptr %o1
  %o2 = getelementptr i32, ptr %o, i32 2
  ; 16-byte alignment: the low bits are zero
  store i32 or (i32 and (i32 trunc (i64 ptrtoint (ptr addrspace(1) @a to i64) to i32), i32 7), i32 2), ptr %o2
  %o3 = getelementptr i32, ptr %o, i32 3
  store i32 add (i32 urem (i32 trunc (i64 ptrtoint (ptr addrspace(1) @a to i64) to i32), i32 8), i32 1), ptr %o3
  %o4 = getelementptr i32, ptr %o, i32 4
  store i32 shl (i32 zext (i1 icmp ult (i64 2, i64 ptrtoint (ptr addrspace(1) @a to i64)) to i32), i32 2), ptr %o4
  %o5 = getelementptr i32, ptr %o, i32 5
  store i32 zext (i1 fcmp olt (double 0.5, double uitofp (i64 ptrtoint (ptr addrspace(1) @a to i64) to double)) to i32), ptr %o5
  %o6 = getelementptr i32, ptr %o, i32 6
  store i32 zext (i1 fcmp olt (double fneg (double 0.5), double fneg (double uitofp (i64 ptrtoint (ptr addrspace(1) @a to i64) to double))) to i32), ptr %o6
  %o7 = getelementptr i32, ptr %o, i32 7
  store i32 trunc (i64 sdiv (i64 ptrtoint (ptr addrspace(1) @a to i64), i64 ptrtoint (ptr addrspace(1) @a to i64)) to i32), ptr %o7
  ; inside of aggregates and vectors
  %o8 = getelementptr i32, ptr %o, i32 8
  store <4 x i32> <i32 8, i32 9, i32 mul (i32 zext (i1 icmp ne (i64 ptrtoint (ptr addrspace(1) @a to i64), i64 4) to i32), i32 40), i32 11>, ptr %o8, align 4
  %o12 = getelementptr i32, ptr %o, i32 12
  store [2 x i32] [i32 zext (i1 icmp ne (i64 ptrtoint (ptr addrspace(1) @a to i64), i64 4) to i32), i32 7], ptr %o12
  %o14 = getelementptr i32, ptr %o, i32 14
  store i32 extractvalue ({i32, [2 x i32]} insertvalue ({i32, [2 x i32]} {i32 3, [2 x i32] zeroinitializer}, i32 zext (i1 icmp ne (i64 ptrtoint (ptr addrspace(1) @a to i64), i64 4) to i32), 1, 0), 1, 0), ptr %o14
  ; edges of a switch that go to the same place
  %o15 = getelementptr i32, ptr %o, i32 15
  switch i32 %t, label %last [ i32 0, label %end
                               i32 9, label %end ]
last:
  br label %end
end:
  %q = phi i32 [ zext (i1 icmp ne (i64 ptrtoint (ptr addrspace(1) @b to i64), i64 4) to i32), %join ], [ zext (i1 icmp ne (i64 ptrtoint (ptr addrspace(1) @b to i64), i64 4) to i32), %join ], [ 2, %last ]
  store i32 %q, ptr %o15
  ; vector expressions, which LLVM still has: the high word of the address is not its low word's
  %x = extractelement <2 x i32> shufflevector (<2 x i32> bitcast (i64 ptrtoint (ptr addrspace(1) @a to i64) to <2 x i32>), <2 x i32> <i32 1, i32 2>, <2 x i32> <i32 1, i32 3>), i32 1
  %y = extractelement <2 x i32> insertelement (<2 x i32> bitcast (i64 ptrtoint (ptr addrspace(1) @a to i64) to <2 x i32>), i32 5, i32 1), i32 1
  %xy = mul i32 %x, %y
  %is = icmp eq i32 %xy, 10
  br i1 %is, label %fine, label %bad
bad:
  store i32 99, ptr %o
  br label %fine
fine:
  ret void
}
