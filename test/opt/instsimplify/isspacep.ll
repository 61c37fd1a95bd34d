; isspacep of an address whose space is known.
; RUN: %B/tools/iropt --passes=instsimplify --stress=all %s
@s = addrspace(3) global [4 x i32] zeroinitializer
@g = addrspace(1) global i32 0
declare i1 @llvm.nvvm.isspacep.shared(ptr)
declare i1 @llvm.nvvm.isspacep.global(ptr)
declare i1 @llvm.nvvm.isspacep.shared.cluster(ptr)
; CHECK-LABEL: define void @known(
; CHECK: store volatile i1 true
; CHECK: store volatile i1 true
; CHECK: store volatile i1 false
; CHECK: store volatile i1 false
; CHECK: store volatile i1 true
define void @known(ptr %p, ptr addrspace(7) %c, i64 %n) {
  %v = addrspacecast ptr addrspace(3) @s to ptr
  %w = getelementptr i32, ptr %v, i64 %n
  %a = call i1 @llvm.nvvm.isspacep.shared(ptr %w)
  store volatile i1 %a, ptr %p
  %b = call i1 @llvm.nvvm.isspacep.shared.cluster(ptr %w)
  store volatile i1 %b, ptr %p
  %x = call i1 @llvm.nvvm.isspacep.global(ptr %w)
  store volatile i1 %x, ptr %p
  %y = addrspacecast ptr addrspace(1) @g to ptr
  %z = call i1 @llvm.nvvm.isspacep.shared.cluster(ptr %y)
  store volatile i1 %z, ptr %p
  %q = addrspacecast ptr addrspace(7) %c to ptr
  %r = call i1 @llvm.nvvm.isspacep.shared.cluster(ptr %q)
  store volatile i1 %r, ptr %p
  ret void
}
; the cluster's memory may be the block's own
; CHECK-LABEL: define void @unknown(
; CHECK-COUNT-2: store volatile i1 %
define void @unknown(ptr %p, ptr addrspace(7) %c) {
  %q = addrspacecast ptr addrspace(7) %c to ptr
  %a = call i1 @llvm.nvvm.isspacep.shared(ptr %q)
  store volatile i1 %a, ptr %p
  %b = call i1 @llvm.nvvm.isspacep.global(ptr %p)
  store volatile i1 %b, ptr %p
  ret void
}
