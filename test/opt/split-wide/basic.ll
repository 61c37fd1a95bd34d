; SPDX-License-Identifier: Apache-2.0
; Integers of 128 bits whose halves are independent become two of 64; what goes across the halves stays whole.
; RUN: %B/tools/iropt --passes=split-wide,instcombine --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @field
; CHECK-NOT: i128
; CHECK: ret void
define void @field(ptr %p, i64 %x, i64 %y) {
  %a = zext i64 %x to i128
  %b = shl i128 %a, 64
  %c = zext i64 %y to i128
  %d = or i128 %b, %c
  %e = and i128 %d, u0xfffffffffffffffffffffffffffffff8
  %f = trunc i128 %e to i64
  store i64 %f, ptr %p
  %g = ashr i128 %e, 68
  %h = trunc i128 %g to i64
  store i64 %h, ptr %p
  %i = lshr i128 %e, 3
  %j = trunc i128 %i to i64
  store i64 %j, ptr %p
  %k = icmp eq i128 %d, %i
  %l = zext i1 %k to i32
  store i32 %l, ptr %p
  ret void
}

; a product gives its halves, a store and a sum take them whole
; CHECK-LABEL: define void @product
; CHECK: %m = mul i128
; CHECK: %w = add i128
; CHECK: store i128
define void @product(ptr %p, i64 %x, i64 %y) {
  %a = zext i64 %x to i128
  %b = zext i64 %y to i128
  %m = mul i128 %a, %b
  %n = xor i128 %m, u0x80000000000000000000000000000001
  %f = trunc i128 %n to i64
  store i64 %f, ptr %p
  %w = add i128 %n, %a
  store i128 %w, ptr %p
  ret void
}

; around a loop
; CHECK-LABEL: define i64 @loop
; CHECK: phi i64
; CHECK: phi i64
; CHECK-NOT: i128
; CHECK: ret i64
define i64 @loop(i64 %x, i32 %n) {
e:
  %a = zext i64 %x to i128
  br label %l
l:
  %p = phi i128 [ %a, %e ], [ %r, %l ]
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %s = shl i128 %p, 1
  %t = lshr i128 %p, 127
  %r = or i128 %s, %t
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %o
o:
  %z = lshr i128 %r, 64
  %h = trunc i128 %z to i64
  ret i64 %h
}

; nobody reads a half: as it was
; CHECK-LABEL: define void @memory
; CHECK: %b = xor i128
define void @memory(ptr %p, ptr %q) {
  %a = load i128, ptr %p
  %b = xor i128 %a, 1
  store i128 %b, ptr %q
  ret void
}
