; Two halves of a word are put together and taken apart by one instruction.
; RUN: %B/tools/iropt --passes=pack-halves --stress=all %s
; CHECK-LABEL: define i32 @both
; CHECK-NEXT: [[A:%[0-9]+]] = insertelement <2 x i16> poison, i16 %a, i32 0
; CHECK-NEXT: [[B:%[0-9]+]] = insertelement <2 x i16> [[A]], i16 %b, i32 1
; CHECK-NEXT: bitcast <2 x i16> [[B]] to i32
; CHECK-NEXT: ret
define i32 @both(i16 %a, i16 %b) {
  %l = zext i16 %a to i32
  %h = zext i16 %b to i32
  %s = shl i32 %h, 16
  %r = or i32 %s, %l
  ret i32 %r
}
; CHECK-LABEL: define i64 @masked_low
; CHECK-NEXT: trunc i64 %x to i32
; CHECK: bitcast <2 x i32>
define i64 @masked_low(i64 %x, i32 %b) {
  %l = and i64 %x, 4294967295
  %h = sext i32 %b to i64
  %s = shl i64 %h, 32
  %r = or i64 %l, %s
  ret i64 %r
}
; CHECK-LABEL: define i16 @upper
; CHECK-NEXT: bitcast i32 %x to <2 x i16>
; CHECK-NEXT: extractelement <2 x i16> {{%.*}}, i32 1
define i16 @upper(i32 %x) {
  %s = lshr i32 %x, 16
  %r = trunc i32 %s to i16
  ret i16 %r
}
; another width of half, a shift by something else, a shift that is used elsewhere, an upper part
; that is more than a half
; CHECK-LABEL: define i32 @not_these
; CHECK-NOT: bitcast
; CHECK: ret
define i32 @not_these(i8 %a, i16 %b, i32 %x, ptr %p) {
  %l = zext i8 %a to i32
  %h = zext i16 %b to i32
  %s = shl i32 %h, 8
  %o = or i32 %l, %s
  %t = shl i32 %h, 16
  store i32 %t, ptr %p
  %q = or i32 %o, %t
  %u = shl i32 %x, 16
  %w = or i32 %q, %u
  ret i32 %w
}
