; ModuleID = 'cuda'
source_filename = "cuda"
target datalayout = "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"


define ptx_kernel void @_Z1kPKfPKiPdPx(ptr %a, ptr %b, ptr %o, ptr %p) #0 {
entry:
  %p.1 = addrspacecast ptr %p to ptr addrspace(1)
  %o.1 = addrspacecast ptr %o to ptr addrspace(1)
  %b.1 = addrspacecast ptr %b to ptr addrspace(1)
  %a.1 = addrspacecast ptr %a to ptr addrspace(1)
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %2 = mul i32 %0, %1
  %3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %2, %3
  %4 = sext i32 %i to i64
  %5 = getelementptr inbounds float, ptr addrspace(1) %a.1, i64 %4
  %6 = load float, ptr addrspace(1) %5, align 4
  %7 = fsub contract float %6, 5.000000e-01
  %f = fmul contract float %7, 1.000000e+05
  %8 = fpext float %f to double
  %9 = getelementptr inbounds i32, ptr addrspace(1) %b.1, i64 %4
  %10 = load i32, ptr addrspace(1) %9, align 4
  %11 = sitofp i32 %10 to double
  %12 = fadd contract double %8, %11
  %13 = sitofp i32 %10 to float
  %14 = fpext float %13 to double
  %15 = fadd contract double %12, %14
  %16 = uitofp i32 %10 to double
  %17 = fadd contract double %15, %16
  %18 = getelementptr inbounds double, ptr addrspace(1) %o.1, i64 %4
  store double %17, ptr addrspace(1) %18, align 8
  %19 = fptosi float %f to i32
  %20 = sext i32 %19 to i64
  %21 = fmul contract float %f, 3.000000e+00
  %22 = fptosi float %21 to i64
  %23 = add nsw i64 %20, %22
  %24 = load float, ptr addrspace(1) %5, align 4
  %25 = fmul contract float %24, 1.000000e+03
  %26 = fptoui float %25 to i32
  %27 = zext i32 %26 to i64
  %28 = add nsw i64 %23, %27
  %29 = trunc i32 %19 to i16
  %30 = sext i16 %29 to i64
  %31 = add nsw i64 %28, %30
  %32 = fptosi float %24 to i32
  %33 = trunc i32 %32 to i8
  %34 = zext i8 %33 to i64
  %35 = add nsw i64 %31, %34
  %36 = getelementptr inbounds i64, ptr addrspace(1) %p.1, i64 %4
  store i64 %35, ptr addrspace(1) %36, align 8
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

attributes #0 = { convergent nounwind }
attributes #1 = { nocallback nounwind speculatable willreturn memory(none) }

!nvvmir.version = !{!0}

!0 = !{i32 2, i32 0, i32 3, i32 2}
