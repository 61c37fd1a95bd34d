; RUN: %B/bin/cuprum %s --ptx -O0 -arch=sm_90 -o -
; constants have numbers of their own: a constant that has the number of a load which gives its
; extension is not taken for it
; CHECK: .func k(
; CHECK: 17;
; CHECK: ret;
define void @k(ptr %p, ptr %q) {
  %l0 = load volatile i16, ptr %p
  %z0 = zext i16 %l0 to i32
  store volatile i32 %z0, ptr %q
  %l1 = load volatile i16, ptr %p
  %z1 = zext i16 %l1 to i32
  store volatile i32 %z1, ptr %q
  %l2 = load volatile i16, ptr %p
  %z2 = zext i16 %l2 to i32
  store volatile i32 %z2, ptr %q
  %l3 = load volatile i16, ptr %p
  %z3 = zext i16 %l3 to i32
  store volatile i32 %z3, ptr %q
  %l4 = load volatile i16, ptr %p
  %z4 = zext i16 %l4 to i32
  store volatile i32 %z4, ptr %q
  %l5 = load volatile i16, ptr %p
  %z5 = zext i16 %l5 to i32
  store volatile i32 %z5, ptr %q
  %l6 = load volatile i16, ptr %p
  %z6 = zext i16 %l6 to i32
  store volatile i32 %z6, ptr %q
  %l7 = load volatile i16, ptr %p
  %z7 = zext i16 %l7 to i32
  store volatile i32 %z7, ptr %q
  %l8 = load volatile i16, ptr %p
  %z8 = zext i16 %l8 to i32
  store volatile i32 %z8, ptr %q
  %l9 = load volatile i16, ptr %p
  %z9 = zext i16 %l9 to i32
  store volatile i32 %z9, ptr %q
  %l10 = load volatile i16, ptr %p
  %z10 = zext i16 %l10 to i32
  store volatile i32 %z10, ptr %q
  %l11 = load volatile i16, ptr %p
  %z11 = zext i16 %l11 to i32
  store volatile i32 %z11, ptr %q
  %l12 = load volatile i16, ptr %p
  %z12 = zext i16 %l12 to i32
  store volatile i32 %z12, ptr %q
  %l13 = load volatile i16, ptr %p
  %z13 = zext i16 %l13 to i32
  store volatile i32 %z13, ptr %q
  %l14 = load volatile i16, ptr %p
  %z14 = zext i16 %l14 to i32
  store volatile i32 %z14, ptr %q
  %l15 = load volatile i16, ptr %p
  %z15 = zext i16 %l15 to i32
  store volatile i32 %z15, ptr %q
  %l16 = load volatile i16, ptr %p
  %z16 = zext i16 %l16 to i32
  store volatile i32 %z16, ptr %q
  %l17 = load volatile i16, ptr %p
  %z17 = zext i16 %l17 to i32
  store volatile i32 %z17, ptr %q
  %l18 = load volatile i16, ptr %p
  %z18 = zext i16 %l18 to i32
  store volatile i32 %z18, ptr %q
  %l19 = load volatile i16, ptr %p
  %z19 = zext i16 %l19 to i32
  store volatile i32 %z19, ptr %q
  %l20 = load volatile i16, ptr %p
  %z20 = zext i16 %l20 to i32
  store volatile i32 %z20, ptr %q
  %l21 = load volatile i16, ptr %p
  %z21 = zext i16 %l21 to i32
  store volatile i32 %z21, ptr %q
  %l22 = load volatile i16, ptr %p
  %z22 = zext i16 %l22 to i32
  store volatile i32 %z22, ptr %q
  %l23 = load volatile i16, ptr %p
  %z23 = zext i16 %l23 to i32
  store volatile i32 %z23, ptr %q
  %w0 = zext i200 17 to i512
  %m0 = mul i512 %w0, 3
  store volatile i512 %m0, ptr %q
  %w1 = zext i200 18 to i512
  %m1 = mul i512 %w1, 4
  store volatile i512 %m1, ptr %q
  %w2 = zext i200 19 to i512
  %m2 = mul i512 %w2, 5
  store volatile i512 %m2, ptr %q
  %w3 = zext i200 20 to i512
  %m3 = mul i512 %w3, 6
  store volatile i512 %m3, ptr %q
  %w4 = zext i200 21 to i512
  %m4 = mul i512 %w4, 7
  store volatile i512 %m4, ptr %q
  %w5 = zext i200 22 to i512
  %m5 = mul i512 %w5, 8
  store volatile i512 %m5, ptr %q
  %w6 = zext i200 23 to i512
  %m6 = mul i512 %w6, 9
  store volatile i512 %m6, ptr %q
  %w7 = zext i200 24 to i512
  %m7 = mul i512 %w7, 10
  store volatile i512 %m7, ptr %q
  %w8 = zext i200 25 to i512
  %m8 = mul i512 %w8, 11
  store volatile i512 %m8, ptr %q
  %w9 = zext i200 26 to i512
  %m9 = mul i512 %w9, 12
  store volatile i512 %m9, ptr %q
  %w10 = zext i200 27 to i512
  %m10 = mul i512 %w10, 13
  store volatile i512 %m10, ptr %q
  %w11 = zext i200 28 to i512
  %m11 = mul i512 %w11, 14
  store volatile i512 %m11, ptr %q
  ret void
}
