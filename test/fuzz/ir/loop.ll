target datalayout = "e-p:64:64:64-i64:64-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
%pair = type { i32, [2 x float] }
@g = internal addrspace(1) global %pair { i32 7, [2 x float] [float 1.0, float 0x3FB99999A0000000] }, align 8
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0
define ptx_kernel void @k(ptr addrspace(1) nocapture %p, i32 %n) #1 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !1
  %c = icmp slt i32 %t, %n
  br i1 %c, label %loop, label %end
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %a, align 4, !tbaa !2
  %s = select i1 %c, i32 %v, i32 undef
  %x = add nsw i32 %s, sub (i32 0, i32 5)
  store i32 %x, ptr addrspace(1) %a, align 4
  %i1 = add nuw nsw i32 %i, 1
  %d = icmp eq i32 %i1, %n
  br i1 %d, label %end, label %loop, !llvm.loop !0
end:
  switch i32 %n, label %out [ i32 1, label %out ]
out:
  ret void
}
attributes #0 = { nounwind readnone }
attributes #1 = { convergent "target-cpu"="sm_90" }
!nvvm.annotations = !{!3}
!0 = distinct !{!0}
!1 = !{i32 0, i32 1024}
!2 = !{!"int", !3}
!3 = !{ptr @k, !"kernel", i32 1}
