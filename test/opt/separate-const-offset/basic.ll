; Constants in indices become displacements of one common address.
; RUN: %B/tools/iropt --passes=separate-const-offset,gvn,adce --stress=all %s
; CHECK-LABEL: define void @neighbours
; CHECK-NEXT: [[X:%.*]] = sext i32 %i to i64
; CHECK-NEXT: [[P:%.*]] = getelementptr float, ptr %a, i64 [[X]]
; CHECK-NEXT: getelementptr i8, ptr [[P]], i64 4
; CHECK: getelementptr i8, ptr [[P]], i64 -4
define void @neighbours(ptr %a, i32 %i) {
  %j = add nsw i32 %i, 1
  %x = sext i32 %j to i64
  %p = getelementptr float, ptr %a, i64 %x
  store float 1.0, ptr %p
  %k = add nsw i32 %i, -1
  %y = sext i32 %k to i64
  %q = getelementptr float, ptr %a, i64 %y
  store float 2.0, ptr %q
  ret void
}
; unsigned indices wrap
; CHECK-LABEL: define void @wraps
; CHECK-NEXT: add i32 %i, 1
define void @wraps(ptr %a, i32 %i) {
  %j = add i32 %i, 1
  %x = zext i32 %j to i64
  %p = getelementptr float, ptr %a, i64 %x
  store float 1.0, ptr %p
  ret void
}
; thread ids are too small to wrap
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK-LABEL: define void @tid
; CHECK: getelementptr i8, ptr %{{.*}}, i64 4
define void @tid(ptr %a) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %j = add i32 %i, 1
  %x = zext i32 %j to i64
  %p = getelementptr float, ptr %a, i64 %x
  store float 1.0, ptr %p
  ret void
}
; members of structs in an array; or as a sum
; CHECK-LABEL: define void @member
; CHECK: getelementptr { i32, i32 }, ptr %a, i64 %i
; CHECK: getelementptr i8, ptr %{{.*}}, i64 4
; CHECK: [[S:%.*]] = shl i64 %i, 2
; CHECK: getelementptr float, ptr %a, i64 [[S]]
; CHECK: getelementptr i8, ptr %{{.*}}, i64 12
define void @member(ptr %a, i64 %i) {
  %p = getelementptr { i32, i32 }, ptr %a, i64 %i, i32 1
  store i32 1, ptr %p
  %s = shl i64 %i, 2
  %o = or i64 %s, 3
  %q = getelementptr float, ptr %a, i64 %o
  store float 1.0, ptr %q
  ret void
}
; below a variable step
; CHECK-LABEL: define void @below
; CHECK: getelementptr float, ptr %a, i64 %i
; CHECK-NEXT: getelementptr i8, ptr %{{.*}}, i64 16
define void @below(ptr %a, i64 %i) {
  %p = getelementptr i8, ptr %a, i64 16
  %q = getelementptr float, ptr %p, i64 %i
  store float 1.0, ptr %q
  ret void
}
; and into a variable
; CHECK-LABEL: define void @symbol
; CHECK: [[I:%.*]] = trunc i64 %i to i32
; CHECK-NEXT: getelementptr float, ptr addrspace(3) @sh, i32 [[I]]
; CHECK-NEXT: getelementptr i8, ptr addrspace(3) %{{.*}}, i64 64
@sh = internal addrspace(3) global [16 x [16 x float]] undef, align 4
define void @symbol(i64 %i) {
  %q = getelementptr float, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @sh, i64 64), i64 %i
  store float 1.0, ptr addrspace(3) %q
  ret void
}
