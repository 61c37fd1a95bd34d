; Algebra of integers: what is common is taken out, constants are distributed, flags stay where they are proved.
; RUN: %B/tools/iropt --passes=instcombine --stress=all %s
declare float @llvm.minnum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
declare void @use(i32)
; CHECK-LABEL: define i32 @bool_times
; CHECK-NEXT: select i1 %c, i32 1000, i32 0
define i32 @bool_times(i1 %c) {
  %z = zext i1 %c to i32
  %r = mul i32 %z, 1000
  ret i32 %r
}
; CHECK-LABEL: define i32 @constant_arms
; CHECK-NEXT: select i1 %c, i32 8, i32 12
define i32 @constant_arms(i1 %c) {
  %s = select i1 %c, i32 1, i32 2
  %t = shl i32 %s, 2
  %r = add i32 %t, 4
  ret i32 %r
}
; one arm would be poison
; CHECK-LABEL: define i32 @no_constant
; CHECK: udiv
define i32 @no_constant(i1 %c) {
  %s = select i1 %c, i32 1, i32 0
  %r = udiv i32 7, %s
  ret i32 %r
}
; CHECK-LABEL: define i32 @distributed
; CHECK-NEXT: mul i32 %a, 30
; CHECK-NEXT: add i32 {{%.*}}, 10
define i32 @distributed(i32 %a) {
  %b = mul i32 %a, 3
  %c = add i32 %b, 1
  %d = mul i32 %c, 5
  %e = shl i32 %d, 1
  ret i32 %e
}
; the sum is used further
; CHECK-LABEL: define i32 @sum_used
; CHECK: mul i32 %b, 3
define i32 @sum_used(i32 %a) {
  %b = add i32 %a, 8
  call void @use(i32 %b)
  %c = mul i32 %b, 3
  ret i32 %c
}
; CHECK-LABEL: define i32 @factor
; CHECK-NEXT: add i32 %a, %b
; CHECK-NEXT: mul i32 {{%.*}}, %c
define i32 @factor(i32 %a, i32 %b, i32 %c) {
  %x = mul i32 %a, %c
  %y = mul i32 %c, %b
  %r = add i32 %x, %y
  ret i32 %r
}
; CHECK-LABEL: define i32 @masks
; CHECK-NEXT: xor i32 %a, -1
; CHECK-NEXT: and i32 %b
define i32 @masks(i32 %a, i32 %b) {
  %o = or i32 %a, %b
  %n = xor i32 %a, -1
  %r = and i32 %o, %n
  ret i32 %r
}
; CHECK-LABEL: define i64 @narrow_logic
; CHECK-NEXT: or i32 %a, %b
; CHECK-NEXT: lshr i32
; CHECK-NEXT: zext i32 {{%.*}} to i64
define i64 @narrow_logic(i32 %a, i32 %b) {
  %x = zext i32 %a to i64
  %y = zext i32 %b to i64
  %o = or i64 %x, %y
  %r = lshr i64 %o, 3
  ret i64 %r
}
; CHECK-LABEL: define i32 @bounded_copy
; CHECK-NEXT: call i64 @llvm.umin.i64(i64 %x, i64 512)
; CHECK-NEXT: trunc i64 {{%.*}} to i32
define i32 @bounded_copy(i64 %x) {
  %c = icmp ult i64 %x, 512
  %t = trunc i64 %x to i32
  %r = select i1 %c, i32 %t, i32 512
  ret i32 %r
}
; CHECK-LABEL: define i32 @same_op
; CHECK-NEXT: select i1 %c, i32 %a, i32 %b
; CHECK-NEXT: add nsw i32 {{%.*}}, %z
define i32 @same_op(i1 %c, i32 %a, i32 %b, i32 %z) {
  %x = add nsw i32 %a, %z
  %y = add nuw nsw i32 %z, %b
  %r = select i1 %c, i32 %x, i32 %y
  ret i32 %r
}
; CHECK-LABEL: define float @saturated
; CHECK-NEXT: call float @llvm.nvvm.saturate.f(float %x)
define float @saturated(float %x) {
  %a = call float @llvm.maxnum.f32(float %x, float 0.0)
  %b = call float @llvm.minnum.f32(float 1.0, float %a)
  ret float %b
}
; in this order what is no number becomes 1
; CHECK-LABEL: define float @not_saturated
; CHECK: minnum
; CHECK: maxnum
define float @not_saturated(float %x) {
  %a = call float @llvm.minnum.f32(float %x, float 1.0)
  %b = call float @llvm.maxnum.f32(float %a, float 0.0)
  ret float %b
}
; CHECK-LABEL: define i8 @bytes
; CHECK-NEXT: add i8 %a, %b
define i8 @bytes(i8 %a, i8 %b) {
  %x = zext i8 %a to i32
  %y = zext i8 %b to i32
  %s = add i32 %x, %y
  %r = trunc i32 %s to i8
  ret i8 %r
}
; the whole is no negative number, so that the parts wrap in neither sense
; CHECK-LABEL: define i32 @parts_keep_both
; CHECK-NEXT: %[[P:.*]] = shl nuw nsw i32 %a, 9
; CHECK-NEXT: add nuw nsw i32 %[[P]], 1536
define i32 @parts_keep_both(i32 %a) {
  %b = add nuw nsw i32 %a, 3
  %c = shl nuw nsw i32 %b, 9
  ret i32 %c
}
; CHECK-LABEL: define i32 @parts_of_product
; CHECK: %[[P:.*]] = mul nuw nsw i32 %a, 100
; CHECK-NEXT: add nuw nsw i32 %[[P]], 300
define i32 @parts_of_product(i16 %n) {
  %a = zext i16 %n to i32
  %b = add nsw i32 %a, 3
  %c = mul nsw i32 %b, 100
  ret i32 %c
}
; -3 + 3 is not negative, -3 * 100 may not fit
; CHECK-LABEL: define i8 @parts_negative
; CHECK-NEXT: %[[P:.*]] = mul i8 %a, 100
; CHECK-NEXT: add i8 %[[P]], 44
define i8 @parts_negative(i8 %a) {
  %b = add nsw i8 %a, 3
  %c = mul nsw i8 %b, 100
  ret i8 %c
}
; the sum alone is without a sign
; CHECK-LABEL: define i32 @parts_unsigned
; CHECK-NEXT: %[[P:.*]] = shl nuw i32 %a, 9
; CHECK-NEXT: add nuw i32 %[[P]], 1536
define i32 @parts_unsigned(i32 %a) {
  %b = add nuw i32 %a, 3
  %c = shl nuw i32 %b, 9
  ret i32 %c
}
