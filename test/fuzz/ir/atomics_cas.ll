; ModuleID = 'cuda'
source_filename = "cuda"
target datalayout = "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"


define ptx_kernel void @_Z1kPKfPfPy(ptr %a, ptr %o, ptr %w) #0 {
entry:
  %w.1 = addrspacecast ptr %w to ptr addrspace(1)
  %o.1 = addrspacecast ptr %o to ptr addrspace(1)
  %a.1 = addrspacecast ptr %a to ptr addrspace(1)
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %2 = mul i32 %0, %1
  %3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %2, %3
  %4 = sext i32 %i to i64
  %5 = getelementptr inbounds float, ptr addrspace(1) %a.1, i64 %4
  %6 = load float, ptr addrspace(1) %5, align 4
  %old = load i32, ptr addrspace(1) %o.1, align 4
  br label %do.body

do.body:
  %old.1 = phi i32 [ %old, %entry ], [ %retval, %do.body ]
  %7 = bitcast i32 %old.1 to float
  %8 = fadd contract float %7, %6
  %9 = bitcast float %8 to i32
  %10 = cmpxchg ptr addrspace(1) %o.1, i32 %old.1, i32 %9 syncscope("device") monotonic monotonic, align 4
  %retval = extractvalue { i32, i1 } %10, 0
  %11 = icmp ne i32 %retval, %old.1
  br i1 %11, label %do.body, label %do.end

do.end:
  %12 = getelementptr inbounds i8, ptr addrspace(1) %o.1, i64 4
  %13 = load float, ptr addrspace(1) %5, align 4
  %14 = fmul contract float %13, 2.000000e+00
  %retval.1 = atomicrmw fadd ptr addrspace(1) %12, float %14 syncscope("device") monotonic, align 4
  %old.2 = load i64, ptr addrspace(1) %w.1, align 8
  br label %do.body.1

do.body.1:
  %old.3 = phi i64 [ %old.2, %do.end ], [ %retval.2, %do.body.1 ]
  %15 = add i64 %old.3, %4
  %16 = cmpxchg ptr addrspace(1) %w.1, i64 %old.3, i64 %15 syncscope("device") monotonic monotonic, align 8
  %retval.2 = extractvalue { i64, i1 } %16, 0
  %17 = icmp ne i64 %retval.2, %old.3
  br i1 %17, label %do.body.1, label %return

return:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

attributes #0 = { convergent nounwind }
attributes #1 = { nocallback nounwind speculatable willreturn memory(none) }

!nvvmir.version = !{!0}

!0 = !{i32 2, i32 0, i32 3, i32 2}
