target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %a, ptr %b) {
  %x = load i32, ptr %a
  store i32 1, ptr %b
  %y = load i32, ptr %a
  %z = add i32 %x, %y
  store i32 %z, ptr %b
  ret void
}
!nvvmir.version = !{!0}
!0 = !{i32 2, i32 0}
