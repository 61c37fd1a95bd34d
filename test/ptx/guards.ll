; Selections and short branches become guards (src/ptx/tidy/guards.c).
; RUN: cuprum %s -arch=sm_90 -O1 --passes=globaldce -o -
; RUN[RAN]: for k in counted old both twice; do for o in 0 1 3; do cuprum run %s -O$o --kernel=$k --block=8 --print=0:8 buf:i32:8:iota i32:3; done; done
; RAN-COUNT-3: arg 0: 4 4 4 3 3 3 3 3
; RAN-COUNT-3: arg 0: 1 2 3 3 3 3 3 3
; RAN-COUNT-3: arg 0: -3 -2 -1 9 12 15 18 21
; RAN-COUNT-3: arg 0: 4 5 6 6 7 8 9 10
; RUN[RAN2]: for k in store load; do for o in 0 1 3; do cuprum run %s -O$o --kernel=$k --block=8 --print=0:8 buf:i32:8:iota i32:3; done; done
; RAN2-COUNT-3: arg 0: 0 1 2 3 3 3 3 3
; RAN2-COUNT-3: arg 0: 0 0 0 6 8 10 12 14
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; a condition that is counted
; CHECK-LABEL: .entry counted(
; CHECK: setp.lt.s32 [[P:%p\d+]]
; CHECK-NOT: selp
; CHECK: @[[P]] add.s32 [[R:%r\d+]], [[R]], 1;
; CHECK: ret;
define ptx_kernel void @counted(ptr addrspace(1) %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %x = load i32, ptr addrspace(1) %a
  %c = icmp slt i32 %x, %n
  %z = zext i1 %c to i32
  %r = add i32 %n, %z
  store i32 %r, ptr addrspace(1) %a
  ret void
}

; a computed value over an old one, which nothing else needs
; CHECK-LABEL: .entry old(
; CHECK: setp.lt.s32 [[P:%p\d+]]
; CHECK-NOT: selp
; CHECK: @[[P]] add.s32 [[R:%r\d+]], {{%r\d+}}, 1;
; CHECK: st.global.u32 [{{.*}}], [[R]];
define ptx_kernel void @old(ptr addrspace(1) %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %x = load i32, ptr addrspace(1) %a
  %c = icmp slt i32 %x, %n
  %y = add i32 %x, 1
  %r = select i1 %c, i32 %y, i32 %n
  store i32 %r, ptr addrspace(1) %a
  ret void
}

; both values are computed for it: one over the other
; CHECK-LABEL: .entry both(
; CHECK: mul.lo.s32 [[R:%r\d+]], {{%r\d+}}, 3;
; CHECK-NOT: selp
; CHECK: @%p{{\d+}} sub.s32 [[R]],
; CHECK: ret;
define ptx_kernel void @both(ptr addrspace(1) %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %x = load i32, ptr addrspace(1) %a
  %c = icmp slt i32 %x, %n
  %y = sub i32 %x, %n
  %z = mul i32 %x, 3
  %r = select i1 %c, i32 %y, i32 %z
  store i32 %r, ptr addrspace(1) %a
  ret void
}

; the old value is needed behind the selection: a copy would stay
; CHECK-LABEL: .entry twice(
; CHECK: selp.b32
; CHECK: ret;
define ptx_kernel void @twice(ptr addrspace(1) %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %x = load i32, ptr addrspace(1) %a
  %c = icmp slt i32 %x, %n
  %y = add i32 %n, 1
  %r = select i1 %c, i32 %y, i32 %n
  %s = add i32 %r, %x
  %u = sub i32 %s, %n
  %v = add i32 %u, %n
  store i32 %v, ptr addrspace(1) %a
  ret void
}

; what anything else reads is computed as before
; CHECK-LABEL: .entry read_twice(
; CHECK: selp.b32
define ptx_kernel void @read_twice(ptr addrspace(1) %p, i32 %n) {
  %x = load i32, ptr addrspace(1) %p
  %c = icmp slt i32 %x, %n
  %y = add i32 %x, 1
  %r = select i1 %c, i32 %y, i32 %n
  %s = xor i32 %r, %y
  store i32 %s, ptr addrspace(1) %p
  ret void
}

; a division is many instructions
; CHECK-LABEL: .entry division(
; CHECK: selp.b32
define ptx_kernel void @division(ptr addrspace(1) %p, i32 %n) {
  %x = load i32, ptr addrspace(1) %p
  %c = icmp slt i32 %x, %n
  %y = sdiv i32 %x, %n
  %r = select i1 %c, i32 %y, i32 %n
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; one instruction that is branched over
; CHECK-LABEL: .entry store(
; CHECK: setp.{{.*}} [[P:%p\d+]]
; CHECK-NOT: bra
; CHECK: @{{!?}}[[P]] st.global.u32
; CHECK-NOT: bra
; CHECK: ret;
define ptx_kernel void @store(ptr addrspace(1) %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %x = load i32, ptr addrspace(1) %a
  %c = icmp sgt i32 %x, %n
  br i1 %c, label %then, label %end
then:
  store i32 %n, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; a load, and its other value
; CHECK-LABEL: .entry load(
; CHECK-NOT: bra
; CHECK: @{{!?}}%p{{\d+}} ld.global.u32
; CHECK-NOT: bra
; CHECK: ret;
define ptx_kernel void @load(ptr addrspace(1) %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %c = icmp sge i32 %t, %n
  br i1 %c, label %then, label %end
then:
  %x = load i32, ptr addrspace(1) %a
  br label %end
end:
  %y = phi i32 [ 0, %entry ], [ %x, %then ]
  %z = shl i32 %y, 1
  store i32 %z, ptr addrspace(1) %a
  ret void
}

; two stay behind their branch
; CHECK-LABEL: .entry two(
; CHECK: bra
; CHECK-NEXT: st.volatile.global
; CHECK-NEXT: st.volatile.global
; CHECK: ret;
define ptx_kernel void @two(ptr addrspace(1) %p, i32 %n) {
entry:
  %x = load i32, ptr addrspace(1) %p
  %c = icmp sgt i32 %x, %n
  br i1 %c, label %then, label %end
then:
  store volatile i32 %n, ptr addrspace(1) %p
  store volatile i32 %x, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; so does what waits for other threads
; CHECK-LABEL: .entry waits(
; CHECK: bra
; CHECK-NEXT: bar.sync
; CHECK: ret;
declare void @llvm.nvvm.barrier0()
define ptx_kernel void @waits(ptr addrspace(1) %p, i32 %n) {
entry:
  %d = icmp slt i32 %n, 7
  br i1 %d, label %wait, label %out
wait:
  call void @llvm.nvvm.barrier0()
  br label %out
out:
  ret void
}
