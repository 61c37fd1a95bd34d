; What the verifier says of calls, inline assembly, tail calls and operand bundles.
; RUN: %B/tools/iropt %s 2>&1 >/dev/null
; EXIT: 1
@plain = global i32 0
@taken = global ptr @llvm.trap
declare void @llvm.trap()
declare void @var(...)
declare i32 @gives(i32)
declare void @takes(ptr)
define void @assembly(ptr %p, i32 %x) {
  call void asm "", "r,~x"(i32 %x)
  call i32 asm "", "r,=r"(i32 %x)
  call void asm "", "~{memory},r"(i32 %x)
  call i32 asm "", "r"(i32 %x)
  call { i32, i32 } asm "", "=r"()
  call { i32 } asm "", "=r,=r"()
  call void asm "", "r,r"(i32 %x)
  call void asm "", "!i"()
  call void asm "", "=*r"(i32 %x)
  call void asm "", "=*r"(ptr %p)
  call void asm "", "r"(ptr elementtype(i32) %p)
  ret void
}
define void @branches() {
  callbr void asm "", "~{x},!i"() to label %a [label %b]
a:
  callbr void asm "", ""() to label %b [label %c]
b:
  callbr void @llvm.trap() to label %c []
c:
  ret void
}
declare i8 @llvm.bswap.i8(i8)
declare ptr @llvm.gcread(ptr, ptr)
declare void @llvm.va_start(ptr)
declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, i32, <2 x i1>, <2 x i32>)
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare ptr @llvm.threadlocal.address.p0(ptr)
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
declare float @llvm.ptrmask.f32.i64(float, i64)
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr @llvm.experimental.gc.relocate.p0(token, i32, i32)
declare i32 @llvm.experimental.get.vector.length.i32(i32, i32, i1)
declare <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32>, <2 x i32>, i64)
declare i1 @llvm.scmp.i1.i32(i32, i32)
declare void @llvm.experimental.guard(i1, ...)
declare i32 @llvm.sadd.sat.i32(i32, i16)
declare void @llvm.assume(i1)
declare void @llvm.other.target(i32 immarg)
define void @intrinsics(ptr %p, i32 %x, <2 x i32> %v, <4 x i32> %w) {
  call i8 @llvm.bswap.i8(i8 1)
  call ptr @llvm.gcread(ptr %p, ptr %p)
  call void @llvm.va_start(ptr %p)
  call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, i32 3, <2 x i1> zeroinitializer, <2 x i32> %v)
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 30)
  call ptr @llvm.threadlocal.address.p0(ptr %p)
  call float @llvm.experimental.constrained.fadd.f32(float 1.0, float 1.0, metadata !"round.up", metadata !"fpexcept.strict")
  call float @llvm.ptrmask.f32.i64(float 1.0, i64 1)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr @takes, i32 0, i32 0, i32 0, i32 0)
  call ptr @llvm.experimental.gc.relocate.p0(token none, i32 0, i32 0)
  call i32 @llvm.experimental.get.vector.length.i32(i32 %x, i32 0, i1 true)
  call <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32> %w, <2 x i32> %v, i64 1)
  call i1 @llvm.scmp.i1.i32(i32 %x, i32 %x)
  call void (i1, ...) @llvm.experimental.guard(i1 true)
  call void @llvm.other.target(i32 %x)
  call void @takes(ptr @llvm.trap)
  call token %p()
  ret void
}
define i32 @tail_cc(i32 %x) {
  %r = musttail call fastcc i32 @gives(i32 %x)
  ret i32 %r
}
define void @tail_var() {
  musttail call void (...) @var()
  ret void
}
define void @tail_result(i32 %x) {
  %r = musttail call i32 @gives(i32 %x)
  ret void
}
define i32 @tail_params(i64 %x) {
  %r = musttail call i32 @gives(i32 0)
  ret i32 %r
}
define void @tail_abi(ptr byval(i32) %p) {
  musttail call void @takes(ptr %p)
  ret void
}
define i32 @tail_ret(i32 %x) {
  %r = musttail call i32 @gives(i32 %x)
  %s = add i32 %r, 1
  ret i32 %s
}
define void @bundles(ptr %f, ptr %p) {
  call void @takes(ptr %p) [ "deopt"(), "deopt"() ]
  call void @takes(ptr %p) [ "kcfi"(i64 1) ]
  call void @takes(ptr %p) [ "ptrauth"(i32 1, i64 2) ]
  call void @takes(ptr %p) [ "clang.arc.attachedcall"(ptr %p) ]
  call void @takes(ptr %p) [ "convergencectrl"(i32 1) ]
  call void @llvm.assume(i1 true) [ "nonsense"() ]
  call void @llvm.assume(i1 true) [ "align"(ptr %p) ]
  %a = alloca i32
  call void %f(ptr inalloca(i32) %a)
  ret void
}
define void @tokens(i1 %c) {
  %s = select i1 %c, token none, token none
  %a = alloca x86_amx
  br label %l
l:
  %t = phi token [ none, %0 ]
  ret void
}
; EXPECT:
; verify: @taken: the address of an intrinsic is taken
; verify: @llvm.sadd.sat.i32: intrinsic has incorrect type
; verify: @assembly: failed to parse constraints of inline asm:  call void asm "", "r,~x"(i32 %x)
; verify: @assembly: output constraint occurs after input, clobber or label constraint:  %1 = call i32 asm "", "r,=r"(i32 %x)
; verify: @assembly: input constraint occurs after clobber constraint:  call void asm "", "~{memory},r"(i32 %x)
; verify: @assembly: inline asm without outputs must return void:  %2 = call i32 asm "", "r"(i32 %x)
; verify: @assembly: inline asm with one output cannot return struct:  %3 = call { i32, i32 } asm "", "=r"()
; verify: @assembly: number of output constraints does not match number of return struct elements:  %4 = call { i32 } asm "", "=r,=r"()
; verify: @assembly: number of input constraints does not match number of parameters:  call void asm "", "r,r"(i32 %x)
; verify: @assembly: label constraints can only be used with callbr:  call void asm "", "!i"()
; verify: @assembly: operand for indirect constraint must have pointer type:  call void asm "", "=*r"(i32 %x)
; verify: @assembly: operand for indirect constraint must have elementtype attribute:  call void asm "", "=*r"(ptr %p)
; verify: @assembly: elementtype attribute can only be applied for indirect constraints:  call void asm "", "r"(ptr elementtype(i32) %p)
; verify: @branches: label constraint occurs after clobber constraint:  callbr void asm "", "~{x},!i"()
;           to label %a [label %b]
; verify: @branches: number of label constraints does not match number of callbr dests:  callbr void asm "", ""()
;           to label %b [label %c]
; verify: @branches: callbr is only for inline asm:  callbr void @llvm.trap()
;           to label %c []
; verify: @intrinsics: bswap must be an even number of bytes:  %1 = call i8 @llvm.bswap.i8(i8 1)
; verify: @intrinsics: enclosing function does not use GC:  %2 = call ptr @llvm.gcread(ptr %p, ptr %p)
; verify: @intrinsics: va_start called in a non-varargs function:  call void @llvm.va_start.p0(ptr %p)
; verify: @intrinsics: alignment of a masked access must be a power of 2:  %3 = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, i32 3, <2 x i1> zeroinitializer, <2 x i32> %v)
; verify: @intrinsics: reg_count argument to nvvm.setmaxnreg must be a multiple of 8 within [24, 256]:  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 30)
; verify: @intrinsics: argument of llvm.threadlocal.address must be a thread-local global:  %4 = call ptr @llvm.threadlocal.address.p0(ptr %p)
; verify: @intrinsics: invalid rounding mode, exception behaviour or predicate argument:  %5 = call float @llvm.experimental.constrained.fadd.f32(float 1.000000e+00, float 1.000000e+00, metadata !"round.up", metadata !"fpexcept.strict")
; verify: @intrinsics: llvm.ptrmask needs pointers and integers of the same shape and width:  %6 = call float @llvm.ptrmask.f32.i64(float 1.000000e+00, i64 1)
; verify: @intrinsics: argument 2 of the intrinsic must have elementtype attribute:  %7 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr @takes, i32 0, i32 0, i32 0, i32 0)
; verify: @intrinsics: gc relocate or result is incorrectly tied to the statepoint:  %8 = call ptr @llvm.experimental.gc.relocate.p0(token none, i32 0, i32 0)
; verify: @intrinsics: get_vector_length: VF must be positive:  %9 = call i32 @llvm.experimental.get.vector.length.i32(i32 %x, i32 0, i1 true)
; verify: @intrinsics: index of a vector intrinsic is out of range or no multiple of the length:  %10 = call <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32> %w, <2 x i32> %v, i64 1)
; verify: @intrinsics: return type and arguments of a comparison must match, with at least 2 bits:  %11 = call i1 @llvm.scmp.i1.i32(i32 %x, i32 %x)
; verify: @intrinsics: the intrinsic must have exactly one 'deopt' operand bundle, and cannot be invoked:  call void (i1, ...) @llvm.experimental.guard(i1 true)
; verify: @intrinsics: argument 0 of the intrinsic must be a constant:  call void @llvm.other.target(i32 %x)
; verify: @intrinsics: the address of an intrinsic is taken:  call void @takes(ptr @llvm.trap)
; verify: @intrinsics: return type cannot be token or x86_amx for indirect call:  %12 = call token %p()
; verify: @tail_cc: cannot guarantee tail call due to mismatched calling conv:  %r = musttail call fastcc i32 @gives(i32 %x)
; verify: @tail_var: cannot guarantee tail call due to mismatched varargs:  musttail call void (...) @var()
; verify: @tail_result: cannot guarantee tail call due to mismatched return types:  %r = musttail call i32 @gives(i32 %x)
; verify: @tail_params: cannot guarantee tail call due to mismatched parameters:  %r = musttail call i32 @gives(i32 0)
; verify: @tail_abi: cannot guarantee tail call due to ABI impacting attributes:  musttail call void @takes(ptr %p)
; verify: @tail_ret: musttail call must precede a ret of its value:  %r = musttail call i32 @gives(i32 %x)
; verify: @bundles: multiple 'deopt' operand bundles:  call void @takes(ptr %p) [ "deopt"(), "deopt"() ]
; verify: @bundles: kcfi bundle operand must be an i32 constant:  call void @takes(ptr %p) [ "kcfi"(i64 1) ]
; verify: @bundles: ptrauth bundle needs a constant i32 key and an i64, at an indirect call:  call void @takes(ptr %p) [ "ptrauth"(i32 1, i64 2) ]
; verify: @bundles: operand bundle 'clang.arc.attachedcall' requires one function as an argument:  call void @takes(ptr %p) [ "clang.arc.attachedcall"(ptr %p) ]
; verify: @bundles: convergencectrl bundle needs one token of a convergence intrinsic:  call void @takes(ptr %p) [ "convergencectrl"(i32 1) ]
; verify: @bundles: tags of llvm.assume must be valid attribute names:  call void @llvm.assume(i1 true) [ "nonsense"() ]
; verify: @bundles: wrong arguments of a bundle of llvm.assume:  call void @llvm.assume(i1 true) [ "align"(ptr %p) ]
; verify: @bundles: inalloca argument for call has mismatched alloca:  call void %f(ptr inalloca(i32) %a)
; verify: @tokens: tokens and x86_amx values cannot go through phi, select, memory or aggregates:  %s = select i1 %c, token none, token none
; verify: @tokens: tokens and x86_amx values cannot go through phi, select, memory or aggregates:  %a = alloca x86_amx, align 64
; verify: @tokens: tokens and x86_amx values cannot go through phi, select, memory or aggregates:  %t = phi token [ none, %0 ]
