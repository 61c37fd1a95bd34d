; PTX has aliases of functions only, not of kernels.
; RUN: cuprum %s -o - -arch=sm_90
; EXIT: 1
; CHECK: error: the alias "other" must stand for a function that is no kernel
; CHECK: 1 error detected
define ptx_kernel void @k() {
  ret void
}
@other = alias void (), ptr @k
define void @use() {
  call void @other()
  ret void
}
