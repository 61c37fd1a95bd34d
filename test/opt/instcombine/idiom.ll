; RUN: %B/tools/iropt --passes=instcombine --stress=all %s
; Idioms of programs: clamps, differences that stop at zero, distances, rotations, signs, fields.

; CHECK-LABEL: define i32 @clamp
; CHECK: call i32 @llvm.smin.i32(i32 %x, i32 255)
; CHECK: call i32 @llvm.smax.i32(i32 %m, i32 0)
; CHECK-NOT: select
; CHECK: ret i32
define i32 @clamp(i32 %x) {
  %h = icmp sgt i32 %x, 255
  %m = select i1 %h, i32 255, i32 %x
  %l = icmp slt i32 %x, 0
  %r = select i1 %l, i32 0, i32 %m
  ret i32 %r
}
; CHECK-LABEL: define i16 @clamp_high
; CHECK: call i16 @llvm.umax.i16(i16 %x, i16 3)
; CHECK: call i16 @llvm.umin.i16(i16 %l, i16 9)
define i16 @clamp_high(i16 %x) {
  %l = call i16 @llvm.umax.i16(i16 %x, i16 3)
  %h = icmp ult i16 %x, 9
  %r = select i1 %h, i16 %l, i16 9
  ret i16 %r
}
; Not where the ends cross, or are others.
; CHECK-LABEL: define i32 @no_clamp
; CHECK: select i1
; CHECK: select i1
define i32 @no_clamp(i32 %x, ptr %p) {
  %m = call i32 @llvm.smin.i32(i32 %x, i32 5)
  %l = icmp slt i32 %x, 7
  %r = select i1 %l, i32 7, i32 %m
  store i32 %r, ptr %p
  %k = icmp slt i32 %x, 2
  %s = select i1 %k, i32 4, i32 %m
  ret i32 %s
}
; CHECK-LABEL: define i32 @stops_at_zero
; CHECK: [[M:%[0-9]+]] = call i32 @llvm.umax.i32(i32 %x, i32 %y)
; CHECK-NEXT: %r = sub i32 [[M]], %y
define i32 @stops_at_zero(i32 %x, i32 %y) {
  %c = icmp ugt i32 %x, %y
  %d = sub i32 %x, %y
  %r = select i1 %c, i32 %d, i32 0
  ret i32 %r
}
; CHECK-LABEL: define i32 @constant_stops
; CHECK: [[M:%[0-9]+]] = call i32 @llvm.smax.i32(i32 %x, i32 12)
; CHECK-NEXT: %r = add i32 [[M]], -12
define i32 @constant_stops(i32 %x) {
  %c = icmp slt i32 %x, 12
  %d = add nsw i32 %x, -12
  %r = select i1 %c, i32 0, i32 %d
  ret i32 %r
}
; Not if the difference is needed anyway.
; CHECK-LABEL: define i32 @no_stop
; CHECK: %r = select
define i32 @no_stop(i32 %x, i32 %y, ptr %p) {
  %c = icmp ugt i32 %x, %y
  %d = sub i32 %x, %y
  store i32 %d, ptr %p
  %r = select i1 %c, i32 %d, i32 0
  ret i32 %r
}
; CHECK-LABEL: define i32 @distance
; CHECK: [[D:%[0-9a-z]+]] = sub nsw i32 %x, %y
; CHECK: call i32 @llvm.abs.i32(i32 [[D]], i1 false)
define i32 @distance(i32 %x, i32 %y) {
  %c = icmp sgt i32 %x, %y
  %d = sub nsw i32 %x, %y
  %e = sub nsw i32 %y, %x
  %r = select i1 %c, i32 %d, i32 %e
  ret i32 %r
}
; CHECK-LABEL: define i32 @byte_distance
; CHECK: call i32 @llvm.abs.i32
; CHECK-NOT: select
; CHECK: ret i32
define i32 @byte_distance(i8 %x, i8 %y) {
  %a = zext i8 %x to i32
  %b = zext i8 %y to i32
  %d = sub nsw i32 %a, %b
  %c = icmp slt i32 %d, 0
  %n = sub nsw i32 0, %d
  %r = select i1 %c, i32 %n, i32 %d
  ret i32 %r
}
; A difference that wraps has no sign.
; CHECK-LABEL: define i32 @no_distance
; CHECK: select
define i32 @no_distance(i32 %x, i32 %y) {
  %c = icmp ugt i32 %x, %y
  %d = sub i32 %x, %y
  %e = sub i32 %y, %x
  %r = select i1 %c, i32 %d, i32 %e
  ret i32 %r
}
; CHECK-LABEL: define i32 @rotate
; CHECK: call i32 @llvm.fshl.i32(i32 %x, i32 %x, i32 %k)
define i32 @rotate(i32 %x, i32 %k) {
  %a = and i32 %k, 31
  %s = shl i32 %x, %a
  %n = sub i32 32, %k
  %b = and i32 %n, 31
  %t = lshr i32 %x, %b
  %r = or i32 %s, %t
  ret i32 %r
}
; CHECK-LABEL: define i32 @rotate_right
; CHECK: call i32 @llvm.fshr.i32(i32 %x, i32 %x, i32 %k)
define i32 @rotate_right(i32 %x, i32 %k) {
  %a = and i32 %k, 31
  %s = lshr i32 %x, %a
  %n = sub i32 0, %k
  %b = and i32 %n, 31
  %t = shl i32 %x, %b
  %r = or i32 %s, %t
  ret i32 %r
}
; CHECK-LABEL: define i32 @funnel
; CHECK: call i32 @llvm.fshl.i32(i32 %x, i32 %y, i32 %k)
define i32 @funnel(i32 %x, i32 %y, i32 %k) {
  %s = shl i32 %x, %k
  %n = sub i32 32, %k
  %t = lshr i32 %y, %n
  %r = or i32 %s, %t
  ret i32 %r
}
; With masks, a count of 0 joins the two.
; CHECK-LABEL: define i32 @no_funnel
; CHECK: %r = or i32
define i32 @no_funnel(i32 %x, i32 %y, i32 %k) {
  %a = and i32 %k, 31
  %s = shl i32 %x, %a
  %n = sub i32 32, %k
  %b = and i32 %n, 31
  %t = lshr i32 %y, %b
  %r = or i32 %s, %t
  ret i32 %r
}
; CHECK-LABEL: define i32 @sign
; CHECK: ashr i32 %x, 31
; CHECK-NOT: sub
; CHECK: ret i32
define i32 @sign(i32 %x) {
  %p = icmp sgt i32 %x, 0
  %a = zext i1 %p to i32
  %n = icmp slt i32 %x, 0
  %b = zext i1 %n to i32
  %r = sub i32 %a, %b
  ret i32 %r
}
; CHECK-LABEL: define i32 @field
; CHECK-NEXT: %c = and i32 %x, 65280
; CHECK-NEXT: ret i32 %c
define i32 @field(i32 %x) {
  %a = lshr i32 %x, 8
  %b = and i32 %a, 255
  %c = shl i32 %b, 8
  ret i32 %c
}
; CHECK-LABEL: define i32 @field_up
; CHECK: shl i32 %x, 3
; CHECK: and i32 {{%[0-9]+}}, 64
define i32 @field_up(i32 %x) {
  %a = lshr i32 %x, 3
  %b = and i32 %a, 1
  %c = shl i32 %b, 6
  ret i32 %c
}
; Letters of both cases; two values one bit apart.
; CHECK-LABEL: define i1 @letter
; CHECK: [[A:%[0-9]+]] = and i8 %c, -33
; CHECK: [[B:%[0-9]+]] = add i8 [[A]], -65
; CHECK: icmp ult i8 [[B]], 26
; CHECK-NOT: icmp
; CHECK: ret i1
define i1 @letter(i8 %c) {
  %a = add i8 %c, -97
  %x = icmp ult i8 %a, 26
  %b = add i8 %c, -65
  %y = icmp ult i8 %b, 26
  %r = or i1 %x, %y
  ret i1 %r
}
; CHECK-LABEL: define i1 @neither
; CHECK: [[A:%[0-9]+]] = and i32 %x, -5
; CHECK: icmp ne i32 [[A]], 2
define i1 @neither(i32 %x) {
  %a = icmp ne i32 %x, 2
  %b = icmp ne i32 %x, 6
  %r = and i1 %a, %b
  ret i1 %r
}
; A range that has the bit in some of its numbers only: 3..4 and 7..8.
; CHECK-LABEL: define i1 @no_twins
; CHECK: icmp
; CHECK: icmp
define i1 @no_twins(i32 %x) {
  %a = add i32 %x, -3
  %p = icmp ult i32 %a, 2
  %b = add i32 %x, -7
  %q = icmp ult i32 %b, 2
  %r = or i1 %p, %q
  ret i1 %r
}
; CHECK-LABEL: define i1 @scaled
; CHECK: icmp eq i32 %x, %y
; CHECK: icmp sgt i32 %x, %y
define i1 @scaled(i32 %x, i32 %y) {
  %a = shl nsw i32 %x, 1
  %b = shl nsw i32 %y, 1
  %p = icmp eq i32 %a, %b
  %c = mul nsw i32 %x, -5
  %d = mul nsw i32 %y, -5
  %q = icmp slt i32 %c, %d
  %r = xor i1 %p, %q
  ret i1 %r
}
declare i16 @llvm.umax.i16(i16, i16)
declare i32 @llvm.smin.i32(i32, i32)
