; Vector predication: four lanes of which the mask 1101 and the length 3 leave 0 and 2 on.
; RUN: cuprum %s -arch=sm_75 -O0 -o %t.ptx && cuprum run %t.ptx --kernel=k --print=0 buf:i32:16:zero i32:3 i32:12
; RUN: cuprum %s -arch=sm_75 -O3 -o %t.ptx && cuprum run %t.ptx --kernel=k --print=0 buf:i32:16:zero i32:3 i32:12
; CHECK: arg 0: 24 36 30 1 9 -7 7 -1 0 12 0 0 5 0 0 0
target triple = "nvptx64-nvidia-cuda"
declare <4 x i32> @llvm.vp.add.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
declare <4 x i32> @llvm.vp.sdiv.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
declare i32 @llvm.vp.reduce.add.v4i32(i32, <4 x i32>, <4 x i1>, i32)
declare i32 @llvm.vp.reduce.smax.v4i32(i32, <4 x i32>, <4 x i1>, i32)
declare <4 x i32> @llvm.vp.load.v4i32.p0(ptr, <4 x i1>, i32)
declare void @llvm.vp.store.v4i32.p0(<4 x i32>, ptr, <4 x i1>, i32)
declare <4 x i32> @llvm.vp.merge.v4i32(<4 x i1>, <4 x i32>, <4 x i32>, i32)
declare <4 x i1> @llvm.vp.icmp.v4i32(<4 x i32>, <4 x i32>, metadata, <4 x i1>, i32)
declare <4 x i64> @llvm.vp.sext.v4i64.v4i32(<4 x i32>, <4 x i1>, i32)
declare <4 x float> @llvm.vp.sqrt.v4f32(<4 x float>, <4 x i1>, i32)
define ptx_kernel void @k(ptr %out, i32 %n, i32 %x) {
  %v0 = insertelement <4 x i32> <i32 0, i32 7, i32 30, i32 9>, i32 %x, i32 0
  %m = insertelement <4 x i1> <i1 false, i1 false, i1 true, i1 true>, i1 true, i32 0
  %s = call <4 x i32> @llvm.vp.add.v4i32(<4 x i32> %v0, <4 x i32> %v0, <4 x i1> %m, i32 %n)
  %s0 = extractelement <4 x i32> %s, i32 0
  store i32 %s0, ptr %out
  %d = call <4 x i32> @llvm.vp.sdiv.v4i32(<4 x i32> %s, <4 x i32> <i32 2, i32 0, i32 2, i32 0>, <4 x i1> %m, i32 %n)
  %d2 = extractelement <4 x i32> %d, i32 2
  %p2 = getelementptr i32, ptr %out, i64 2
  store i32 %d2, ptr %p2
  %r = call i32 @llvm.vp.reduce.add.v4i32(i32 -6, <4 x i32> %v0, <4 x i1> %m, i32 %n)
  %p1 = getelementptr i32, ptr %out, i64 1
  store i32 %r, ptr %p1
  %c = call <4 x i1> @llvm.vp.icmp.v4i32(<4 x i32> %v0, <4 x i32> %s, metadata !"slt", <4 x i1> %m, i32 %n)
  %c0 = extractelement <4 x i1> %c, i32 0
  %z = zext i1 %c0 to i32
  %p3 = getelementptr i32, ptr %out, i64 3
  store i32 %z, ptr %p3
  %g = call <4 x i32> @llvm.vp.merge.v4i32(<4 x i1> %m, <4 x i32> <i32 9, i32 8, i32 7, i32 6>, <4 x i32> <i32 -8, i32 -7, i32 -2, i32 -1>, i32 %n)
  %p4 = getelementptr i32, ptr %out, i64 4
  store <4 x i32> %g, ptr %p4, align 4
  %p9 = getelementptr i32, ptr %out, i64 9
  call void @llvm.vp.store.v4i32.p0(<4 x i32> %v0, ptr %p9, <4 x i1> <i1 true, i1 false, i1 false, i1 true>, i32 %n)
  %l = call <4 x i32> @llvm.vp.load.v4i32.p0(ptr %p9, <4 x i1> %m, i32 1)
  %l0 = extractelement <4 x i32> %l, i32 0
  %e = call <4 x i64> @llvm.vp.sext.v4i64.v4i32(<4 x i32> %l, <4 x i1> %m, i32 1)
  %e0 = extractelement <4 x i64> %e, i32 0
  %q = uitofp i64 %e0 to float
  %qv = insertelement <4 x float> <float 4.0, float 4.0, float 4.0, float 4.0>, float %q, i32 1
  %w = call <4 x float> @llvm.vp.sqrt.v4f32(<4 x float> %qv, <4 x i1> %m, i32 %n)
  %w0 = extractelement <4 x float> %w, i32 0
  %wi = fptosi float %w0 to i32
  %t = sub i32 %l0, 9
  %t2 = add i32 %t, %wi
  %p12 = getelementptr i32, ptr %out, i64 12
  store i32 %t2, ptr %p12
  ret void
}
