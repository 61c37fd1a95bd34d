; RUN: %B/tools/iropt --passes=instcombine --stress=all %s
; Casts, addresses, loads and floats: rewrites that need no more than the values they name (rows of mem.def and cast.def say this file).
@tab = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-LABEL: define i32 @narrow
; CHECK-NEXT: [[A:%.*]] = add i32 %a, %b
; CHECK-NEXT: ret i32 [[A]]
define i32 @narrow(i32 %a, i32 %b) {
  %x = sext i32 %a to i64
  %y = sext i32 %b to i64
  %s = add i64 %x, %y
  %t = trunc i64 %s to i32
  ret i32 %t
}
; CHECK-LABEL: define i64 @mask
; CHECK-NEXT: and i64 %x, 65535
define i64 @mask(i64 %x) {
  %a = trunc i64 %x to i16
  %b = zext i16 %a to i64
  ret i64 %b
}
; CHECK-LABEL: define float @bits
; CHECK-NEXT: load float, ptr %p
; CHECK-NEXT: ret
define float @bits(ptr %p) {
  %a = load i32, ptr %p
  %b = bitcast i32 %a to float
  ret float %b
}
; volatile keeps its type
; CHECK-LABEL: define float @bits_volatile
; CHECK-NEXT: load volatile i32, ptr %p
define float @bits_volatile(ptr %p) {
  %a = load volatile i32, ptr %p
  %b = bitcast i32 %a to float
  ret float %b
}
; CHECK-LABEL: define float @double_rounding
; CHECK-NEXT: fmul float %x, 2.000000e+00
define float @double_rounding(float %x) {
  %a = fpext float %x to double
  %b = fmul double %a, 2.0
  %c = fptrunc double %b to float
  ret float %c
}
; 0.1 is no float
; CHECK-LABEL: define float @not_exact
; CHECK: fmul double
define float @not_exact(float %x) {
  %a = fpext float %x to double
  %b = fmul double %a, 0.1
  %c = fptrunc double %b to float
  ret float %c
}
; CHECK-LABEL: define float @div4
; CHECK-NEXT: fmul float %x, 2.500000e-01
define float @div4(float %x) {
  %a = fdiv float %x, 4.0
  ret float %a
}
; CHECK-LABEL: define float @div3
; CHECK-NEXT: fdiv float %x, 3.0
define float @div3(float %x) {
  %a = fdiv float %x, 3.0
  ret float %a
}
; CHECK-LABEL: define float @div3_fast
; CHECK-NEXT: fmul arcp float %x, 0x3FD5555
define float @div3_fast(float %x) {
  %a = fdiv arcp float %x, 3.0
  ret float %a
}
; CHECK-LABEL: define float @negs
; CHECK-NEXT: fsub float %x, %y
define float @negs(float %x, float %y) {
  %n = fneg float %y
  %a = fadd float %x, %n
  ret float %a
}
; CHECK-LABEL: define ptr @geps
; CHECK-NEXT: getelementptr inbounds i8, ptr %p, i64 20
define ptr @geps(ptr %p) {
  %a = getelementptr inbounds { i32, [4 x i32] }, ptr %p, i64 0, i32 1, i64 2
  %b = getelementptr inbounds i32, ptr %a, i64 2
  ret ptr %b
}
; CHECK-LABEL: define ptr @array
; CHECK-NEXT: getelementptr float, ptr %p, i64 %i
define ptr @array(ptr %p, i64 %i) {
  %a = getelementptr [8 x float], ptr %p, i64 0, i64 %i
  ret ptr %a
}
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
