; SPDX-License-Identifier: Apache-2.0
; A store of what was read stays where it makes an aligned vector whole: one access of 16 bytes in place of two.
; RUN: %B/tools/iropt --passes=gvn --stress=all %s

; CHECK-LABEL: define void @three_of_four
; CHECK: store float %w
define void @three_of_four(ptr noundef %p, float noundef %a) {
  %q = getelementptr i8, ptr %p, i64 4
  %r = getelementptr i8, ptr %p, i64 8
  %s = getelementptr i8, ptr %p, i64 12
  %w = load float, ptr %s, align 4
  store float %a, ptr %p, align 16
  store float %a, ptr %q, align 4
  store float %a, ptr %r, align 8
  store float %w, ptr %s, align 4
  ret void
}

; one of four alone is written: a small store is as good
; CHECK-LABEL: define void @one_of_four
; CHECK-COUNT-1: store float
; CHECK-NOT: store float
; CHECK: ret void
define void @one_of_four(ptr noundef %p, float noundef %a) {
  %q = getelementptr i8, ptr %p, i64 4
  %r = getelementptr i8, ptr %p, i64 8
  %s = getelementptr i8, ptr %p, i64 12
  %x = load float, ptr %q, align 4
  %y = load float, ptr %r, align 4
  %z = load float, ptr %s, align 4
  store float %a, ptr %p, align 16
  store float %x, ptr %q, align 4
  store float %y, ptr %r, align 8
  store float %z, ptr %s, align 4
  ret void
}

; no vector: it is not aligned
; CHECK-LABEL: define void @unaligned
; CHECK-NOT: store float %w
; CHECK: ret void
define void @unaligned(ptr noundef %p, float noundef %a) {
  %q = getelementptr i8, ptr %p, i64 4
  %r = getelementptr i8, ptr %p, i64 8
  %s = getelementptr i8, ptr %p, i64 12
  %w = load float, ptr %s, align 4
  store float %a, ptr %p, align 8
  store float %a, ptr %q, align 4
  store float %a, ptr %r, align 8
  store float %w, ptr %s, align 4
  ret void
}

; the four lie in two vectors
; CHECK-LABEL: define void @across
; CHECK-NOT: store float %w
; CHECK: ret void
define void @across(ptr noundef %p, float noundef %a) {
  %q = getelementptr i8, ptr %p, i64 4
  %r = getelementptr i8, ptr %p, i64 8
  %s = getelementptr i8, ptr %p, i64 12
  %w = load float, ptr %s, align 4
  store float %a, ptr %p, align 4
  store float %a, ptr %q, align 16
  store float %a, ptr %r, align 4
  store float %w, ptr %s, align 4
  ret void
}
