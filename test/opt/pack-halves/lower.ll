; SPDX-License-Identifier: Apache-2.0
; Both halves of a register come from one `mov`; a lower half alone is a conversion.
; RUN: %B/tools/iropt --passes=pack-halves --stress=all %s

; CHECK-LABEL: define void @before
; CHECK: [[V:%.*]] = bitcast i32 %x to <2 x i16>
; CHECK: [[L:%.*]] = extractelement <2 x i16> [[V]], i32 0
; CHECK: [[H:%.*]] = extractelement <2 x i16> [[V]], i32 1
; CHECK-NOT: trunc
; CHECK: ret void
define void @before(i32 noundef %x, ptr noundef %p) {
  %l = trunc i32 %x to i16
  store i16 %l, ptr %p, align 2
  %s = lshr i32 %x, 16
  %h = trunc i32 %s to i16
  %q = getelementptr i8, ptr %p, i64 4
  store i16 %h, ptr %q, align 2
  ret void
}

; the upper half stands first
; CHECK-LABEL: define void @behind
; CHECK: [[V:%.*]] = bitcast i64 %x to <2 x i32>
; CHECK: extractelement <2 x i32> [[V]], i32 1
; CHECK: extractelement <2 x i32> [[V]], i32 0
; CHECK-NOT: trunc
; CHECK: ret void
define void @behind(i64 noundef %x, ptr noundef %p) {
  %s = ashr i64 %x, 32
  %h = trunc i64 %s to i32
  store i32 %h, ptr %p, align 4
  %l = trunc i64 %x to i32
  %q = getelementptr i8, ptr %p, i64 4
  store i32 %l, ptr %q, align 4
  ret void
}

; alone
; CHECK-LABEL: define i16 @alone
; CHECK-NEXT: trunc i32 %x to i16
define i16 @alone(i32 noundef %x) {
  %l = trunc i32 %x to i16
  ret i16 %l
}

; the upper half is cut out in another block
; CHECK-LABEL: define i16 @apart
; CHECK-NEXT: trunc i32 %x to i16
define i16 @apart(i32 noundef %x, i1 noundef %c) {
  %l = trunc i32 %x to i16
  br i1 %c, label %a, label %b
a:
  %s = lshr i32 %x, 16
  %h = trunc i32 %s to i16
  ret i16 %h
b:
  ret i16 %l
}

; eight bits are no half
; CHECK-LABEL: define i8 @eighth
; CHECK: trunc i32 %x to i8
define i8 @eighth(i32 noundef %x, ptr noundef %p) {
  %s = lshr i32 %x, 16
  %h = trunc i32 %s to i16
  store i16 %h, ptr %p, align 2
  %l = trunc i32 %x to i8
  ret i8 %l
}
