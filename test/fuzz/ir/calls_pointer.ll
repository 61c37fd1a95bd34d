; ModuleID = 'cuda'
source_filename = "cuda"
target datalayout = "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@table = addrspace(1) global [3 x ptr] [ptr @_Z3addii, ptr @_Z3subii, ptr @_Z3mulii], align 8

define internal i32 @_Z3addii(i32 %a, i32 %b) #0 {
entry:
  %retval = add nsw i32 %a, %b
  ret i32 %retval
}

define internal i32 @_Z3subii(i32 %a, i32 %b) #0 {
entry:
  %retval = sub nsw i32 %a, %b
  ret i32 %retval
}

define internal i32 @_Z3mulii(i32 %a, i32 %b) #0 {
entry:
  %retval = mul nsw i32 %a, %b
  ret i32 %retval
}

define ptx_kernel void @_Z1kPKiPi(ptr %a, ptr %o) #0 {
entry:
  %o.1 = addrspacecast ptr %o to ptr addrspace(1)
  %a.1 = addrspacecast ptr %a to ptr addrspace(1)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %0 = and i32 %t, 1
  %1 = icmp ne i32 %0, 0
  %f = select i1 %1, ptr @_Z3addii, ptr @_Z3mulii
  %2 = call i32 @llvm.nvvm.mulhi.ui(i32 %t, i32 1431655766)
  %3 = mul i32 %2, 3
  %4 = sub i32 %t, %3
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds ptr, ptr addrspace(1) @table, i64 %5
  %7 = load ptr, ptr addrspace(1) %6, align 8
  %8 = zext nneg i32 %t to i64
  %9 = getelementptr inbounds i32, ptr addrspace(1) %a.1, i64 %8
  %10 = load i32, ptr addrspace(1) %9, align 4
  %11 = call i32 @_Z5applyPFiiiEii(ptr %7, i32 %10, i32 %t)
  %12 = load i32, ptr addrspace(1) %9, align 4
  %13 = call i32 %f(i32 %12, i32 3)
  %14 = add nsw i32 %11, %13
  %15 = getelementptr inbounds i32, ptr addrspace(1) %o.1, i64 %8
  store i32 %14, ptr addrspace(1) %15, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

define internal i32 @_Z5applyPFiiiEii(ptr %f, i32 %a, i32 %b) #2 {
entry:
  %retval = call i32 %f(i32 %a, i32 %b)
  ret i32 %retval
}

declare i32 @llvm.nvvm.mulhi.ui(i32, i32) #1

attributes #0 = { convergent nounwind }
attributes #1 = { nocallback nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent noinline nounwind }

!nvvmir.version = !{!0}

!0 = !{i32 2, i32 0, i32 3, i32 2}
