; Vector memory under masks, rearrangements, reductions: the same at every level.
; EACH: -O0, -O1, -O3
; RUN: cuprum run %s %E --block=16 --print=0 --print=1 buf:i32:64:iota buf:i32:160:zero
; CHECK: arg 0: 0 1 2 3 4 5 6 7 8 9
; CHECK: arg 1: -1 -2 0 -4 4 -2 4 -4 -1 9 8 -4 12 13 25 -4 -1 -2 16 -4 20 -2 41 -4 -1 25 49 -4 28 29 87 -4 -1 -2 32 35 36 -2 73 39 -1 41 81 43 44 45 135 47 -1 -2 97 51 52 -2 159 55 -1 57 171 59 60 61 246 63
; CHECK-SAME: 0 73 5 0 10 1 73 2 1 1 1 1 0 0 0 0 73 0 0 0 0 0 0 0 0 0 1 0 0 0 0 2
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)
declare <4 x i32> @llvm.masked.expandload.v4i32(ptr, <4 x i1>, <4 x i32>)
declare void @llvm.masked.compressstore.v4i32(<4 x i32>, ptr, <4 x i1>)
declare <4 x i32> @llvm.vector.splice.v4i32(<4 x i32>, <4 x i32>, i32)
declare <8 x i32> @llvm.vector.interleave2.v8i32(<4 x i32>, <4 x i32>)
declare {<4 x i32>, <4 x i32>} @llvm.vector.deinterleave2.v8i32(<8 x i32>)
declare <4 x i32> @llvm.experimental.stepvector.v4i32()
declare <4 x i1> @llvm.get.active.lane.mask.v4i1.i32(i32, i32)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
define ptx_kernel void @k(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i4 = trunc i32 %t to i4
  %m = bitcast i4 %i4 to <4 x i1>
  %row = mul i32 %t, 4
  %p = getelementptr i32, ptr %in, i32 %row
  %q = getelementptr i32, ptr %out, i32 %row
  ; what the mask leaves out comes from the fourth operand, and is not read
  %a = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> %m, <4 x i32> <i32 -1, i32 -2, i32 -3, i32 -4>)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %a, ptr %q, i32 4, <4 x i1> <i1 1, i1 1, i1 0, i1 1>)
  %e = call <4 x i32> @llvm.masked.expandload.v4i32(ptr %p, <4 x i1> %m, <4 x i32> zeroinitializer)
  %s = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %e)
  %q2 = getelementptr i32, ptr %q, i32 2
  store i32 %s, ptr %q2
  ; the other way round
  call void @llvm.masked.compressstore.v4i32(<4 x i32> %e, ptr %p, <4 x i1> %m)
  %last = icmp eq i32 %t, 13
  br i1 %last, label %more, label %end
more:
  %v0 = load <4 x i32>, ptr %in
  %step = call <4 x i32> @llvm.experimental.stepvector.v4i32()
  %idx = mul <4 x i32> %step, <i32 5, i32 5, i32 5, i32 5>
  %ps = getelementptr i32, ptr %in, <4 x i32> %idx
  %act = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i32(i32 1, i32 4)
  %g = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %ps, i32 4, <4 x i1> %act, <4 x i32> <i32 70, i32 71, i32 72, i32 73>)
  %sp = call <4 x i32> @llvm.vector.splice.v4i32(<4 x i32> %g, <4 x i32> %step, i32 -1)
  %il = call <8 x i32> @llvm.vector.interleave2.v8i32(<4 x i32> %g, <4 x i32> %sp)
  %o1 = getelementptr i32, ptr %out, i32 64
  store <8 x i32> %il, ptr %o1
  %de = call {<4 x i32>, <4 x i32>} @llvm.vector.deinterleave2.v8i32(<8 x i32> %il)
  %ev = extractvalue {<4 x i32>, <4 x i32>} %de, 0
  %od = extractvalue {<4 x i32>, <4 x i32>} %de, 1
  %eq = icmp eq <4 x i32> %ev, %g
  %eqn = zext <4 x i1> %eq to <4 x i32>
  %o2 = getelementptr i32, ptr %out, i32 72
  store <4 x i32> %eqn, ptr %o2
  %o3 = getelementptr i32, ptr %out, i32 80
  %po = getelementptr i32, ptr %o3, <4 x i32> %idx
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %od, <4 x ptr> %po, i32 4, <4 x i1> <i1 1, i1 0, i1 1, i1 1>)
  br label %end
end:
  ret void
}
