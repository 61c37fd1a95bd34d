; A constant that asm reads in a register is moved there once in a block; what asm writes too gets
; a register of its own, and so does another block.
; RUN: %B/bin/cuprum %s -arch=sm_90 --emit=ptx -O1 -o -
target triple = "nvptx64-nvidia-cuda"

; CHECK: mov.u32 [[A:%r\d+]], 16;
; CHECK: first [[A]], [[A]];
; CHECK-NOT: mov
; CHECK: second [[A]];
; CHECK: mov.b32 [[B:%r\d+]], [[A]];
; CHECK: third [[B]]
; CHECK: fourth [[A]];
; CHECK: mov.u32 [[D:%r\d+]], 16;
; CHECK: fifth [[D]];
define ptx_kernel void @k(i32 %n) {
e:
  call void asm sideeffect "first $0, $1;", "r,r"(i32 16, i32 16)
  call void asm sideeffect "second $0;", "r"(i32 16)
  %x = call i32 asm sideeffect "third $0;", "=r,0"(i32 16)
  call void asm sideeffect "fourth $0;", "r"(i32 16)
  %c = icmp eq i32 %n, %x
  br i1 %c, label %t, label %j
t:
  call void asm sideeffect "fifth $0;", "r"(i32 16)
  br label %j
j:
  ret void
}
