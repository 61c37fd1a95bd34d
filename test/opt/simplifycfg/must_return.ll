; SPDX-License-Identifier: Apache-2.0
; The `ret` behind a call that must be the last one stays, though the call does not return.
; RUN: %B/tools/iropt --passes=simplifycfg --stress=all %s
; CHECK: musttail call void @ends(i32 %x)
; CHECK-NEXT: ret void
define void @last(i32 %x) {
  musttail call void @ends(i32 %x) noreturn
  ret void
}
; CHECK: call void @ends(i32 %x)
; CHECK-NEXT: unreachable
define void @plain(i32 %x) {
  call void @ends(i32 %x) noreturn
  ret void
}
declare void @ends(i32)
