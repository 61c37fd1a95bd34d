; An object that is only a copy of other memory is replaced by it where that saves local memory.
; RUN: %B/tools/iropt --passes=sroa --stress=all %s
%T = type { i32, [8 x i32] }
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @take(ptr byval(%T))
declare void @use(ptr)

; a chain; alignments go down to the source's
; CHECK-LABEL: define ptx_kernel void @param
; CHECK-NOT: alloca
; CHECK: [[E:%.*]] = getelementptr i32, ptr %t, i64 %i
; CHECK: load i32, ptr [[E]], align 4
; CHECK: call void @take(ptr byval({ i32, [8 x i32] }) %t)
define ptx_kernel void @param(ptr byval(%T) align 4 %t, ptr %out, i64 %i) {
  %a = alloca { i32, [8 x i32] }, align 16
  %b = alloca { i32, [8 x i32] }, align 16
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %a, ptr align 4 %t, i64 36, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %b, ptr align 16 %a, i64 36, i1 false)
  %e = getelementptr i32, ptr %b, i64 %i
  %v = load i32, ptr %e, align 16
  store i32 %v, ptr %out
  call void @take(ptr byval({ i32, [8 x i32] }) %a)
  ret void
}

; memory that nothing changes before the read
; CHECK-LABEL: define i32 @unchanged
; CHECK-NOT: alloca
; CHECK: load i32
; CHECK: store i32 1, ptr %in
define i32 @unchanged(ptr %in, i64 %i) {
  %a = alloca [8 x i32]
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %in, i64 32, i1 false)
  %e = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %e
  store i32 1, ptr %in
  ret i32 %v
}

; a store before the read, in a loop behind it, a second write, a part that the copy does not bring
; CHECK-LABEL: define i32 @changed
; CHECK: alloca
define i32 @changed(ptr %in, i64 %i) {
  %a = alloca [8 x i32]
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %in, i64 32, i1 false)
  store i32 1, ptr %in
  %e = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %e
  ret i32 %v
}
; CHECK-LABEL: define i32 @loop
; CHECK: alloca
define i32 @loop(ptr %in, i64 %i) {
entry:
  %a = alloca [8 x i32]
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %in, i64 32, i1 false)
  br label %body
body:
  %e = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %e
  store i32 1, ptr %in
  %c = icmp eq i32 %v, 5
  br i1 %c, label %body, label %end
end:
  ret i32 %v
}
; CHECK-LABEL: define i32 @written
; CHECK: alloca
define i32 @written(ptr %in, i64 %i) {
  %a = alloca [8 x i32]
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %in, i64 32, i1 false)
  store i32 4, ptr %a
  %e = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %e
  ret i32 %v
}
; CHECK-LABEL: define i32 @part
; CHECK: alloca
define i32 @part(ptr %in, i64 %i) {
  %a = alloca [8 x i32]
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %in, i64 28, i1 false)
  %e = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %e
  ret i32 %v
}
; CHECK-LABEL: define i32 @escapes
; CHECK: alloca
define i32 @escapes(ptr %in, i64 %i) {
  %a = alloca [8 x i32]
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %in, i64 32, i1 false)
  call void @use(ptr %a)
  %e = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %e
  ret i32 %v
}
