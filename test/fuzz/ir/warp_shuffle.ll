; ModuleID = 'cuda'
source_filename = "cuda"
target datalayout = "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"


define ptx_kernel void @_Z1kPKiPiPd(ptr %a, ptr %o, ptr %d) #0 {
entry:
  %d.1 = addrspacecast ptr %d to ptr addrspace(1)
  %o.1 = addrspacecast ptr %o to ptr addrspace(1)
  %a.1 = addrspacecast ptr %a to ptr addrspace(1)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %0 = zext nneg i32 %t to i64
  %1 = getelementptr inbounds i32, ptr addrspace(1) %a.1, i64 %0
  %v = load i32, ptr addrspace(1) %1, align 4
  %2 = mul nsw i32 %t, 7
  %3 = and i32 %2, 31
  %retval = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 %3, i32 31)
  %4 = getelementptr i32, ptr addrspace(1) %o.1, i64 %0
  store i32 %retval, ptr addrspace(1) %4, align 4
  %retval.1 = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v, i32 3, i32 0)
  %retval.2 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %v, i32 5, i32 4127)
  %5 = add nsw i32 %retval.1, %retval.2
  %6 = getelementptr i8, ptr addrspace(1) %4, i64 256
  store i32 %5, ptr addrspace(1) %6, align 4
  %s = and i32 %v, 65535
  br label %for.cond

for.cond:
  %s.1 = phi i32 [ %s, %entry ], [ %s.2, %entry.1 ]
  %m = phi i32 [ 16, %entry ], [ %m.1, %entry.1 ]
  %7 = icmp sgt i32 %m, 0
  br i1 %7, label %entry.1, label %for.end

entry.1:
  %retval.3 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %s.1, i32 %m, i32 31)
  %s.2 = add nsw i32 %s.1, %retval.3
  %m.1 = ashr i32 %m, 1
  br label %for.cond

for.end:
  %8 = getelementptr i8, ptr addrspace(1) %4, i64 512
  store i32 %s.1, ptr addrspace(1) %8, align 4
  %9 = sext i32 %v to i64
  %10 = shl i64 %9, 20
  %11 = trunc i64 %10 to i32
  %lo = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %11, i32 9, i32 31)
  %12 = lshr i64 %10, 32
  %13 = trunc i64 %12 to i32
  %hi = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %13, i32 9, i32 31)
  %14 = zext i32 %hi to i64
  %15 = shl i64 %14, 32
  %16 = zext i32 %lo to i64
  %retval.4 = or i64 %15, %16
  %17 = ashr i64 %retval.4, 13
  %18 = trunc i64 %17 to i32
  %19 = getelementptr i8, ptr addrspace(1) %4, i64 768
  store i32 %18, ptr addrspace(1) %19, align 4
  %20 = sitofp i32 %v to double
  %21 = bitcast double %20 to i64
  %22 = trunc i64 %21 to i32
  %lo.1 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %22, i32 1, i32 31)
  %23 = lshr i64 %21, 32
  %24 = trunc i64 %23 to i32
  %hi.1 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %24, i32 1, i32 31)
  %25 = zext i32 %hi.1 to i64
  %26 = shl i64 %25, 32
  %27 = zext i32 %lo.1 to i64
  %retval.5 = or i64 %26, %27
  %28 = getelementptr inbounds double, ptr addrspace(1) %d.1, i64 %0
  store i64 %retval.5, ptr addrspace(1) %28, align 8
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #2

declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32) #2

declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32) #2

declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) #2

attributes #0 = { convergent nounwind }
attributes #1 = { nocallback nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind willreturn memory(inaccessiblemem: readwrite) }

!nvvmir.version = !{!0}

!0 = !{i32 2, i32 0, i32 3, i32 2}
