; LLVM's intrinsics of fp128 are the device library's functions too, also where only the toolkit's is found.
; RUN: cuprum run %s buf:f64:3:iota --print=0
; RUN: cuprum run %s --device-library=cuprum buf:f64:3:iota --print=0
; CHECK: arg 0: 0 2.7182818284590451 8
target triple = "nvptx64-nvidia-cuda"
declare fp128 @llvm.sin.f128(fp128)
declare fp128 @llvm.exp.f128(fp128)
declare fp128 @llvm.pow.f128(fp128, fp128)
declare fp128 @llvm.powi.f128.i32(fp128, i32)

define void @k(ptr %p) {
  %p1 = getelementptr double, ptr %p, i64 1
  %p2 = getelementptr double, ptr %p, i64 2
  %x0 = load double, ptr %p
  %x1 = load double, ptr %p1
  %x2 = load double, ptr %p2
  %q0 = fpext double %x0 to fp128
  %q1 = fpext double %x1 to fp128
  %q2 = fpext double %x2 to fp128
  %y0 = call fp128 @llvm.sin.f128(fp128 %q0)
  %y1 = call afn fp128 @llvm.exp.f128(fp128 %q1)
  %three = fadd fp128 %q1, %q2
  %y2 = call fp128 @llvm.pow.f128(fp128 %q2, fp128 %three)
  %one = call fp128 @llvm.powi.f128.i32(fp128 %q1, i32 5)
  %product = fmul fp128 %y2, %one
  %z0 = fptrunc fp128 %y0 to double
  %z1 = fptrunc fp128 %y1 to double
  %z2 = fptrunc fp128 %product to double
  store double %z0, ptr %p
  store double %z1, ptr %p1
  store double %z2, ptr %p2
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
