; SPDX-License-Identifier: Apache-2.0
; Block copies from or to a choice between local variables.
; RUN: %B/tools/iropt --passes=sroa --stress=all %s
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-LABEL: define double @from_choice
; CHECK-NOT: alloca
; CHECK-NOT: memcpy
; CHECK: [[X:%.*]] = select i1 %c, double %x, double %y
; CHECK: ret double [[X]]
define double @from_choice(i1 %c, i32 %i, double %x, double %y) {
  %a = alloca { i32, i32, double }, align 8
  %b = alloca { i32, i32, double }, align 8
  store i32 %i, ptr %a
  %a8 = getelementptr i8, ptr %a, i64 8
  store double %x, ptr %a8
  store i32 %i, ptr %b
  %b8 = getelementptr i8, ptr %b, i64 8
  store double %y, ptr %b8
  %p = select i1 %c, ptr %a, ptr %b
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b, ptr align 8 %p, i64 16, i1 false)
  %r = load double, ptr %b8
  ret double %r
}

; by way of a phi, and of an array's element
; CHECK-LABEL: define i32 @from_phi
; CHECK-NOT: alloca
; CHECK: phi i32
define i32 @from_phi(i1 %c, i32 %x, i32 %y) {
  %a = alloca [2 x { i32, i32 }], align 8
  %m = alloca { i32, i32 }, align 8
  %a1 = getelementptr i8, ptr %a, i64 8
  store i32 %x, ptr %a1
  store i32 %y, ptr %m
  br i1 %c, label %t, label %j
t:
  br label %j
j:
  %p = phi ptr [ %a1, %t ], [ %m, %0 ]
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %m, ptr align 8 %p, i64 8, i1 false)
  %r = load i32, ptr %m
  ret i32 %r
}

; to a choice; the bytes behind the member move as well
; CHECK-LABEL: define i8 @to_choice
; CHECK-NOT: alloca
; CHECK: select i1 %c, i8
define i8 @to_choice(i1 %c, ptr %from, i8 %old) {
  %a = alloca { i32, i8 }, align 8
  %b = alloca { i32, i8 }, align 8
  %a4 = getelementptr i8, ptr %a, i64 4
  store i8 %old, ptr %a4
  %p = select i1 %c, ptr %a, ptr %b
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %from, i64 8, i1 false)
  %r = load i8, ptr %a4
  ret i8 %r
}

; volatile
; CHECK-LABEL: define void @volatile
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %{{.*}}, ptr align 8 %p, i64 8, i1 true)
define void @volatile(i1 %c, ptr %to) {
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  %p = select i1 %c, ptr %a, ptr %b
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %p, i64 8, i1 true)
  ret void
}

; beyond one of the two
; CHECK-LABEL: define void @beyond
; CHECK: call void @llvm.memcpy
define void @beyond(i1 %c, ptr %to) {
  %a = alloca i64, align 8
  %b = alloca i32, align 8
  %p = select i1 %c, ptr %a, ptr %b
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %p, i64 8, i1 false)
  ret void
}

; more members than a copy is worth
; CHECK-LABEL: define void @many
; CHECK: call void @llvm.memcpy
define void @many(i1 %c, ptr %to) {
  %a = alloca [40 x i8], align 8
  %b = alloca [40 x i8], align 8
  %p = select i1 %c, ptr %a, ptr %b
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %p, i64 40, i1 false)
  ret void
}

; of a size that is known at run time
; CHECK-LABEL: define void @size
; CHECK: call void @llvm.memcpy
define void @size(i1 %c, ptr %to, i64 %n) {
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  %p = select i1 %c, ptr %a, ptr %b
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %p, i64 %n, i1 false)
  ret void
}
