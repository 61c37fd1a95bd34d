; ModuleID = 'cuda'
source_filename = "cuda"
target datalayout = "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"


define ptx_kernel void @_Z1kPKiPi(ptr %a, ptr %o) #0 {
entry:
  %o.1 = addrspacecast ptr %o to ptr addrspace(1)
  %a.1 = addrspacecast ptr %a to ptr addrspace(1)
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %2 = mul i32 %0, %1
  %3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %2, %3
  %4 = sext i32 %i to i64
  %5 = getelementptr inbounds i32, ptr addrspace(1) %a.1, i64 %4
  %6 = load i32, ptr addrspace(1) %5, align 4
  %7 = and i32 %6, 15
  %8 = add nsw i32 %7, -6
  switch i32 %8, label %switch.default [
    i32 0, label %return
    i32 1, label %switch.case
    i32 2, label %switch.case
    i32 3, label %switch.case.1
    i32 4, label %switch.case.2
    i32 5, label %switch.case.3
    i32 6, label %switch.case.4
    i32 1000, label %switch.case.5
    i32 -5, label %switch.case.6
  ]

switch.default:
  %9 = call i32 @llvm.nvvm.mulhi.i(i32 %8, i32 780903145)
  %10 = ashr i32 %9, 1
  %11 = lshr i32 %8, 31
  %12 = add i32 %10, %11
  %13 = mul i32 %12, 11
  %v = sub i32 %8, %13
  br label %return

switch.case:
  %v.1 = add nsw i32 %7, 4
  br label %switch.case.1

switch.case.1:
  %v.2 = phi i32 [ %8, %entry ], [ %v.1, %switch.case ]
  %v.3 = shl nsw i32 %v.2, 1
  br label %return

switch.case.2:
  %retval = sub i32 6, %7
  br label %return

switch.case.3:
  br label %return

switch.case.4:
  %v.4 = xor i32 %8, 3
  br label %return

switch.case.5:
  br label %return

switch.case.6:
  br label %return

return:
  %retval.1 = phi i32 [ 2, %switch.case.6 ], [ 1, %switch.case.5 ], [ %retval, %switch.case.2 ], [ %v, %switch.default ], [ %v.4, %switch.case.4 ], [ 77, %switch.case.3 ], [ %v.3, %switch.case.1 ], [ 5, %entry ]
  switch i32 %i, label %switch.default.1 [
    i32 0, label %return.1
    i32 1, label %switch.case.7
    i32 2, label %switch.case.7
    i32 3, label %switch.case.8
    i32 4, label %switch.case.9
    i32 5, label %switch.case.10
    i32 6, label %switch.case.11
    i32 1000, label %switch.case.12
    i32 -5, label %switch.case.13
  ]

switch.default.1:
  %14 = call i32 @llvm.nvvm.mulhi.i(i32 %i, i32 780903145)
  %15 = ashr i32 %14, 1
  %16 = lshr i32 %i, 31
  %17 = add i32 %15, %16
  %18 = mul i32 %17, 11
  %v.5 = sub i32 %i, %18
  br label %return.1

switch.case.7:
  %v.6 = add nsw i32 %i, 10
  br label %switch.case.8

switch.case.8:
  %v.7 = phi i32 [ %i, %return ], [ %v.6, %switch.case.7 ]
  %v.8 = shl nsw i32 %v.7, 1
  br label %return.1

switch.case.9:
  %retval.2 = sub nsw i32 0, %i
  br label %return.1

switch.case.10:
  br label %return.1

switch.case.11:
  %v.9 = xor i32 %i, 3
  br label %return.1

switch.case.12:
  br label %return.1

switch.case.13:
  br label %return.1

return.1:
  %retval.3 = phi i32 [ 2, %switch.case.13 ], [ 1, %switch.case.12 ], [ %retval.2, %switch.case.9 ], [ %v.5, %switch.default.1 ], [ %v.9, %switch.case.11 ], [ 77, %switch.case.10 ], [ %v.8, %switch.case.8 ], [ 5, %return ]
  %19 = mul nsw i32 %retval.3, 100
  %20 = add nsw i32 %retval.1, %19
  %21 = getelementptr inbounds i32, ptr addrspace(1) %o.1, i64 %4
  store i32 %20, ptr addrspace(1) %21, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare i32 @llvm.nvvm.mulhi.i(i32, i32) #1

attributes #0 = { convergent nounwind }
attributes #1 = { nocallback nounwind speculatable willreturn memory(none) }

!nvvmir.version = !{!0}

!0 = !{i32 2, i32 0, i32 3, i32 2}
