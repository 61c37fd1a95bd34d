; SPDX-License-Identifier: Apache-2.0
; Functions that number their parameters, or must have those of a function that they end with, keep
; them all.
; RUN: %B/tools/iropt --passes=deadargelim --stress=all %s

; CHECK: @block(ptr %{{[a-z]+}}, i64 %{{[a-z]+}})
define internal ptr @block(ptr %unread, i64 %n) allocsize(1) {
  %p = call ptr @allocate(i64 %n)
  ret ptr %p
}

; the call says it
; CHECK: @piece(ptr %{{[a-z]+}}, i64 %{{[a-z]+}})
define internal ptr @piece(ptr %unread, i64 %n) {
  %p = call ptr @allocate(i64 %n)
  ret ptr %p
}

; CHECK: @ends(i32 %{{[a-z]+}}, i32 %{{[a-z]+}})
define internal void @ends(i32 %unread, i32 %b) {
  musttail call void @other(i32 0, i32 %b)
  ret void
}

define ptr @all(i64 %n) {
  call void @ends(i32 3, i32 4)
  %p = call ptr @block(ptr null, i64 %n)
  %q = call ptr @piece(ptr %p, i64 %n) allocsize(1)
  ret ptr %q
}

declare ptr @allocate(i64)
declare void @other(i32, i32)
