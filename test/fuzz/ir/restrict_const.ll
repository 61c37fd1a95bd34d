; ModuleID = 'cuda'
source_filename = "cuda"
target datalayout = "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"


define ptx_kernel void @_Z1kPKfS0_Pf(ptr noalias %a, ptr noalias %b, ptr noalias %o) #0 {
entry:
  %o.1 = addrspacecast ptr %o to ptr addrspace(1)
  %b.1 = addrspacecast ptr %b to ptr addrspace(1)
  %a.1 = addrspacecast ptr %a to ptr addrspace(1)
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %2 = mul i32 %0, %1
  %3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %2, %3
  br label %for.cond

for.cond:
  %s = phi float [ 0.000000e+00, %entry ], [ %s.1, %for.body ]
  %j = phi i32 [ 0, %entry ], [ %j.1, %for.body ]
  %4 = icmp slt i32 %j, 8
  br i1 %4, label %for.body, label %for.end

for.body:
  %5 = add nsw i32 %i, %j
  %6 = and i32 %5, 255
  %7 = zext nneg i32 %6 to i64
  %8 = getelementptr inbounds float, ptr addrspace(1) %a.1, i64 %7
  %9 = load float, ptr addrspace(1) %8, align 4, !invariant.load !0
  %10 = sub nsw i32 %i, %j
  %11 = and i32 %10, 255
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds float, ptr addrspace(1) %b.1, i64 %12
  %14 = load float, ptr addrspace(1) %13, align 4, !invariant.load !0
  %15 = fsub contract float %9, %14
  %s.1 = fadd contract float %s, %15
  %j.1 = add nsw i32 %j, 1
  br label %for.cond, !llvm.loop !1

for.end:
  %16 = sext i32 %i to i64
  %17 = getelementptr inbounds float, ptr addrspace(1) %o.1, i64 %16
  store float %s, ptr addrspace(1) %17, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

attributes #0 = { convergent nounwind "nvvm.maxntid"="64" "nvvm.minctasm"="4" }
attributes #1 = { nocallback nounwind speculatable willreturn memory(none) }

!nvvmir.version = !{!2}

!0 = !{}
!1 = distinct !{!1, !3}
!2 = !{i32 2, i32 0, i32 3, i32 2}
!3 = !{!"llvm.loop.unroll.full"}
