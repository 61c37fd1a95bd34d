; Bits that are a float here and an integer there stay in one register of a .b type (src/ptx/tidy/share_words.c).
; RUN: cuprum %s -arch=sm_90 -O1 --passes=globaldce -o %t.ptx && cat %t.ptx
; RUN[RAN]: for k in lanes kept phi late; do for o in 0 1 3; do cuprum run %s -O$o --kernel=$k --block=32 --print=0:2 buf:f32:32:iota i32:3; done; done
; RAN-COUNT-3: arg 0: 1 1
; RAN-COUNT-3: arg 0: -0 -1
; RAN-COUNT-3: arg 0: 0 8
; RAN-COUNT-3: arg 0: 4 1
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: .entry lanes(
; CHECK: ld.global.f32 [[X:%r\d+]]
; CHECK-NOT: mov.b32
; CHECK: shfl.sync.bfly.b32 [[Y:%r\d+]], [[X]], 1, 31, -1;
; CHECK-NEXT: add.f32 {{%f\d+}}, [[X]], [[Y]];
; CHECK: ret;
define ptx_kernel void @lanes(ptr addrspace(1) %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr addrspace(1) %p, i32 %t
  %x = load float, ptr addrspace(1) %a
  %b = bitcast float %x to i32
  %s = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %b, i32 1, i32 31)
  %f = bitcast i32 %s to float
  %r = fadd float %x, %f
  store float %r, ptr addrspace(1) %a
  ret void
}

; integer arithmetic on a float's bits, and no register of a float type where one was
; CHECK-LABEL: .entry kept(
; CHECK: ld.global.f32 [[X:%r\d+]]
; CHECK-NEXT: xor.b32 [[Y:%r\d+]], [[X]], -2147483648;
; CHECK-NEXT: st.global.f32 {{.*}}, [[Y]];
define ptx_kernel void @kept(ptr addrspace(1) %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr addrspace(1) %p, i32 %t
  %x = load float, ptr addrspace(1) %a
  %b = bitcast float %x to i32
  %y = xor i32 %b, -2147483648
  %f = bitcast i32 %y to float
  store float %f, ptr addrspace(1) %a
  ret void
}

; a phi's registers go with it, so that its copies stay copies of one type: nothing is moved in the loop
; CHECK-LABEL: .entry phi(
; CHECK: [[LOOP:\$L__BB[0-9_]+]]:
; CHECK-NOT: mov
; CHECK: @%p{{\d+}} bra [[LOOP]];
define ptx_kernel void @phi(ptr addrspace(1) %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr addrspace(1) %p, i32 %t
  %x0 = load float, ptr addrspace(1) %a
  br label %loop
loop:
  %x = phi float [ %x0, %entry ], [ %r, %loop ]
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %b = bitcast float %x to i32
  %s = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %b, i32 0, i32 31)
  %f = bitcast i32 %s to float
  %r = fadd float %x, %f
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %loop, label %end
end:
  store float %r, ptr addrspace(1) %a
  ret void
}

; the copy of a phi is read where the phi has its next value already: it stays
; CHECK-LABEL: .entry late(
; CHECK: [[LOOP:\$L__BB[0-9_]+]]:
; CHECK: mov
; CHECK: @%p{{\d+}} bra [[LOOP]];
; CHECK: ret;
define ptx_kernel void @late(ptr addrspace(1) %p, i32 %n) {
entry:
  %x0 = load float, ptr addrspace(1) %p
  br label %loop
loop:
  %x = phi float [ %x0, %entry ], [ %r, %loop ]
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %b = bitcast float %x to i32
  %r = fadd float %x, 2.0
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %loop, label %end
end:
  store i32 %b, ptr addrspace(1) %p
  ret void
}

; without such moves floats keep their type
; CHECK-LABEL: .entry floats(
; CHECK: add.f32 {{%f\d+}}, {{%f\d+}}, {{%f\d+}};
define ptx_kernel void @floats(ptr addrspace(1) %p, i32 %n) {
  %x = load float, ptr addrspace(1) %p
  %y = fadd float %x, %x
  store float %y, ptr addrspace(1) %p
  ret void
}
