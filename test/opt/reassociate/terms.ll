; RUN: %B/tools/iropt --passes=reassociate --sm=90 --stress=all %s
; Terms that occur several times, constants, and what cancels.

; CHECK-LABEL: define i32 @three
; CHECK-NEXT: %1 = mul i32 %x, 3
; CHECK-NEXT: %2 = add i32 %y, %1
; CHECK-NEXT: ret i32 %2
define i32 @three(i32 %x, i32 %y) {
  %a = add i32 %x, %y
  %b = add i32 %a, %x
  %c = add i32 %b, %x
  ret i32 %c
}
; Factors of one value are added: 4x - y - 3x.
; CHECK-LABEL: define i32 @factors
; CHECK-NEXT: %1 = sub i32 %x, %y
; CHECK-NEXT: ret i32 %1
define i32 @factors(i32 %x, i32 %y) {
  %f = shl i32 %x, 2
  %a = sub i32 %f, %y
  %t = mul i32 %x, 3
  %b = sub i32 %a, %t
  ret i32 %b
}
; CHECK-LABEL: define i32 @cancel
; CHECK-NEXT: %1 = sub i32 %z, %y
; CHECK-NEXT: ret i32 %1
define i32 @cancel(i32 %x, i32 %y, i32 %z) {
  %a = add i32 %x, %y
  %b = sub i32 %z, %a
  %c = add i32 %b, %x
  ret i32 %c
}
; CHECK-LABEL: define i32 @constants
; CHECK-NEXT: %1 = add i32 %x, %y
; CHECK-NEXT: %2 = add i32 %1, 5
define i32 @constants(i32 %x, i32 %y) {
  %a = add i32 %x, 1
  %b = add i32 %a, %y
  %c = add i32 %b, 4
  ret i32 %c
}
; A difference of a sum and a constant on both sides.
; CHECK-LABEL: define i8 @wraps
; CHECK-NEXT: %1 = sub i8 %x, %y
; CHECK-NEXT: %2 = add i8 %1, -56
define i8 @wraps(i8 %x, i8 %y) {
  %a = add i8 %x, 100
  %b = sub i8 %y, 100
  %c = sub i8 %a, %b
  ret i8 %c
}
; An or of separate bits is a sum inside one.
; CHECK-LABEL: define i32 @bits
; CHECK-NEXT: %1 = add i32 %x, %y
; CHECK-NEXT: %2 = add i32 %1, 9
define i32 @bits(i32 %x, i32 %y) {
  %a = or disjoint i32 %x, 1
  %b = add i32 %a, %y
  %c = add i32 %b, 8
  ret i32 %c
}
; CHECK-LABEL: define i32 @power
; CHECK-NEXT: %1 = mul i32 %x, %x
; CHECK-NEXT: %2 = mul i32 %1, %1
; CHECK-NEXT: ret i32 %2
define i32 @power(i32 %x) {
  %a = mul i32 %x, %x
  %b = mul i32 %a, %x
  %c = mul i32 %b, %x
  ret i32 %c
}
; CHECK-LABEL: define i32 @product
; CHECK-NEXT: %1 = mul i32 %x, %y
; CHECK-NEXT: %2 = mul i32 %1, 12
define i32 @product(i32 %x, i32 %y) {
  %a = shl i32 %x, 2
  %b = mul i32 %a, %y
  %c = mul i32 %b, 3
  ret i32 %c
}
; CHECK-LABEL: define i32 @logic
; CHECK-NEXT: %1 = xor i32 %y, %z
; CHECK-NEXT: %2 = and i32 %1, 7
define i32 @logic(i32 %x, i32 %y, i32 %z) {
  %a = xor i32 %x, %y
  %b = xor i32 %a, %z
  %c = xor i32 %b, %x
  %d = and i32 %c, 15
  %e = and i32 %d, 7
  ret i32 %e
}
; CHECK-LABEL: define i32 @all_gone
; CHECK-NEXT: ret i32 3
define i32 @all_gone(i32 %x, i32 %y) {
  %a = sub i32 %x, %y
  %b = add i32 %a, 3
  %c = sub i32 %b, %x
  %d = add i32 %c, %y
  ret i32 %d
}
; A factor of 64-bit products, in whatever order; of a difference, too.
; CHECK-LABEL: define i64 @factor
; CHECK-NEXT: %1 = add i64 %b, %c
; CHECK-NEXT: %2 = mul i64 %1, %a
; CHECK-NEXT: %3 = add i64 %b, %2
define i64 @factor(i64 %a, i64 %b, i64 %c) {
  %p = mul i64 %a, %b
  %q = mul i64 %c, %a
  %s = add i64 %p, %b
  %t = add i64 %s, %q
  ret i64 %t
}
; CHECK-LABEL: define i64 @difference
; CHECK-NEXT: %1 = sub i64 %b, %c
; CHECK-NEXT: %2 = mul i64 %1, %a
; CHECK-NEXT: %3 = sub i64 %d, %2
define i64 @difference(i64 %a, i64 %b, i64 %c, i64 %d) {
  %p = mul i64 %a, %b
  %q = mul i64 %c, %a
  %s = sub i64 %d, %p
  %t = add i64 %s, %q
  ret i64 %t
}
; CHECK-LABEL: define float @fast
; CHECK-NEXT: %1 = fmul fast float %x, 3.000000e+00
; CHECK-NEXT: %2 = fadd fast float %y, %1
; CHECK-NEXT: ret float %2
define float @fast(float %x, float %y) {
  %a = fadd fast float %x, %y
  %b = fadd fast float %a, %x
  %c = fadd fast float %b, %x
  ret float %c
}
; What cancels may have been read from memory: the load goes, and the pass says so (--stress=all).
; CHECK-LABEL: define i32 @cancelled_load
; CHECK-NEXT: ret i32 %x
define i32 @cancelled_load(ptr %p, i32 %x) {
  %v = load i32, ptr %p
  %a = add i32 %v, %x
  %b = sub i32 %a, %v
  ret i32 %b
}
