; Three-way comparisons, with and without a sign, of words and of narrower and wider numbers; of vectors.
; EACH: -O0, -O3
; RUN: cuprum %s %E -arch=sm_90 -o %t.ptx && cuprum run %t.ptx --kernel=k --block=1 --print=0:14 buf:i32:14:zero i32:-1 i32:1
; CHECK: arg 0: 1 -1 0 -1 1 1 -1 -1 1 1 -1 0 0 -1
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %out, i32 %minus, i32 %one) {
  %a = call i32 @llvm.ucmp.i32.i32(i32 %minus, i32 %one)
  %b = call i32 @llvm.ucmp.i32.i32(i32 %one, i32 %minus)
  %c = call i32 @llvm.ucmp.i32.i32(i32 %one, i32 %one)
  %d = call i32 @llvm.scmp.i32.i32(i32 %minus, i32 %one)
  %e = call i32 @llvm.scmp.i32.i32(i32 %one, i32 %minus)
  %m8 = trunc i32 %minus to i8
  %o8 = trunc i32 %one to i8
  %f = call i32 @llvm.ucmp.i32.i8(i8 %m8, i8 %o8)
  %g = call i32 @llvm.scmp.i32.i8(i8 %m8, i8 %o8)
  %m64 = sext i32 %minus to i64
  %o64 = sext i32 %one to i64
  %h8 = call i8 @llvm.scmp.i8.i64(i64 %m64, i64 %o64)
  %h = sext i8 %h8 to i32
  %i8 = call i8 @llvm.ucmp.i8.i64(i64 %m64, i64 %o64)
  %i = sext i8 %i8 to i32
  %v = insertelement <2 x i32> poison, i32 %minus, i32 0
  %w = insertelement <2 x i32> %v, i32 %one, i32 1
  %x = shufflevector <2 x i32> %w, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
  %u = call <2 x i32> @llvm.ucmp.v2i32.v2i32(<2 x i32> %w, <2 x i32> %x)
  %u0 = extractelement <2 x i32> %u, i32 0
  %u1 = extractelement <2 x i32> %u, i32 1
  %z = call i32 @llvm.scmp.i32.i32(i32 %one, i32 %one)
  %z8 = call i32 @llvm.ucmp.i32.i8(i8 %m8, i8 %m8)
  %s = call <2 x i32> @llvm.scmp.v2i32.v2i32(<2 x i32> %w, <2 x i32> %x)
  %s0 = extractelement <2 x i32> %s, i32 0
  %p0 = insertelement <4 x i32> poison, i32 %a, i32 0
  %p1 = insertelement <4 x i32> %p0, i32 %b, i32 1
  %p2 = insertelement <4 x i32> %p1, i32 %c, i32 2
  %p3 = insertelement <4 x i32> %p2, i32 %d, i32 3
  store <4 x i32> %p3, ptr addrspace(1) %out
  %q1 = getelementptr i32, ptr addrspace(1) %out, i32 4
  store i32 %e, ptr addrspace(1) %q1
  %q2 = getelementptr i32, ptr addrspace(1) %out, i32 5
  store i32 %f, ptr addrspace(1) %q2
  %q3 = getelementptr i32, ptr addrspace(1) %out, i32 6
  store i32 %g, ptr addrspace(1) %q3
  %q4 = getelementptr i32, ptr addrspace(1) %out, i32 7
  store i32 %h, ptr addrspace(1) %q4
  %q5 = getelementptr i32, ptr addrspace(1) %out, i32 8
  store i32 %i, ptr addrspace(1) %q5
  %q6 = getelementptr i32, ptr addrspace(1) %out, i32 9
  store i32 %u0, ptr addrspace(1) %q6
  %q7 = getelementptr i32, ptr addrspace(1) %out, i32 10
  store i32 %u1, ptr addrspace(1) %q7
  %q8 = getelementptr i32, ptr addrspace(1) %out, i32 11
  store i32 %z, ptr addrspace(1) %q8
  %q9 = getelementptr i32, ptr addrspace(1) %out, i32 12
  store i32 %z8, ptr addrspace(1) %q9
  %qa = getelementptr i32, ptr addrspace(1) %out, i32 13
  store i32 %s0, ptr addrspace(1) %qa
  ret void
}
declare i32 @llvm.ucmp.i32.i32(i32, i32)
declare i32 @llvm.scmp.i32.i32(i32, i32)
declare i32 @llvm.ucmp.i32.i8(i8, i8)
declare i32 @llvm.scmp.i32.i8(i8, i8)
declare i8 @llvm.ucmp.i8.i64(i64, i64)
declare i8 @llvm.scmp.i8.i64(i64, i64)
declare <2 x i32> @llvm.ucmp.v2i32.v2i32(<2 x i32>, <2 x i32>)
declare <2 x i32> @llvm.scmp.v2i32.v2i32(<2 x i32>, <2 x i32>)
