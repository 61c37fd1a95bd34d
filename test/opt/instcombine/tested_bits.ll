; SPDX-License-Identifier: Apache-2.0
; Bits of a shifted value are tested in place; a bit as a number is shifted, not chosen; a negation
; goes into a constant factor.
; RUN: %B/tools/iropt --passes=instcombine %s
; CHECK-LABEL: define i1 @right
; CHECK-NEXT: and i32 %x, 224
; CHECK-NEXT: icmp eq i32 {{.*}}, 64
define i1 @right(i32 %x) {
  %s = lshr i32 %x, 5
  %m = and i32 %s, 7
  %c = icmp eq i32 %m, 2
  ret i1 %c
}
; CHECK-LABEL: define i1 @left
; CHECK-NEXT: and i64 %x, 3
; CHECK-NEXT: icmp ne i64 {{.*}}, 1
define i1 @left(i64 %x) {
  %s = shl i64 %x, 4
  %m = and i64 %s, 48
  %c = icmp ne i64 %m, 16
  ret i1 %c
}
; of the sign's copies one is tested
; CHECK-LABEL: define i1 @signed_below
; CHECK-NEXT: and i32 %x, 96
; CHECK-NEXT: icmp eq i32 {{.*}}, 32
define i1 @signed_below(i32 %x) {
  %s = ashr i32 %x, 5
  %m = and i32 %s, 3
  %c = icmp eq i32 %m, 1
  ret i1 %c
}
; bits that are copies of the sign stay; so do an order, and a shifted value that others read
; CHECK-LABEL: define i1 @signed_beyond
; CHECK: ashr i32 %x, 5
define i1 @signed_beyond(i32 %x) {
  %s = ashr i32 %x, 5
  %m = and i32 %s, 805306369
  %c = icmp eq i32 %m, 1
  ret i1 %c
}
; CHECK-LABEL: define i1 @order
; CHECK: lshr i32 %x, 5
define i1 @order(i32 %x) {
  %s = lshr i32 %x, 5
  %m = and i32 %s, 13
  %c = icmp ult i32 %m, 6
  ret i1 %c
}
; CHECK-LABEL: define i1 @shared
; CHECK: lshr i32 %x, 5
; CHECK: and i32 {{.*}}, 7
define i1 @shared(i32 %x, ptr %p) {
  %s = lshr i32 %x, 5
  store i32 %s, ptr %p
  %m = and i32 %s, 7
  %c = icmp eq i32 %m, 2
  ret i1 %c
}
; CHECK-LABEL: define i32 @number
; CHECK-NEXT: lshr i32 %x, 6
; CHECK-NEXT: and i32 {{.*}}, 1
; CHECK-NEXT: ret
define i32 @number(i32 %x) {
  %m = and i32 %x, 64
  %c = icmp ne i32 %m, 0
  %z = zext i1 %c to i32
  ret i32 %z
}
; CHECK-LABEL: define i64 @negative
; CHECK-NEXT: lshr i32 %x, 31
; CHECK-NEXT: zext i32 {{.*}} to i64
define i64 @negative(i32 %x) {
  %c = icmp slt i32 %x, 0
  %z = zext i1 %c to i64
  ret i64 %z
}
; CHECK-LABEL: define i64 @copies
; CHECK-NEXT: ashr i64 %x, 63
define i64 @copies(i64 %x) {
  %c = icmp slt i64 %x, 0
  %z = sext i1 %c to i64
  ret i64 %z
}
; two bits may be set; a byte in memory; logic of truth values
; CHECK-LABEL: define i32 @two
; CHECK: icmp ne
define i32 @two(i32 %x) {
  %m = and i32 %x, 65
  %c = icmp ne i32 %m, 0
  %z = zext i1 %c to i32
  ret i32 %z
}
; CHECK-LABEL: define i8 @byte
; CHECK: icmp ne
define i8 @byte(i32 %x) {
  %m = and i32 %x, 64
  %c = icmp ne i32 %m, 0
  %z = zext i1 %c to i8
  ret i8 %z
}
; CHECK-LABEL: define float @factor
; CHECK-NEXT: fmul contract float %x, -3.0
define float @factor(float %x) {
  %n = fneg contract float %x
  %m = fmul contract float %n, 3.0
  ret float %m
}
; CHECK-LABEL: define double @quotient
; CHECK-NEXT: fdiv double -3.0{{.*}}, %x
define double @quotient(double %x) {
  %n = fneg double %x
  %m = fdiv double 3.0, %n
  ret double %m
}
; CHECK-LABEL: define float @of_product
; CHECK-NEXT: fmul float %x, 2.5
define float @of_product(float %x) {
  %m = fmul float %x, -2.5
  %n = fneg float %m
  ret float %n
}
; the product itself is needed too
; CHECK-LABEL: define float @of_shared_product
; CHECK: fneg
define float @of_shared_product(float %x, ptr %p) {
  %m = fmul float %x, -2.5
  store float %m, ptr %p
  %n = fneg float %m
  ret float %n
}
; bits of two values that are compared are the bits in which they differ
; CHECK-LABEL: define i1 @same_bits
; CHECK-NEXT: [[D:%.*]] = xor i32 %x, %y
; CHECK-NEXT: [[B:%.*]] = and i32 [[D]], 7
; CHECK-NEXT: icmp eq i32 [[B]], 0
define i1 @same_bits(i32 %x, i32 %y) {
  %a = and i32 %x, 7
  %b = and i32 %y, 7
  %c = icmp eq i32 %a, %b
  ret i1 %c
}
; one of them is needed too, and other bits
; CHECK-LABEL: define i1 @same_bits_needed
; CHECK-NOT: xor
; CHECK: ret i1
define i1 @same_bits_needed(i32 %x, i32 %y, ptr %p) {
  %a = and i32 %x, 7
  store i32 %a, ptr %p
  %b = and i32 %y, 7
  %c = icmp eq i32 %a, %b
  ret i1 %c
}
; CHECK-LABEL: define i1 @other_bits
; CHECK-NOT: xor
; CHECK: ret i1
define i1 @other_bits(i32 %x, i32 %y) {
  %a = and i32 %x, 7
  %b = and i32 %y, 3
  %c = icmp eq i32 %a, %b
  ret i1 %c
}
; logic of few bits is tested as it is; what is loaded is extended by the way
; CHECK-LABEL: define i1 @narrow_bits
; CHECK-NEXT: [[D:%.*]] = xor i8 %x, %y
; CHECK-NEXT: [[B:%.*]] = and i8 [[D]], 7
; CHECK-NEXT: icmp ne i8 [[B]], 0
define i1 @narrow_bits(i8 %x, i8 %y) {
  %d = xor i8 %x, %y
  %w = zext i8 %d to i32
  %a = and i32 %w, 7
  %c = icmp ne i32 %a, 0
  ret i1 %c
}
; CHECK-LABEL: define i1 @loaded_bits
; CHECK: zext i8 %x to i32
; CHECK: icmp ne i32
define i1 @loaded_bits(ptr %p) {
  %x = load i8, ptr %p
  %w = zext i8 %x to i32
  %a = and i32 %w, 7
  %c = icmp ne i32 %a, 0
  ret i1 %c
}
; a side that is known in front of a loop stays there
; CHECK-LABEL: define i32 @known_before
; CHECK: and i32 %x, 7
; CHECK: h:
; CHECK-NOT: xor
; CHECK: ret i32
define i32 @known_before(i32 %x, ptr %p) {
  %a = and i32 %x, 7
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %j, %h ]
  %q = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %q
  %b = and i32 %v, 7
  %j = add i32 %i, 1
  %c = icmp eq i32 %a, %b
  br i1 %c, label %h, label %e
e:
  ret i32 %i
}
