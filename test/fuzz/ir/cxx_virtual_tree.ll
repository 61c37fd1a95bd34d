; ModuleID = 'cuda'
source_filename = "cuda"
target datalayout = "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZTV6Square = internal addrspace(1) constant [8 x ptr] [ptr null, ptr null, ptr @_ZNK6Square4areaEv, ptr @_ZNK6Square5sidesEv, ptr @_ZNK6Square4nameEv, ptr inttoptr (i64 -8 to ptr), ptr null, ptr @_ZThn8_NK6Square4nameEv], align 8
@_ZTV4Rect = internal addrspace(1) constant [8 x ptr] [ptr null, ptr null, ptr @_ZNK4Rect4areaEv, ptr @_ZNK6Square5sidesEv, ptr @_ZNK6Square4nameEv, ptr inttoptr (i64 -8 to ptr), ptr null, ptr @_ZThn8_NK6Square4nameEv], align 8

define ptx_kernel void @_Z1kPKiPi(ptr %a, ptr %o) #0 {
entry:
  %o.1 = addrspacecast ptr %o to ptr addrspace(1)
  %a.1 = addrspacecast ptr %a to ptr addrspace(1)
  %q = alloca { ptr, ptr, i32, i32 }, align 8
  %q.1 = addrspacecast ptr %q to ptr addrspace(5)
  %r = alloca { ptr, ptr, i32, i32, i32 }, align 8
  %r.1 = addrspacecast ptr %r to ptr addrspace(5)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %0 = zext nneg i32 %t to i64
  %1 = getelementptr inbounds i32, ptr addrspace(1) %a.1, i64 %0
  %2 = load i32, ptr addrspace(1) %1, align 4
  %3 = call i32 @llvm.nvvm.mulhi.i(i32 %2, i32 954437177)
  %4 = ashr i32 %3, 1
  %5 = lshr i32 %2, 31
  %6 = add i32 %4, %5
  %7 = mul i32 %6, 9
  %8 = sub i32 %2, %7
  %9 = getelementptr inbounds i8, ptr addrspace(5) %q.1, i64 8
  %10 = getelementptr inbounds i8, ptr %q, i64 8
  store ptr getelementptr inbounds (i8, ptr addrspacecast (ptr addrspace(1) @_ZTV6Square to ptr), i64 16), ptr addrspace(5) %q.1, align 8
  store ptr getelementptr inbounds (i8, ptr addrspacecast (ptr addrspace(1) @_ZTV6Square to ptr), i64 56), ptr addrspace(5) %9, align 8
  %11 = add nsw i32 %8, 40
  %12 = insertelement <2 x i32> poison, i32 %11, i32 0
  %13 = insertelement <2 x i32> %12, i32 %8, i32 1
  %14 = getelementptr i8, ptr addrspace(5) %q.1, i64 16
  store <2 x i32> %13, ptr addrspace(5) %14, align 8
  %15 = call i32 @llvm.nvvm.mulhi.i(i32 %2, i32 1717986919)
  %16 = ashr i32 %15, 1
  %17 = add i32 %16, %5
  %18 = mul i32 %17, 5
  %19 = sub i32 %2, %18
  %20 = getelementptr inbounds i8, ptr addrspace(5) %r.1, i64 8
  %21 = getelementptr inbounds i8, ptr %r, i64 8
  %22 = add nsw i32 %19, 40
  %23 = insertelement <2 x i32> poison, i32 %22, i32 0
  %24 = insertelement <2 x i32> %23, i32 %19, i32 1
  %25 = getelementptr i8, ptr addrspace(5) %r.1, i64 16
  store <2 x i32> %24, ptr addrspace(5) %25, align 8
  store ptr getelementptr inbounds (i8, ptr addrspacecast (ptr addrspace(1) @_ZTV4Rect to ptr), i64 16), ptr addrspace(5) %r.1, align 8
  store ptr getelementptr inbounds (i8, ptr addrspacecast (ptr addrspace(1) @_ZTV4Rect to ptr), i64 56), ptr addrspace(5) %20, align 8
  %26 = getelementptr inbounds nuw i8, ptr addrspace(5) %r.1, i64 24
  store i32 %t, ptr addrspace(5) %26, align 8
  %27 = and i32 %t, 1
  %28 = icmp ne i32 %27, 0
  %29 = select i1 %28, ptr addrspace(5) %r.1, ptr addrspace(5) %q.1
  %30 = select i1 %28, ptr %r, ptr %q
  %31 = and i32 %t, 2
  %32 = icmp ne i32 %31, 0
  %n = select i1 %32, ptr addrspace(5) %20, ptr addrspace(5) %9
  %n.1 = select i1 %32, ptr %21, ptr %10
  %33 = load ptr, ptr addrspace(5) %29, align 8
  %34 = load ptr, ptr %33, align 8
  %35 = call i32 %34(ptr %30)
  %36 = mul nsw i32 %35, 10
  %37 = load ptr, ptr addrspace(5) %29, align 8
  %38 = getelementptr inbounds i8, ptr %37, i64 8
  %39 = load ptr, ptr %38, align 8
  %40 = call i32 %39(ptr %30)
  %retval = add nsw i32 %36, %40
  %41 = mul nsw i32 %retval, 1000
  %42 = load ptr, ptr addrspace(5) %n, align 8
  %43 = load ptr, ptr %42, align 8
  %retval.1 = call i32 %43(ptr %n.1)
  %44 = add nsw i32 %41, %retval.1
  %45 = getelementptr inbounds i32, ptr addrspace(1) %o.1, i64 %0
  store i32 %44, ptr addrspace(1) %45, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

define internal i32 @_ZNK6Square4areaEv(ptr %this) #0 {
entry:
  %0 = getelementptr inbounds nuw i8, ptr %this, i64 20
  %1 = load i32, ptr %0, align 4
  %retval = mul nsw i32 %1, %1
  ret i32 %retval
}

define internal i32 @_ZNK6Square5sidesEv(ptr %this) #0 {
entry:
  ret i32 4
}

define internal i32 @_ZNK6Square4nameEv(ptr %this) #0 {
entry:
  %0 = getelementptr i8, ptr %this, i64 16
  %1 = load <2 x i32>, ptr %0, align 8
  %2 = extractelement <2 x i32> %1, i32 0
  %3 = extractelement <2 x i32> %1, i32 1
  %retval = add nsw i32 %2, %3
  ret i32 %retval
}

define internal i32 @_ZThn8_NK6Square4nameEv(ptr %0) {
entry:
  %1 = getelementptr i8, ptr %0, i64 8
  %2 = load <2 x i32>, ptr %1, align 8
  %3 = extractelement <2 x i32> %2, i32 0
  %4 = extractelement <2 x i32> %2, i32 1
  %retval = add nsw i32 %3, %4
  ret i32 %retval
}

define internal i32 @_ZNK4Rect4areaEv(ptr %this) #0 {
entry:
  %0 = getelementptr inbounds nuw i8, ptr %this, i64 20
  %1 = load i32, ptr %0, align 4
  %2 = getelementptr inbounds nuw i8, ptr %this, i64 24
  %3 = load i32, ptr %2, align 8
  %retval = mul nsw i32 %1, %3
  ret i32 %retval
}

declare i32 @llvm.nvvm.mulhi.i(i32, i32) #1

attributes #0 = { convergent nounwind }
attributes #1 = { nocallback nounwind speculatable willreturn memory(none) }

!nvvmir.version = !{!0}

!0 = !{i32 2, i32 0, i32 3, i32 2}
