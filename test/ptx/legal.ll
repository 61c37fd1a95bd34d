; What PTX has no instruction for compiles, and ptxas takes it.
; EACH: -O0, -O3
; RUN: cuprum %s -arch=sm_75 %E -o %t.ptx && ptxas -c -arch=sm_75 %t.ptx -o /dev/null && echo fine
; CHECK: fine
; REQUIRES: ptxas
@g = addrspace(1) global i32 0
@packed = addrspace(1) global <{ i8, ptr }> <{ i8 1, ptr addrspacecast (ptr addrspace(1) @g to ptr) }>, align 1
declare i24 @llvm.ctlz.i24(i24, i1)
declare i48 @llvm.bswap.i48(i48)
declare i100 @llvm.ctpop.i100(i100)
declare <3 x i7> @llvm.fshl.v3i7(<3 x i7>, <3 x i7>, <3 x i7>)
declare {<2 x i64>, <2 x i1>} @llvm.smul.with.overflow.v2i64(<2 x i64>, <2 x i64>)
declare {i128, i1} @llvm.umul.with.overflow.i128(i128, i128)
declare i32 @llvm.sdiv.fix.sat.i32(i32, i32, i32)
declare i33 @llvm.sshl.sat.i33(i33, i33)
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
declare i8 @llvm.vector.reduce.umin.v5i8(<5 x i8>)
declare i1 @llvm.is.fpclass.f16(half, i32)
declare i19 @llvm.fptosi.sat.i19.f64(double)
declare {double, i32} @llvm.frexp.f64.i32(double)
declare double @llvm.ldexp.f64.i32(double, i32)
declare double @llvm.minimum.f64(double, double)
declare void @llvm.va_start(ptr)
declare void @llvm.va_end(ptr)
declare ptr @llvm.stacksave()
declare void @llvm.stackrestore(ptr)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare i32 @llvm.nvvm.ldu.global.i.i32.p1(ptr addrspace(1), i32)
declare i32 @llvm.nvvm.rotate.b32(i32, i32)
declare float @llvm.nvvm.atomic.add.gen.f.cta.f32.p0(ptr, float)
define i32 @variadic(i32 %n, ...) noinline {
  %l = alloca ptr
  call void @llvm.va_start(ptr %l)
  %a = va_arg ptr %l, i32
  %b = va_arg ptr %l, double
  %c = fptosi double %b to i32
  %r = add i32 %a, %c
  call void @llvm.va_end(ptr %l)
  ret i32 %r
}
define i32 @base(i32 %x) noinline {
  ret i32 %x
}
@other = alias i32 (i32), ptr @base
define ptx_kernel void @k(ptr %p, i24 %a, i48 %b, i100 %c, <3 x i7> %d, <2 x i64> %e, i128 %f, i33 %g, <4 x float> %h, <5 x i8> %i, half %j, double %m, i32 %n, ptr addrspace(1) %q) {
  %1 = call i24 @llvm.ctlz.i24(i24 %a, i1 false)
  store i24 %1, ptr %p, align 1
  %2 = call i48 @llvm.bswap.i48(i48 %b)
  store volatile i48 %2, ptr %p
  %3 = call i100 @llvm.ctpop.i100(i100 %c)
  %v3a = lshr i100 %3, 3
  %v3b = sdiv i100 %v3a, %c
  store volatile i100 %v3b, ptr %p
  %4 = call <3 x i7> @llvm.fshl.v3i7(<3 x i7> %d, <3 x i7> %d, <3 x i7> %d)
  %v4a = extractelement <3 x i7> %4, i32 %n
  store volatile i7 %v4a, ptr %p
  %5 = call {<2 x i64>, <2 x i1>} @llvm.smul.with.overflow.v2i64(<2 x i64> %e, <2 x i64> %e)
  %v5a = extractvalue {<2 x i64>, <2 x i1>} %5, 1
  %v5b = sext <2 x i1> %v5a to <2 x i32>
  store volatile <2 x i32> %v5b, ptr %p
  %6 = call {i128, i1} @llvm.umul.with.overflow.i128(i128 %f, i128 %f)
  %v6a = extractvalue {i128, i1} %6, 1
  store volatile i1 %v6a, ptr %p
  %7 = uitofp i128 %f to float
  store volatile float %7, ptr %p
  %8 = fptosi double %m to i128
  store volatile i128 %8, ptr %p
  %9 = call i32 @llvm.sdiv.fix.sat.i32(i32 %n, i32 %n, i32 5)
  store volatile i32 %9, ptr %p
  %10 = call i33 @llvm.sshl.sat.i33(i33 %g, i33 %g)
  store volatile i33 %10, ptr %p
  %11 = call float @llvm.vector.reduce.fadd.v4f32(float 0.0, <4 x float> %h)
  store volatile float %11, ptr %p
  %12 = call i8 @llvm.vector.reduce.umin.v5i8(<5 x i8> %i)
  store volatile i8 %12, ptr %p
  %13 = call i1 @llvm.is.fpclass.f16(half %j, i32 519)
  store volatile i1 %13, ptr %p
  %14 = call i19 @llvm.fptosi.sat.i19.f64(double %m)
  store volatile i19 %14, ptr %p
  %15 = call {double, i32} @llvm.frexp.f64.i32(double %m)
  %v15a = extractvalue {double, i32} %15, 0
  store volatile double %v15a, ptr %p
  %16 = call double @llvm.ldexp.f64.i32(double %m, i32 %n)
  store volatile double %16, ptr %p
  %17 = call double @llvm.minimum.f64(double %m, double %16)
  store volatile double %17, ptr %p
  %18 = call i32 (i32, ...) @variadic(i32 1, i32 2, double 3.0)
  store volatile i32 %18, ptr %p
  %19 = call ptr @llvm.stacksave()
  %20 = alloca i8, i32 %n
  store volatile ptr %20, ptr %p
  call void @llvm.stackrestore(ptr %19)
  %21 = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -16)
  store volatile i8 0, ptr %21
  %22 = call i32 @llvm.nvvm.ldu.global.i.i32.p1(ptr addrspace(1) %q, i32 4)
  store volatile i32 %22, ptr %p
  %23 = call i32 @llvm.nvvm.rotate.b32(i32 %n, i32 %22)
  store volatile i32 %23, ptr %p
  %24 = call float @llvm.nvvm.atomic.add.gen.f.cta.f32.p0(ptr %p, float %11)
  %25 = cmpxchg ptr %p, i8 1, i8 2 seq_cst acquire
  %v25a = extractvalue {i8, i1} %25, 1
  store volatile i1 %v25a, ptr %p
  %26 = atomicrmw fadd ptr %p, bfloat 1.0 acq_rel
  %27 = atomicrmw umax ptr addrspace(1) %q, i8 7 monotonic
  %28 = atomicrmw fadd ptr %p, half 1.0 monotonic
  %29 = atomicrmw add ptr %p, i32 3 acquire
  %30 = call i32 @other(i32 %n)
  store volatile i32 %30, ptr %p
  ret void
}
