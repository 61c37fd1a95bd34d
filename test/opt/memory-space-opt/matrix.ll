; RUN: %B/tools/iropt --passes=memory-space-opt --stress=all %s
; A matrix load keeps its name, which says "generic"; its pointer becomes a cast of the specific one.
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [512 x half] undef
declare { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr, i32)

; CHECK-LABEL: define void @indexed
; CHECK: %[[Q:.*]] = getelementptr half, ptr addrspace(3) @s, i64 %i
; CHECK-NEXT: %[[G:.*]] = addrspacecast ptr addrspace(3) %[[Q]] to ptr
; CHECK-NEXT: call {{.*}}.p0(ptr %[[G]], i32 16)
define void @indexed(i64 %i) {
  %q = getelementptr half, ptr addrspacecast (ptr addrspace(3) @s to ptr), i64 %i
  %a = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr %q, i32 16)
  ret void
}

; not known
; CHECK-LABEL: define void @generic
; CHECK-NOT: addrspacecast
; CHECK: ret
define void @generic(ptr %p) {
  %a = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr %p, i32 16)
  ret void
}
