; What the verifier says of single instructions.
; RUN: %B/tools/iropt %s 2>&1 >/dev/null
; EXIT: 1
declare void @two(i32, i32)
define void @ops(i32 %x, float %f, ptr %p, <2 x i32> %v, { i32, i8 } %s, i1 %c) {
  %a = fadd i32 %x, %x
  %b = trunc i32 %x to i64
  %d = icmp eq float %f, %f
  %e = fneg i32 %x
  %g = load atomic i32, ptr %p release, align 4
  %h = load atomic i7, ptr %p monotonic, align 1
  store atomic i32 1, ptr %p acquire, align 4
  store atomic i7 1, ptr %p monotonic, align 1
  fence monotonic
  %i = cmpxchg ptr %p, i32 1, i32 1 monotonic release
  %j = cmpxchg ptr %p, i7 1, i7 1 monotonic monotonic
  %k = cmpxchg i32 %x, i32 1, i32 1 monotonic monotonic
  %l = atomicrmw add i32 %x, i32 1 monotonic
  %m = atomicrmw fadd ptr %p, i32 1 monotonic
  %m2 = atomicrmw add ptr %p, i33 1 monotonic, align 8
  %n = select i32 %x, i32 1, i32 2
  %o = shufflevector <2 x i32> %v, <2 x i32> %v, <2 x i32> <i32 0, i32 9>
  %q = extractelement <2 x i32> %v, float 1.0
  %r = insertelement <2 x i32> %v, float 1.0, i32 0
  %t = load i32, i32 %x
  store i32 1, i32 %x
  %u = alloca i32, float 1.0
  %w = va_arg ptr %p, i32
  ret void
}
define i32 @result() {
  ret void
}
define void @branch(i32 %x, ptr %p) {
  br i32 %x, label %a, label %b
a:
  switch i32 %x, label %b [ i64 1, label %a ]
b:
  indirectbr i32 %x, [label %a]
}
define void @phis(i1 %c) {
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %x = add i32 1, 2
  %p = phi i32 [ 1, %0 ], [ 2, %a ]
  %q = phi i32 [ 1, %a ], [ 2, %a ]
  ret void
}
define void @entry() {
e:
  br label %e
}
define void @lacks(i1 %c) {
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi i32 [ 1, %0 ], [ 1, %0 ]
  ret void
}
define i32 @named(<2 x i32> %v) {
  %r = call i64 @llvm.umax.i32(i64 1, i64 2)
  ret i32 0
}
define void @shapes(i64 %t, i1 %c, <2 x i32> %v, <3 x i32> %w) {
  %a = select i1 %c, i32 1, i64 %t
  %b = shufflevector <2 x i32> %v, <3 x i32> %w, <2 x i32> zeroinitializer
  ret void
}
declare i32 @llvm.umax.i32(i32, i32)
; EXPECT:
; verify: @ops: operator on a wrong type:  %a = fadd i32 %x, %x
; verify: @ops: invalid cast:  %b = trunc i32 %x to i64
; verify: @ops: comparison of a wrong type:  %d = icmp eq float %f, %f
; verify: @ops: operator on a wrong type:  %e = fneg i32 %x
; verify: @ops: bad ordering of a load:  %g = load atomic i32, ptr %p release, align 4
; verify: @ops: bad type of an atomic load:  %h = load atomic i7, ptr %p monotonic, align 1
; verify: @ops: bad ordering of a store:  store atomic i32 1, ptr %p acquire, align 4
; verify: @ops: bad type of an atomic store:  store atomic i7 1, ptr %p monotonic, align 1
; verify: @ops: bad ordering of a fence:  fence monotonic
; verify: @ops: bad ordering of cmpxchg:  %i = cmpxchg ptr %p, i32 1, i32 1 monotonic release, align 4
; verify: @ops: bad type of cmpxchg:  %j = cmpxchg ptr %p, i7 1, i7 1 monotonic monotonic, align 1
; verify: @ops: bad cmpxchg:  %k = cmpxchg i32 %x, i32 1, i32 1 monotonic monotonic, align 4
; verify: @ops: bad atomicrmw:  %l = atomicrmw add i32 %x, i32 1 monotonic, align 4
; verify: @ops: bad type or ordering of atomicrmw:  %m = atomicrmw fadd ptr %p, i32 1 monotonic, align 4
; verify: @ops: bad type or ordering of atomicrmw:  %m2 = atomicrmw add ptr %p, i33 1 monotonic, align 8
; verify: @ops: condition is not i1:  %n = select i32 %x, i32 1, i32 2
; verify: @ops: mask out of range:  %o = shufflevector <2 x i32> %v, <2 x i32> %v, <2 x i32> <i32 0, i32 9>
; verify: @ops: index is no integer:  %q = extractelement <2 x i32> %v, float 1.000000e+00
; verify: @ops: element type differs:  %r = insertelement <2 x i32> %v, float 1.000000e+00, i32 0
; verify: @ops: address is no pointer:  %t = load i32, i32 %x, align 4
; verify: @ops: address is no pointer:  store i32 1, i32 %x, align 4
; verify: @ops: bad alloca:  %u = alloca i32, float 1.000000e+00, align 4
; verify: @result: returns another type than the function:  ret void
; verify: @branch: branch needs an i1 and two blocks:  br i32 %x, label %a, label %b
; verify: @branch: bad switch case:  switch i32 %x, label %b [
;     i64 1, label %a
;   ]
; verify: @branch: address expected:  indirectbr i32 %x, [label %a]
; verify: @phis: phi behind another instruction:  %p = phi i32 [ 1, %0 ], [ 2, %a ]
; verify: @phis: phi has two values for one predecessor:  %q = phi i32 [ 1, %a ], [ 2, %a ]
; verify: @entry: the entry block has a predecessor:  br label %e
; verify: @lacks: phi lacks a predecessor:  %p = phi i32 [ 1, %0 ], [ 1, %0 ]
; verify: @named: intrinsic called with another type:  %r = call i64 @llvm.umax.i32(i64 1, i64 2)
; verify: @shapes: operand types differ:  %a = select i1 %c, i32 1, i64 %t
; verify: @shapes: bad shuffle:  %b = shufflevector <2 x i32> %v, <3 x i32> %w, <2 x i32> zeroinitializer
