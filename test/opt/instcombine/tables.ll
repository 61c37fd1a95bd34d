; RUN: %B/tools/iropt --passes=instcombine --stress=all %s
; Constant tables are read where they lie, not from a copy, and known elements are constants.
@tab = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-LABEL: define i32 @constant
; CHECK-NEXT: ret i32 3
define i32 @constant() {
  %p = getelementptr i32, ptr @tab, i64 2
  %v = load i32, ptr %p
  ret i32 %v
}
; a table copied to the stack only to be read
; CHECK-LABEL: define i32 @table
; CHECK-NEXT: [[P:%.*]] = getelementptr i32, ptr @tab, i64 %i
; CHECK-NEXT: load i32, ptr [[P]]
define i32 @table(i64 %i) {
  %t = alloca [4 x i32], align 4
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr @tab, i64 16, i1 false)
  %p = getelementptr [4 x i32], ptr %t, i64 0, i64 %i
  %v = load i32, ptr %p
  ret i32 %v
}
; written afterwards: a copy it stays
; CHECK-LABEL: define i32 @table_written
; CHECK-NEXT: alloca
define i32 @table_written(i64 %i) {
  %t = alloca [4 x i32], align 4
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr @tab, i64 16, i1 false)
  store i32 9, ptr %t
  %p = getelementptr [4 x i32], ptr %t, i64 0, i64 %i
  %v = load i32, ptr %p
  ret i32 %v
}
