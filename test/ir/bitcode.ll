; Bitcode written by LLVM is read as the text would be.
; REQUIRES: llvm-as-19
; RUN: llvm-as-19 %s -o %t.bc && %B/tools/iropt %t.bc
target triple = "nvptx64-nvidia-cuda"
%S = type { i32, [2 x float] }
@a = addrspace(1) global %S { i32 -7, [2 x float] [float 1.0, float 2.0] }, align 4
@p = addrspace(1) global ptr getelementptr inbounds (i8, ptr addrspacecast (ptr addrspace(1) @a to ptr), i64 4)
; CHECK: @a = addrspace(1) global %S { i32 -7, [2 x float] [float 1.000000e+00, float 2.000000e+00] }, align 4
; CHECK: @p = addrspace(1) global ptr getelementptr inbounds (i8, ptr addrspacecast (ptr addrspace(1) @a to ptr), i64 4)
define internal fastcc i32 @f(ptr noalias byval(%S) align 4 %p, i32 %n) alwaysinline memory(argmem: read) {
; CHECK: define internal fastcc i32 @f(ptr noalias align 4 byval(%S) %p, i32 %n) #0
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %j = add nsw i32 %i, %n
  %v = load volatile i32, ptr %p, align 4
  %x = atomicrmw add ptr %p, i32 %v seq_cst, align 4
  %c = icmp ugt i32 %x, %j
  br i1 %c, label %l, label %o
; CHECK: phi i32 [ 0, %entry ], [ %j, %l ]
; CHECK: add nsw i32
; CHECK: load volatile i32
; CHECK: atomicrmw add ptr %p, i32 %v seq_cst, align 4
o:
  %s = call fast float @llvm.fma.f32(float 1.0, float 2.0, float 3.0)
  switch i32 %j, label %l2 [
    i32 4, label %l2
  ]
l2:
  ret i32 %j
; CHECK: call fast float @llvm.fma.f32(float 1.000000e+00, float 2.000000e+00, float 3.000000e+00)
}
declare float @llvm.fma.f32(float, float, float)
; CHECK: attributes #0 = { alwaysinline memory(argmem: read) }
