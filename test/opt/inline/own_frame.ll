; SPDX-License-Identifier: Apache-2.0
; Functions that say something about their own frame, or where a region of convergence begins, are
; not put into others; a call that is its own argument, where control never comes, goes.
; RUN: %B/tools/iropt --passes=inline --stress=all %s

; CHECK: @calls(
; CHECK: call void @escapes()
; CHECK: call void @region()
; CHECK: call i32 @gives_up()
; CHECK: call i32 @saves()
define i32 @calls() convergent {
  call void @escapes()
  call void @region()
  %v = call i32 @gives_up()
  %w = call i32 @saves()
  %s = add i32 %v, %w
  ret i32 %s
}

define void @escapes() alwaysinline {
  %a = alloca i32
  call void (...) @llvm.localescape(ptr %a)
  call void @meet()
  ret void
}

define void @region() alwaysinline convergent {
  %t = call token @llvm.experimental.convergence.entry()
  call void @meet() [ "convergencectrl"(token %t) ]
  ret void
}

define i32 @gives_up() alwaysinline {
  %v = call i32 (...) @llvm.experimental.deoptimize.i32() [ "deopt"() ]
  ret i32 %v
}

define i32 @saves() alwaysinline {
  %v = call i32 @setjmp() returns_twice
  ret i32 %v
}

; CHECK: @never(
; CHECK-NOT: call
; CHECK: @same(
define void @never() {
entry:
  unreachable
h:
  %v = call i32 @same(i32 %v)
  br label %h
}

define i32 @same(i32 %x) alwaysinline {
  ret i32 %x
}

declare void @meet() convergent
declare i32 @setjmp()
declare void @llvm.localescape(...)
declare i32 @llvm.experimental.deoptimize.i32(...)
