; Constants, given or made by the compiler itself, are cut and extended as registers are.
; EACH: -O0, -O1, -O3
; RUN: cuprum run %s %E --block=1 --print=0:14 buf:i32:14:zero i32:0
; CHECK: arg 0: 0 1 -1 255 -128 1 0 65535 -1 1 -7 25 1073741823 -1
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare i32 @llvm.fptoui.sat.i32.f32(float)
define ptx_kernel void @k(ptr addrspace(1) %o, i32 %none) {
  %even = trunc i64 10 to i1
  %odd = trunc i32 -3 to i1
  %v0 = zext i1 %even to i32
  %v1 = zext i1 %odd to i32
  %huge = sitofp i64 274877906945 to float
  %most = call i32 @llvm.fptosi.sat.i32.f32(float %huge)
  %byte = trunc i32 %most to i8
  %v2 = sext i8 %byte to i32
  %v3 = zext i8 %byte to i32
  %mid = trunc i64 65408 to i16
  %low = trunc i16 %mid to i8
  %v4 = sext i8 %low to i32
  %negative = icmp slt i8 %byte, 0
  %v5 = zext i1 %negative to i32
  %above = icmp sgt i8 %byte, 5
  %v6 = zext i1 %above to i32
  %all = call i32 @llvm.fptoui.sat.i32.f32(float %huge)
  %half = trunc i32 %all to i16
  %v7 = zext i16 %half to i32
  %v8 = sext i16 %half to i32
  %less = icmp slt i16 %half, 0
  %v9 = zext i1 %less to i32
  %nought = trunc i32 %none to i16
  %sum = add i16 %half, %nought
  %divided = sdiv i16 50, %sum
  %seven = sdiv i16 %divided, 7
  %v10 = sext i16 %seven to i32
  %quot = udiv i8 %byte, 10
  %v11 = zext i8 %quot to i32
  %odd30 = trunc i32 %all to i30
  %v12 = zext i30 %odd30 to i32
  %v13 = sext i30 %odd30 to i32
  %p0 = getelementptr i32, ptr addrspace(1) %o, i64 0
  store i32 %v0, ptr addrspace(1) %p0
  %p1 = getelementptr i32, ptr addrspace(1) %o, i64 1
  store i32 %v1, ptr addrspace(1) %p1
  %p2 = getelementptr i32, ptr addrspace(1) %o, i64 2
  store i32 %v2, ptr addrspace(1) %p2
  %p3 = getelementptr i32, ptr addrspace(1) %o, i64 3
  store i32 %v3, ptr addrspace(1) %p3
  %p4 = getelementptr i32, ptr addrspace(1) %o, i64 4
  store i32 %v4, ptr addrspace(1) %p4
  %p5 = getelementptr i32, ptr addrspace(1) %o, i64 5
  store i32 %v5, ptr addrspace(1) %p5
  %p6 = getelementptr i32, ptr addrspace(1) %o, i64 6
  store i32 %v6, ptr addrspace(1) %p6
  %p7 = getelementptr i32, ptr addrspace(1) %o, i64 7
  store i32 %v7, ptr addrspace(1) %p7
  %p8 = getelementptr i32, ptr addrspace(1) %o, i64 8
  store i32 %v8, ptr addrspace(1) %p8
  %p9 = getelementptr i32, ptr addrspace(1) %o, i64 9
  store i32 %v9, ptr addrspace(1) %p9
  %p10 = getelementptr i32, ptr addrspace(1) %o, i64 10
  store i32 %v10, ptr addrspace(1) %p10
  %p11 = getelementptr i32, ptr addrspace(1) %o, i64 11
  store i32 %v11, ptr addrspace(1) %p11
  %p12 = getelementptr i32, ptr addrspace(1) %o, i64 12
  store i32 %v12, ptr addrspace(1) %p12
  %p13 = getelementptr i32, ptr addrspace(1) %o, i64 13
  store i32 %v13, ptr addrspace(1) %p13
  ret void
}
