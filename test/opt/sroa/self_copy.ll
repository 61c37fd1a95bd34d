; RUN: %B/tools/iropt --passes=sroa --stress=all %s
; A block copy of a variable to itself goes; one between two places of it is a copy of values.
; CHECK: define i32 @whole
; CHECK-NOT: alloca
; CHECK-NOT: memcpy
; CHECK: ret i32 %r
; CHECK: define i32 @member
; CHECK-NOT: alloca
; CHECK-NOT: memcpy
; CHECK: ret i32 %x
; CHECK: define i32 @moved
; CHECK-NOT: alloca
; CHECK: ret i32 %x
define i32 @whole(i32 %x, i32 %y) {
  %a = alloca [2 x i32]
  %b = getelementptr i8, ptr %a, i64 4
  store i32 %x, ptr %a
  store i32 %y, ptr %b
  %same = getelementptr i8, ptr %b, i64 -4
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %same, i64 8, i1 false)
  %l = load i32, ptr %a
  %m = load i32, ptr %b
  %r = sub i32 %l, %m
  ret i32 %r
}
define i32 @member(i32 %x) {
  %a = alloca [2 x i32]
  %b = getelementptr i8, ptr %a, i64 4
  store i32 %x, ptr %b
  call void @llvm.memmove.p0.p0.i64(ptr %b, ptr %b, i64 4, i1 false)
  %l = load i32, ptr %b
  ret i32 %l
}
define i32 @moved(i32 %x) {
  %a = alloca [2 x i32]
  %b = getelementptr i8, ptr %a, i64 4
  store i32 %x, ptr %a
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 4, i1 false)
  %l = load i32, ptr %b
  ret i32 %l
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
