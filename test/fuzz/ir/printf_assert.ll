; ModuleID = 'cuda'
source_filename = "cuda"
target datalayout = "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@$str = private unnamed_addr addrspace(1) constant [41 x i8] c"n=%d f=%.2f c=%c s=%s x=%08x u=%llu p%%\0A\00", align 1
@$str$1 = private unnamed_addr addrspace(1) constant [5 x i8] c"text\00", align 1

define ptx_kernel void @_Z1kif(i32 %n, float %f) #0 {
entry:
  %printf = alloca { i32, double, i32, ptr, i32, i64 }, align 8
  %printf.1 = addrspacecast ptr %printf to ptr addrspace(5)
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %1 = icmp eq i32 %0, 1
  br i1 %1, label %if.then, label %return

if.then:
  %2 = fpext float %f to double
  store i32 %n, ptr addrspace(5) %printf.1, align 4
  %3 = getelementptr inbounds i8, ptr addrspace(5) %printf.1, i64 8
  store double %2, ptr addrspace(5) %3, align 8
  %4 = getelementptr inbounds i8, ptr addrspace(5) %printf.1, i64 16
  store i32 113, ptr addrspace(5) %4, align 4
  %5 = getelementptr inbounds i8, ptr addrspace(5) %printf.1, i64 24
  store ptr addrspacecast (ptr addrspace(1) @$str$1 to ptr), ptr addrspace(5) %5, align 8
  %6 = getelementptr inbounds i8, ptr addrspace(5) %printf.1, i64 32
  store i32 48879, ptr addrspace(5) %6, align 4
  %7 = getelementptr inbounds i8, ptr addrspace(5) %printf.1, i64 40
  store i64 123456789012, ptr addrspace(5) %7, align 8
  %8 = call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @$str to ptr), ptr %printf)
  br label %return

return:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare i32 @vprintf(ptr, ptr) #2

attributes #0 = { convergent nounwind }
attributes #1 = { nocallback nounwind speculatable willreturn memory(none) }
attributes #2 = { nounwind }

!nvvmir.version = !{!0}

!0 = !{i32 2, i32 0, i32 3, i32 2}
