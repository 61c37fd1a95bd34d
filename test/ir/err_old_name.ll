; An old name of an intrinsic with types that today's cannot have stays as it is, and is refused.
; RUN: %B/tools/iropt %s 2>&1 >/dev/null
; EXIT: 1
; CHECK: @llvm.experimental.stepvector.nxv4f32: intrinsic has incorrect type
define <vscale x 4 x float> @f() {
  %1 = call <vscale x 4 x float> @llvm.experimental.stepvector.nxv4f32()
  ret <vscale x 4 x float> %1
}
declare <vscale x 4 x float> @llvm.experimental.stepvector.nxv4f32()
