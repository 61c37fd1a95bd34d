; ModuleID = 'cuda'
source_filename = "cuda"
target datalayout = "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"


define ptx_kernel void @_Z1kPKiPi(ptr %a, ptr %o) #0 {
entry:
  %o.1 = addrspacecast ptr %o to ptr addrspace(1)
  %a.1 = addrspacecast ptr %a to ptr addrspace(1)
  %tmp = alloca { i32, float }, align 4
  %tmp.1 = addrspacecast ptr %tmp to ptr addrspace(5)
  %tmp.2 = alloca { i32, float }, align 4
  %tmp.3 = addrspacecast ptr %tmp.2 to ptr addrspace(5)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %0 = zext nneg i32 %t to i64
  %1 = getelementptr inbounds i32, ptr addrspace(1) %a.1, i64 %0
  %2 = load i32, ptr addrspace(1) %1, align 4
  %p = and i32 %2, 4095
  %p.1 = sitofp i32 %t to float
  store i32 %p, ptr addrspace(5) %tmp.1, align 4
  %3 = getelementptr inbounds i8, ptr addrspace(5) %tmp.1, i64 4
  store float %p.1, ptr addrspace(5) %3, align 4
  %4 = call { i32, float } @_Z4swap4Pair(ptr align 4 byval({ i32, float }) %tmp)
  %tmp.4 = extractvalue { i32, float } %4, 0
  %tmp.5 = extractvalue { i32, float } %4, 1
  store i32 %tmp.4, ptr addrspace(5) %tmp.3, align 4
  %5 = getelementptr inbounds i8, ptr addrspace(5) %tmp.3, i64 4
  store float %tmp.5, ptr addrspace(5) %5, align 4
  %6 = trunc i32 %t to i8
  %7 = sub nsw i32 0, %t
  %8 = trunc i32 %7 to i16
  %9 = sitofp i32 %t to double
  %10 = fmul contract double %9, 1.500000e+00
  %11 = call { [4 x i64] } @_Z5widen4Paircsd(ptr align 4 byval({ i32, float }) %tmp.2, i8 %6, i16 %8, double %10)
  %w = extractvalue { [4 x i64] } %11, 0, 0
  %w.1 = extractvalue { [4 x i64] } %11, 0, 1
  %w.2 = extractvalue { [4 x i64] } %11, 0, 2
  %w.3 = extractvalue { [4 x i64] } %11, 0, 3
  %12 = mul nsw i64 %w.1, 3
  %13 = add nsw i64 %w, %12
  %14 = mul nsw i64 %w.2, 5
  %15 = add nsw i64 %13, %14
  %16 = mul nsw i64 %w.3, 7
  %17 = add nsw i64 %15, %16
  %18 = trunc i64 %17 to i32
  %19 = getelementptr inbounds i32, ptr addrspace(1) %o.1, i64 %0
  store i32 %18, ptr addrspace(1) %19, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

define internal { i32, float } @_Z4swap4Pair(ptr align 4 byval({ i32, float }) %p) #2 {
entry:
  %p.1 = load i32, ptr %p, align 4
  %0 = getelementptr inbounds i8, ptr %p, i64 4
  %p.2 = load float, ptr %0, align 4
  %r = fptosi float %p.2 to i32
  %r.1 = sitofp i32 %p.1 to float
  %1 = insertvalue { i32, float } poison, i32 %r, 0
  %2 = insertvalue { i32, float } %1, float %r.1, 1
  ret { i32, float } %2
}

define internal { [4 x i64] } @_Z5widen4Paircsd(ptr align 4 byval({ i32, float }) %p, i8 %c, i16 %s, double %d) #2 {
entry:
  %p.1 = load i32, ptr %p, align 4
  %0 = getelementptr inbounds i8, ptr %p, i64 4
  %p.2 = load float, ptr %0, align 4
  %w = sext i32 %p.1 to i64
  %w.1 = fptosi float %p.2 to i64
  %1 = sext i8 %c to i32
  %2 = sext i16 %s to i32
  %3 = add nsw i32 %1, %2
  %w.2 = sext i32 %3 to i64
  %w.3 = fptosi double %d to i64
  %4 = insertvalue { [4 x i64] } poison, i64 %w, 0, 0
  %5 = insertvalue { [4 x i64] } %4, i64 %w.1, 0, 1
  %6 = insertvalue { [4 x i64] } %5, i64 %w.2, 0, 2
  %7 = insertvalue { [4 x i64] } %6, i64 %w.3, 0, 3
  ret { [4 x i64] } %7
}

attributes #0 = { convergent nounwind }
attributes #1 = { nocallback nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent noinline nounwind }

!nvvmir.version = !{!0}

!0 = !{i32 2, i32 0, i32 3, i32 2}
