target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define i32 @twice(i32 %a) {
  %v = add i32 %a, %a
  ret i32 %v
}
define i32 @thrice(i32 %a) {
  %v = mul i32 %a, 3
  ret i32 %v
}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
