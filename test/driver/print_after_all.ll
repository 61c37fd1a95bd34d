; `--print-after=all`: every pass, with the number that --opt-bisect-limit counts by.
; RUN: cuprum %s -O1 -o - --print-after=all
; CHECK: .entry k
; CHECK: ; after {{[a-z0-9-]+}} (#1)
; CHECK: ; after {{[a-z0-9-]+}} (#2)
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p) {
  store i32 1, ptr %p
  ret void
}
