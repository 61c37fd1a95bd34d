; Attributes of kernels become directives; clusters only where the target has them. Texture
; references are opaque.
; RUN[A]: cuprum %s -arch=sm_90 -o -
; RUN[B]: cuprum %s -arch=sm_80 -o -
; A: .global .texref tex;
; A: .entry a
; A: .maxclusterrank 8
; A: .maxntid 64, 2, 1
; A: .minnctapersm 2
; A: .entry b
; A: .reqnctapercluster 2, 1, 1
; A: .blocksareclusters
; A: .reqntid 64, 1, 1
; A: .entry c
; A: .explicitcluster
; A-NEXT: {
; B: .entry a
; B-NOT: cluster
; B: warning: the cluster attributes of "a" have no effect below sm_90
; B: warning: the cluster attributes of "b" have no effect below sm_90
@tex = addrspace(1) global i64 0
declare i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1))
define ptx_kernel void @a(ptr %p) "nvvm.maxntid"="64,2" "nvvm.minctasm"="2" "nvvm.maxclusterrank"="8" {
  %h = call i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1) @tex)
  store i64 %h, ptr %p
  ret void
}
define ptx_kernel void @b(ptr %p) "nvvm.blocksareclusters" "nvvm.reqntid"="64" "nvvm.cluster_dim"="2" { ret void }
define ptx_kernel void @c(ptr %p) "nvvm.cluster_dim"="0,0,0" { ret void }
!nvvm.annotations = !{!0}
!0 = !{ptr addrspace(1) @tex, !"texture", i32 1}
