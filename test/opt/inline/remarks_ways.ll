; SPDX-License-Identifier: Apache-2.0
; The other reasons why a call stays; without debug information there is no place.
; RUN: cuprum opt --passes=inline -O2 -Rpass-missed=inline -Rpass=inline %s -S -o %t.ll
; CHECK-DAG: remark: 'flushes' is not inlined into 'top': it treats subnormal numbers otherwise [-Rpass-missed=inline]
; CHECK-DAG: remark: 'weakly' is not inlined into 'top': the linker may choose another definition
; CHECK-DAG: remark: 'alike' is inlined into 'top' (1 instructions) [-Rpass=inline]
target triple = "nvptx64-nvidia-cuda"
define internal float @flushes(float %x) "denormal-fp-math-f32"="preserve-sign" {
  ret float %x
}
define internal float @alike(float %x) {
  ret float %x
}
define weak float @weakly(float %x) {
  ret float %x
}
define float @top(float %x) "denormal-fp-math-f32"="ieee" {
  %a = call float @flushes(float %x)
  %b = call float @alike(float %a)
  %c = call float @flushes(float %b)
  %d = call float @weakly(float %c)
  ret float %d
}
