; What is not known of an object's size is the largest number of the type, also of more than 64 bits.
; RUN: cuprum run %s -O0 --print=0:2 buf:u64:2:zero
; CHECK: arg 0: 18446744073709551615 18446744073709551615
target triple = "nvptx64-nvidia-cuda"
declare i128 @llvm.objectsize.i128.p0(ptr, i1, i1, i1)
define ptx_kernel void @k(ptr %out) {
  %n = call i128 @llvm.objectsize.i128.p0(ptr %out, i1 false, i1 true, i1 false)
  store i128 %n, ptr %out, align 16
  ret void
}
