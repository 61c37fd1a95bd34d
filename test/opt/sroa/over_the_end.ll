; SPDX-License-Identifier: Apache-2.0
; A load that begins in a local variable and ends outside reads what is inside; the rest is undefined.
; RUN: %B/tools/iropt --passes=sroa --stress=all %s

; CHECK-LABEL: define i32 @byte
; CHECK-NOT: alloca
; CHECK: [[V:%.*]] = zext i8 %b to i32
; CHECK: and i32 [[V]], 255
define i32 @byte(i8 noundef %b) {
  %l = alloca i8, align 1
  store i8 %b, ptr %l, align 1
  %v = load i32, ptr %l, align 1
  %r = and i32 %v, 255
  ret i32 %r
}

; behind the first member
; CHECK-LABEL: define i64 @second
; CHECK-NOT: alloca
; CHECK: zext i32 %b to i64
define i64 @second(i32 noundef %a, i32 noundef %b) {
  %l = alloca [2 x i32], align 4
  store i32 %a, ptr %l, align 4
  %q = getelementptr i8, ptr %l, i64 4
  store i32 %b, ptr %q, align 4
  %v = load i64, ptr %q, align 4
  ret i64 %v
}

; three bytes are no integer of the machine
; CHECK-LABEL: define i32 @three
; CHECK: load i32
define i32 @three(i8 noundef %b) {
  %l = alloca [3 x i8], align 1
  store i8 %b, ptr %l, align 1
  %v = load i32, ptr %l, align 1
  ret i32 %v
}
