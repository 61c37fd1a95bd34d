; ModuleID = 'cuda'
source_filename = "cuda"
target datalayout = "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"


define ptx_kernel void @_Z1kPKyS0_Py(ptr %a, ptr %b, ptr %o) #0 {
entry:
  %o.1 = addrspacecast ptr %o to ptr addrspace(1)
  %b.1 = addrspacecast ptr %b to ptr addrspace(1)
  %a.1 = addrspacecast ptr %a to ptr addrspace(1)
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %1 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %2 = mul i32 %0, %1
  %3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %2, %3
  %4 = sext i32 %i to i64
  %5 = getelementptr inbounds i64, ptr addrspace(1) %a.1, i64 %4
  %6 = load i64, ptr addrspace(1) %5, align 8
  %7 = zext i64 %6 to i128
  %8 = shl i128 %7, 64
  %9 = getelementptr inbounds i64, ptr addrspace(1) %b.1, i64 %4
  %10 = load i64, ptr addrspace(1) %9, align 8
  %11 = zext i64 %10 to i128
  %x = or i128 %8, %11
  %12 = mul i128 %11, %7
  %y = add i128 %12, 12345
  %13 = xor i128 %x, %y
  %z = sub nsw i128 %13, %y
  %14 = and i64 %6, 63
  %15 = zext i64 %14 to i128
  %z.1 = shl i128 %z, %15
  %z.2 = ashr i128 %z.1, 7
  %16 = or i64 %10, 1
  %17 = zext i64 %16 to i128
  %q = udiv i128 %x, %17
  %m = urem i128 %x, %17
  %18 = mul i128 %q, 3
  %19 = add i128 %z.2, %18
  %x.1 = add i128 %19, %m
  %20 = trunc i128 %x.1 to i64
  %21 = icmp slt i128 %z.2, 0
  %22 = zext i1 %21 to i64
  %23 = add i64 %20, %22
  %24 = icmp ugt i128 %y, %x.1
  %25 = zext i1 %24 to i64
  %26 = add i64 %23, %25
  %27 = shl nsw i32 %i, 1
  %28 = sext i32 %27 to i64
  %29 = getelementptr i64, ptr addrspace(1) %o.1, i64 %28
  store i64 %26, ptr addrspace(1) %29, align 8
  %30 = lshr i128 %x.1, 64
  %31 = trunc i128 %30 to i64
  %32 = getelementptr i8, ptr addrspace(1) %29, i64 8
  store i64 %31, ptr addrspace(1) %32, align 8
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #1

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

attributes #0 = { convergent nounwind }
attributes #1 = { nocallback nounwind speculatable willreturn memory(none) }

!nvvmir.version = !{!0}

!0 = !{i32 2, i32 0, i32 3, i32 2}
