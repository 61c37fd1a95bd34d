; ModuleID = 'cuda'
source_filename = "cuda"
target datalayout = "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@buf = external addrspace(3) global [0 x float], align 4

define ptx_kernel void @_Z1kPKfPfi(ptr %a, ptr %o, i32 %n) #0 {
entry:
  %o.1 = addrspacecast ptr %o to ptr addrspace(1)
  %a.1 = addrspacecast ptr %a to ptr addrspace(1)
  %0 = sext i32 %n to i64
  %hi = getelementptr inbounds float, ptr addrspace(3) @buf, i64 %0
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %2 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %3 = mul i32 %1, %2
  %i = add i32 %3, %t
  %4 = sext i32 %i to i64
  %5 = getelementptr inbounds float, ptr addrspace(1) %a.1, i64 %4
  %6 = load float, ptr addrspace(1) %5, align 4
  %7 = zext nneg i32 %t to i64
  %8 = getelementptr inbounds float, ptr addrspace(3) @buf, i64 %7
  store float %6, ptr addrspace(3) %8, align 4
  %9 = fmul contract float %6, 2.000000e+00
  %10 = add nsw i32 %n, -1
  %11 = sub nsw i32 %10, %t
  %12 = sext i32 %11 to i64
  %13 = getelementptr inbounds float, ptr addrspace(3) %hi, i64 %12
  store float %9, ptr addrspace(3) %13, align 4
  call void @llvm.nvvm.barrier0()
  %14 = add nsw i32 %t, 1
  %15 = srem i32 %14, %n
  %16 = sext i32 %15 to i64
  %17 = getelementptr inbounds float, ptr addrspace(3) @buf, i64 %16
  %18 = load float, ptr addrspace(3) %17, align 4
  %19 = getelementptr inbounds float, ptr addrspace(3) %hi, i64 %7
  %20 = load float, ptr addrspace(3) %19, align 4
  %21 = fadd contract float %18, %20
  %22 = getelementptr inbounds float, ptr addrspace(1) %o.1, i64 %4
  store float %21, ptr addrspace(1) %22, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare void @llvm.nvvm.barrier0() #0

attributes #0 = { convergent nounwind }
attributes #1 = { nocallback nounwind speculatable willreturn memory(none) }

!nvvmir.version = !{!0}

!0 = !{i32 2, i32 0, i32 3, i32 2}
