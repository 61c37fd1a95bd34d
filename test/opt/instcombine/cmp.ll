; Comparisons of sums, extensions and booleans; minima, maxima and absolute values by comparison.
; RUN: %B/tools/iropt --passes=instcombine --stress=all %s
; CHECK-LABEL: define i1 @eq
; CHECK-NEXT: icmp eq i32 %x, 7
define i1 @eq(i32 %x) {
  %a = add i32 %x, 3
  %c = icmp eq i32 %a, 10
  ret i1 %c
}
; without nsw an ordered comparison stays
; CHECK-LABEL: define i1 @wraps
; CHECK-NEXT: add i32 %x, 3
; CHECK-NEXT: icmp slt i32
define i1 @wraps(i32 %x) {
  %a = add i32 %x, 3
  %c = icmp slt i32 %a, 10
  ret i1 %c
}
; CHECK-LABEL: define i1 @nsw
; CHECK-NEXT: icmp slt i32 %x, 7
define i1 @nsw(i32 %x) {
  %a = add nsw i32 %x, 3
  %c = icmp slt i32 %a, 10
  ret i1 %c
}
; CHECK-LABEL: define i1 @ext
; CHECK-NEXT: icmp ult i8 %x, 10
define i1 @ext(i8 %x) {
  %a = zext i8 %x to i32
  %c = icmp slt i32 %a, 10
  ret i1 %c
}
; CHECK-LABEL: define i1 @boolean
; CHECK-NEXT: ret i1 %x
define i1 @boolean(i1 %x) {
  %a = zext i1 %x to i32
  %c = icmp ne i32 %a, 0
  ret i1 %c
}
; CHECK-LABEL: define i1 @boolean_select
; CHECK-NEXT: xor i1 %x, true
define i1 @boolean_select(i1 %x) {
  %a = select i1 %x, i32 3, i32 5
  %c = icmp eq i32 %a, 5
  ret i1 %c
}
; CHECK-LABEL: define i1 @strict
; CHECK-NEXT: icmp sgt i32 %x, 4
define i1 @strict(i32 %x) {
  %c = icmp sle i32 5, %x
  ret i1 %c
}
; CHECK-LABEL: define i32 @minmax
; CHECK-NEXT: call i32 @llvm.smin.i32(i32 %x, i32 255)
; CHECK-NEXT: call i32 @llvm.smax.i32(i32 {{.*}}, i32 0)
define i32 @minmax(i32 %x) {
  %c = icmp sgt i32 %x, 255
  %a = select i1 %c, i32 255, i32 %x
  %d = icmp slt i32 %a, 0
  %b = select i1 %d, i32 0, i32 %a
  ret i32 %b
}
; CHECK-LABEL: define i32 @abs
; CHECK-NEXT: call i32 @llvm.abs.i32(i32 %x, i1 true)
define i32 @abs(i32 %x) {
  %n = sub nsw i32 0, %x
  %c = icmp slt i32 %x, 0
  %a = select i1 %c, i32 %n, i32 %x
  ret i32 %a
}
; CHECK-LABEL: define i32 @bool
; CHECK-NEXT: zext i1 %c to i32
define i32 @bool(i1 %c) {
  %a = select i1 %c, i32 1, i32 0
  ret i32 %a
}
; floats: a comparison is not a minimum (NaN, signed zero)
; CHECK-LABEL: define float @fmin
; CHECK: select
define float @fmin(float %x, float %y) {
  %c = fcmp olt float %x, %y
  %a = select i1 %c, float %x, float %y
  ret float %a
}
