; The toolkit's device library is read and linked, and what is taken from it verifies.
; REQUIRES: /usr/local/cuda/nvvm/libdevice/libdevice.10.bc
; RUN: %B/tools/iropt --link-needed=/usr/local/cuda/nvvm/libdevice/libdevice.10.bc -O3 --stress=all %s
; CHECK: define void @k
; CHECK-NOT: call float @__nv
; CHECK: fmul
define void @k(ptr %p) {
  %x = load float, ptr %p
  %y = call float @__nv_sinf(float %x)
  %z = call float @__nv_powf(float %y, float 2.5)
  store float %z, ptr %p
  ret void
}
declare float @__nv_sinf(float)
declare float @__nv_powf(float, float)
