; SPDX-License-Identifier: Apache-2.0
; A sum stays with the product that it takes in; without contraction, or with a product from elsewhere, it goes.
; RUN: %B/tools/iropt --passes=sink --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @kept
; CHECK: %s = fadd contract float %m, %z
; CHECK: t:
; CHECK-NEXT: call float @llvm.sqrt.f32
define void @kept(ptr %p, float %x, float %z, i1 %c) {
e:
  %m = fmul contract float %x, %x
  %s = fadd contract float %m, %z
  %r = call float @llvm.sqrt.f32(float %s)
  br i1 %c, label %t, label %o
t:
  store float %r, ptr %p
  br label %o
o:
  ret void
}

; CHECK-LABEL: define void @strict
; CHECK: t:
; CHECK-NEXT: %s = fadd float %m, %z
define void @strict(ptr %p, float %x, float %z, i1 %c) {
e:
  %m = fmul float %x, %x
  %s = fadd float %m, %z
  br i1 %c, label %t, label %o
t:
  store float %s, ptr %p
  br label %o
o:
  ret void
}

; CHECK-LABEL: define void @elsewhere
; CHECK: t:
; CHECK-NEXT: %s = fadd contract float %m, %z
define void @elsewhere(ptr %p, float %x, float %z, i1 %c) {
a:
  %m = fmul contract float %x, %x
  store volatile float %m, ptr %p
  br label %e
e:
  %s = fadd contract float %m, %z
  br i1 %c, label %t, label %o
t:
  store float %s, ptr %p
  br label %o
o:
  ret void
}
declare float @llvm.sqrt.f32(float)
