; What does not change in a loop is computed before it, if that can do no harm.
; RUN: %B/tools/iropt --passes=licm --stress=all %s
declare void @llvm.nvvm.barrier0()
@v = addrspace(1) global i32 0
; CHECK-LABEL: define i32 @arith
; CHECK: mul i32 %x, %y
; CHECK-NEXT: sdiv i32 %x, %y
; CHECK-NEXT: br label %l
define i32 @arith(i32 %x, i32 %y, i1 %c) {
e:
  br label %l
l:
  %s = phi i32 [ 0, %e ], [ %t, %l ]
  %a = mul i32 %x, %y
  %d = sdiv i32 %x, %y
  %u = add i32 %s, %a
  %t = add i32 %u, %d
  br i1 %c, label %l, label %o
o:
  ret i32 %t
}
; a load in the header that nothing writes to; one that a store may change stays
; CHECK-LABEL: define void @loads
; CHECK: load i32, ptr %p
; CHECK: l:
; CHECK: load i32, ptr %q
define void @loads(ptr noalias %p, ptr %q, ptr %r, i1 %c) {
e:
  br label %l
l:
  %a = load i32, ptr %p
  %b = load i32, ptr %q
  %s = add i32 %a, %b
  store i32 %s, ptr %r
  br i1 %c, label %l, label %o
o:
  ret void
}
; not certain to run: only what is there anyway
; CHECK-LABEL: define void @maybe
; CHECK: load i32, ptr addrspace(1) @v
; CHECK: b:
; CHECK: load i32, ptr %p
define void @maybe(ptr noalias %p, ptr addrspace(3) %r, i1 %c) {
e:
  br label %l
l:
  br i1 %c, label %b, label %o
b:
  %a = load i32, ptr %p
  %g = load i32, ptr addrspace(1) @v
  %s = add i32 %a, %g
  store i32 %s, ptr addrspace(3) %r
  br label %l
o:
  ret void
}
; barriers order loads; shuffles and volatile loads stay
; CHECK-LABEL: define void @barrier
; CHECK: br label %l
; CHECK: l:
; CHECK: load i32, ptr %p
; CHECK: load volatile i32, ptr %p
; CHECK: call i32 @llvm.nvvm.shfl
define void @barrier(ptr %p, i1 %c, i32 %x) {
e:
  br label %l
l:
  %a = load i32, ptr %p
  %b = load volatile i32, ptr %p
  %s = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %x, i32 1, i32 31)
  call void @llvm.nvvm.barrier0()
  br i1 %c, label %l, label %o
o:
  ret void
}
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
; a division that some iteration may not get to stays: the divisor may be zero then
; CHECK-LABEL: define i32 @division_behind_exit
; CHECK: b:
; CHECK-NEXT: udiv i32 %x, %y
define i32 @division_behind_exit(i32 %x, i32 %y, i1 %c, i1 %d) {
e:
  br label %l
l:
  %s = phi i32 [ 0, %e ], [ %t, %b ]
  br i1 %c, label %b, label %o
b:
  %q = udiv i32 %x, %y
  %t = add i32 %s, %q
  br i1 %d, label %l, label %o
o:
  %r = phi i32 [ %s, %l ], [ %t, %b ]
  ret i32 %r
}
; nor does one behind a call that may not come back
declare void @leaves()
; CHECK-LABEL: define i32 @division_behind_call
; CHECK: call void @leaves()
; CHECK-NEXT: urem i64 %x, %y
define i32 @division_behind_call(i64 %x, i64 %y, i1 %c) {
e:
  br label %l
l:
  %s = phi i64 [ 0, %e ], [ %t, %l ]
  call void @leaves()
  %q = urem i64 %x, %y
  %t = add i64 %s, %q
  br i1 %c, label %l, label %o
o:
  %r = trunc i64 %t to i32
  ret i32 %r
}
