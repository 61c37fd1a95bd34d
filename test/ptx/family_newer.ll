; Intrinsics of PTX 9.1 (LLVM 21): conversions of pairs of halves to narrow formats, signed fixed point with scales, scales of matrices.
; They make the text one of PTX 9.1; with an older version asked for they are refused.
; RUN: cuprum %s -arch=sm_120a -O1 -o %t.ptx && cuprum run %t.ptx --kernel=k --print=0 buf:u32:9:zero
; CHECK: arg 0: 14512 39 31 31 24704 12448 28696 1069596672 1077936128
; RUN[TEXT]: cuprum %s -arch=sm_120a -O1 -o -
; TEXT: .version 9.1
; TEXT: mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue8m0
; RUN[OLD]: cuprum %s -arch=sm_120a --ptx-version=9.0 -o %t.old 2>&1 | cat
; OLD: error: the intrinsic llvm.nvvm.bf16x2.to.e4m3x2.rn.satfinite needs PTX version 9.1
declare i16 @llvm.nvvm.bf16x2.to.e4m3x2.rn.satfinite(<2 x bfloat>)
declare i16 @llvm.nvvm.f16x2.to.e2m1x2.rn.satfinite(<2 x half>)
declare i16 @llvm.nvvm.f16x2.to.e3m2x2.rn.relu.satfinite(<2 x half>)
declare i16 @llvm.nvvm.bf16x2.to.e3m2x2.rn.satfinite(<2 x bfloat>)
declare i16 @llvm.nvvm.ff.to.s2f6x2.rn.satfinite.scale.n2.ue8m0(float, float, i16)
declare i16 @llvm.nvvm.bf16x2.to.s2f6x2.rn.satfinite.scale.n2.ue8m0(<2 x bfloat>, i16)
declare <2 x bfloat> @llvm.nvvm.s2f6x2.to.bf16x2.rn.scale.n2.ue8m0(i16, i16)
declare <2 x bfloat> @llvm.nvvm.s2f6x2.to.bf16x2.rn.relu.satfinite.scale.n2.ue8m0(i16, i16)
declare {float, float, float, float} @llvm.nvvm.mma.block.scale.m16n8k64.row.col.mxf4nvf4.scale.4x.f32.e2m1.e2m1.f32.ue8m0(i32, i32, i32, i32, i32, i32, float, float, float, float, i32, i16, i16, i32, i16, i16)

; 1.0 and -0.5 in e4m3; 1.0 and 6.0 in e2m1; -1.0 made zero and 28 in e3m2; the same of bf16 with 0; 1.5 and -3.0 in units of 1/64, which
; saturates, and divided by 2; back, times 2 the second time and none below zero
define ptx_kernel void @k(ptr addrspace(1) %p) {
  %zero = load volatile i32, ptr addrspace(1) %p
  %short = trunc i32 %zero to i16
  %ca = or i32 %zero, 1065402112 ; 0x3F80BF00
  %a = bitcast i32 %ca to <2 x bfloat>
  %ra = call i16 @llvm.nvvm.bf16x2.to.e4m3x2.rn.satfinite(<2 x bfloat> %a)
  %cb = or i32 %zero, 1006650880 ; 0x3C004600
  %b = bitcast i32 %cb to <2 x half>
  %rb = call i16 @llvm.nvvm.f16x2.to.e2m1x2.rn.satfinite(<2 x half> %b)
  %cc = or i32 %zero, -1140828416 ; 0xBC004F00
  %c = bitcast i32 %cc to <2 x half>
  %rc = call i16 @llvm.nvvm.f16x2.to.e3m2x2.rn.relu.satfinite(<2 x half> %c)
  %cd = or i32 %zero, 16864 ; 0x000041E0
  %d = bitcast i32 %cd to <2 x bfloat>
  %rd = call i16 @llvm.nvvm.bf16x2.to.e3m2x2.rn.satfinite(<2 x bfloat> %d)
  %none = or i16 %short, 32639 ; 0x7F7F
  %two = or i16 %short, -32640 ; 0x8080
  %re = call i16 @llvm.nvvm.ff.to.s2f6x2.rn.satfinite.scale.n2.ue8m0(float 1.5, float -3.0, i16 %none)
  %rf = call i16 @llvm.nvvm.ff.to.s2f6x2.rn.satfinite.scale.n2.ue8m0(float 1.5, float -3.0, i16 %two)
  %cg = or i32 %zero, 1080049472 ; 0x40603F40
  %g = bitcast i32 %cg to <2 x bfloat>
  %rg = call i16 @llvm.nvvm.bf16x2.to.s2f6x2.rn.satfinite.scale.n2.ue8m0(<2 x bfloat> %g, i16 %two)
  %back = or i16 %short, 24704 ; 0x6080
  %vh = call <2 x bfloat> @llvm.nvvm.s2f6x2.to.bf16x2.rn.scale.n2.ue8m0(i16 %back, i16 %none)
  %rh = bitcast <2 x bfloat> %vh to i32
  %vi = call <2 x bfloat> @llvm.nvvm.s2f6x2.to.bf16x2.rn.relu.satfinite.scale.n2.ue8m0(i16 %back, i16 %two)
  %ri = bitcast <2 x bfloat> %vi to i32
  %wa = zext i16 %ra to i32
  store i32 %wa, ptr addrspace(1) %p
  %pb = getelementptr i32, ptr addrspace(1) %p, i64 1
  %wb = zext i16 %rb to i32
  store i32 %wb, ptr addrspace(1) %pb
  %pc = getelementptr i32, ptr addrspace(1) %p, i64 2
  %wc = zext i16 %rc to i32
  store i32 %wc, ptr addrspace(1) %pc
  %pd = getelementptr i32, ptr addrspace(1) %p, i64 3
  %wd = zext i16 %rd to i32
  store i32 %wd, ptr addrspace(1) %pd
  %pe = getelementptr i32, ptr addrspace(1) %p, i64 4
  %we = zext i16 %re to i32
  store i32 %we, ptr addrspace(1) %pe
  %pf = getelementptr i32, ptr addrspace(1) %p, i64 5
  %wf = zext i16 %rf to i32
  store i32 %wf, ptr addrspace(1) %pf
  %pg = getelementptr i32, ptr addrspace(1) %p, i64 6
  %wg = zext i16 %rg to i32
  store i32 %wg, ptr addrspace(1) %pg
  %ph = getelementptr i32, ptr addrspace(1) %p, i64 7
  store i32 %rh, ptr addrspace(1) %ph
  %pi = getelementptr i32, ptr addrspace(1) %p, i64 8
  store i32 %ri, ptr addrspace(1) %pi
  ret void
}

define ptx_kernel void @matrix(ptr addrspace(1) %p, i32 %x, i16 %h) {
  %m = call {float, float, float, float} @llvm.nvvm.mma.block.scale.m16n8k64.row.col.mxf4nvf4.scale.4x.f32.e2m1.e2m1.f32.ue8m0(i32 %x, i32 %x, i32 %x, i32 %x, i32 %x, i32 %x, float 0.0, float 0.0, float 0.0, float 0.0, i32 %x, i16 %h, i16 %h, i32 %x, i16 %h, i16 %h)
  %e = extractvalue {float, float, float, float} %m, 0
  store float %e, ptr addrspace(1) %p
  ret void
}
