target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @twice(i32)
define void @k(i32* %p, i32 %a) {
  %v = call i32 @twice(i32 %a)
  store i32 %v, i32* %p
  ret void
}
@llvm.used = appending global [1 x i8*] [i8* bitcast (void (i32*, i32)* @k to i8*)], section "llvm.metadata"
!nvvm.annotations = !{!0}
!0 = !{void (i32*, i32)* @k, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
