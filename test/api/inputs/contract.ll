target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, float %a, float %b) {
  %m = fmul float %a, %b
  %s = fadd float %m, %a
  store float %s, ptr %p
  %n = fmul contract float %s, %b
  %t = fadd contract float %n, %a
  %q = getelementptr float, ptr %p, i32 1
  store float %t, ptr %q
  ret void
}
!nvvmir.version = !{!0}
!0 = !{i32 2, i32 0}
