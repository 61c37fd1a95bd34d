; SPDX-License-Identifier: Apache-2.0
; What sources do not show: a size that is not constant, one of several addresses, a variable without
; a name, one whose accesses do not fit together.
; RUN: cuprum opt --passes=sroa -Rpass-missed=sroa %s -S -o %t.ll
; CHECK: remark: many (4 bytes) stays in local memory: its size is not constant [-Rpass-missed=sroa]
; CHECK: remark: one (4 bytes) stays in local memory: its address is one of several
; CHECK: remark: other (4 bytes) stays in local memory: its address is one of several
; CHECK: remark: a variable (4 bytes) stays in local memory: its address goes to a function that is not known
target triple = "nvptx64-nvidia-cuda"
define i32 @f(i32 %n, i1 %c, ptr %p, ptr %fn) {
  %many = alloca i32, i32 %n
  %one = alloca i32
  %other = alloca i32
  %1 = alloca i32
  store i32 %n, ptr %many
  store i32 1, ptr %one
  store i32 2, ptr %other
  call void %fn(ptr %1)
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %q = phi ptr [ %one, %0 ], [ %other, %a ]
  store volatile i32 5, ptr %q
  %v = load i32, ptr %q
  %w = load i32, ptr %many
  %r = add i32 %v, %w
  ret i32 %r
}
