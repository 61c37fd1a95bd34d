; SPDX-License-Identifier: Apache-2.0
; Loads of shared variables at fixed addresses stay in a loop that has many registers alive; others and those of
; a loop that has few leave it.
; RUN: %B/tools/iropt '--passes=loop(licm<load-registers=4>)' --stress=all %s
; RUN[ROOM]: %B/tools/iropt '--passes=loop(licm)' --stress=all %s
target triple = "nvptx64-nvidia-cuda"
@keys = internal addrspace(3) global [8 x i32] undef, align 4

; CHECK-LABEL: define ptx_kernel void @crypt
; CHECK: e:
; CHECK-NEXT: %d = load i32, ptr addrspace(3) %q
; CHECK-NEXT: br label
; CHECK: l:
; CHECK-COUNT-3: load i32, ptr addrspace(3) {{getelementptr|@keys}}
; ROOM-LABEL: define ptx_kernel void @crypt
; ROOM: l:
; ROOM-NOT: load
; ROOM: ret void
define ptx_kernel void @crypt(ptr addrspace(1) %p, ptr addrspace(3) %q, i32 %n) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %a = load i32, ptr addrspace(3) @keys
  %b = load i32, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @keys, i64 4)
  %c = load i32, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @keys, i64 8)
  %d = load i32, ptr addrspace(3) %q
  %x = xor i32 %a, %i
  %y = mul i32 %x, %b
  %z = xor i32 %y, %c
  %w = mul i32 %z, %d
  %g = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %w, ptr addrspace(1) %g
  %j = add nuw nsw i32 %i, 1
  %t = icmp slt i32 %j, %n
  br i1 %t, label %l, label %o
o:
  ret void
}
