; RUN: %B/tools/iropt --passes=instcombine --stress=all %s
; Casts that only make what is computed between them wider, or only change what bits are called.
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
