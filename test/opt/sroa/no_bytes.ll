; SPDX-License-Identifier: Apache-2.0
; Vectors of unknown length and types of targets are moved whole or stay: they have no bytes that
; could be taken apart or cast.
; RUN: %B/tools/iropt --passes=sroa --stress=all %s

; CHECK: @cast(
; CHECK: alloca <4 x i32>
; CHECK: load <4 x i32>
define <4 x i32> @cast(<vscale x 4 x i32> %v) {
  %p = alloca <4 x i32>
  store <vscale x 4 x i32> %v, ptr %p
  %r = load <4 x i32>, ptr %p
  ret <4 x i32> %r
}

; CHECK: @whole(
; CHECK-NOT: alloca
; CHECK: ret <vscale x 4 x i32> %v
define <vscale x 4 x i32> @whole(<vscale x 4 x i32> %v) {
  %p = alloca <vscale x 4 x i32>
  store <vscale x 4 x i32> %v, ptr %p
  %r = load <vscale x 4 x i32>, ptr %p
  ret <vscale x 4 x i32> %r
}

; CHECK: @target(
; CHECK-NOT: alloca
; CHECK: ret target("spirv.Event") %e
define target("spirv.Event") @target(target("spirv.Event") %e) {
  %p = alloca target("spirv.Event")
  store target("spirv.Event") %e, ptr %p
  %r = load target("spirv.Event"), ptr %p
  ret target("spirv.Event") %r
}

; CHECK: @copied(
; CHECK: call void @llvm.memcpy
define target("spirv.Event") @copied(target("spirv.Event") %e) {
  %p = alloca target("spirv.Event")
  %q = alloca target("spirv.Event")
  store target("spirv.Event") %e, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 8, i1 false)
  %r = load target("spirv.Event"), ptr %q
  ret target("spirv.Event") %r
}
