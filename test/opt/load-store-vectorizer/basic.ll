; Neighbouring accesses become one of a vector, where alignment and order allow it.
; RUN: %B/tools/iropt --passes=load-store-vectorizer --stress=all %s
declare void @llvm.nvvm.barrier0()
; CHECK-LABEL: define void @copy4
; CHECK: load <4 x float>, ptr addrspace(1) %p, align 16
; CHECK: store <4 x float> {{.*}}, ptr addrspace(1) %o, align 16
; CHECK-NOT: {{load|store}} float
define void @copy4(ptr addrspace(1) noalias %o, ptr addrspace(1) noalias %p) {
  %a = load float, ptr addrspace(1) %p, align 16
  store float %a, ptr addrspace(1) %o, align 16
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 4
  %b = load float, ptr addrspace(1) %p1, align 4
  %o1 = getelementptr i8, ptr addrspace(1) %o, i64 4
  store float %b, ptr addrspace(1) %o1, align 4
  %p2 = getelementptr i8, ptr addrspace(1) %p, i64 8
  %c = load float, ptr addrspace(1) %p2, align 4
  %o2 = getelementptr i8, ptr addrspace(1) %o, i64 8
  store float %c, ptr addrspace(1) %o2, align 4
  %p3 = getelementptr i8, ptr addrspace(1) %p, i64 12
  %d = load float, ptr addrspace(1) %p3, align 4
  %o3 = getelementptr i8, ptr addrspace(1) %o, i64 12
  store float %d, ptr addrspace(1) %o3, align 4
  ret void
}
; may alias: the stores between keep the loads apart
; CHECK-LABEL: define void @alias
; CHECK-NOT: <
; CHECK: ret void
define void @alias(ptr addrspace(1) %o, ptr addrspace(1) %p) {
  %a = load float, ptr addrspace(1) %p, align 8
  store float %a, ptr addrspace(1) %o, align 8
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 4
  %b = load float, ptr addrspace(1) %p1, align 4
  %o1 = getelementptr i8, ptr addrspace(1) %o, i64 4
  store float %b, ptr addrspace(1) %o1, align 4
  ret void
}
; no proof of alignment
; CHECK-LABEL: define float @unaligned
; CHECK-NOT: <
; CHECK: ret float
define float @unaligned(ptr %p) {
  %a = load float, ptr %p, align 4
  %q = getelementptr i8, ptr %p, i64 4
  %b = load float, ptr %q, align 4
  %s = fadd float %a, %b
  ret float %s
}
; y z w: the pair z w
; CHECK-LABEL: define float @tail
; CHECK: load float
; CHECK: load <2 x float>, ptr {{.*}}, align 8
define float @tail(ptr align 16 %p) {
  %q = getelementptr i8, ptr %p, i64 4
  %a = load float, ptr %q, align 4
  %r = getelementptr i8, ptr %p, i64 8
  %b = load float, ptr %r, align 4
  %t = getelementptr i8, ptr %p, i64 12
  %c = load float, ptr %t, align 4
  %s = fadd float %a, %b
  %u = fadd float %s, %c
  ret float %u
}
; not across a barrier, not volatile, not atomic
; CHECK-LABEL: define void @barrier
; CHECK-NOT: <
; CHECK: ret void
define void @barrier(ptr addrspace(3) align 16 %p) {
  store i32 1, ptr addrspace(3) %p, align 16
  call void @llvm.nvvm.barrier0()
  %q = getelementptr i8, ptr addrspace(3) %p, i64 4
  store i32 2, ptr addrspace(3) %q, align 4
  %r = getelementptr i8, ptr addrspace(3) %p, i64 8
  store volatile i32 2, ptr addrspace(3) %r, align 4
  %t = getelementptr i8, ptr addrspace(3) %p, i64 12
  store volatile i32 2, ptr addrspace(3) %t, align 4
  ret void
}
; types of one size share a vector
; CHECK-LABEL: define void @mixed
; CHECK: bitcast float %f to i32
; CHECK: store <2 x i32>
define void @mixed(ptr align 8 %p, float %f) {
  store i32 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 4
  store float %f, ptr %q
  ret void
}
