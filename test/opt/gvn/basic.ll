; The same value is computed once and loaded once, as far as memory is known to be unchanged.
; RUN: %B/tools/iropt --passes=gvn,dce --stress=all %s
declare void @llvm.nvvm.barrier0()
declare void @use(ptr)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.clock()
@sh = internal addrspace(3) global [64 x i32] undef, align 4

; CHECK-LABEL: define i32 @expr
; CHECK-NEXT: [[A:%.*]] = add i32 %x, %y
; CHECK-NEXT: mul i32 [[A]], [[A]]
define i32 @expr(i32 %x, i32 %y) {
  %a = add nsw i32 %x, %y
  %b = add i32 %y, %x
  %c = mul i32 %a, %b
  ret i32 %c
}
; CHECK-LABEL: define i32 @forward
; CHECK: store i32 %x, ptr %p
; CHECK-NEXT: ret i32 %x
define i32 @forward(ptr %p, i32 %x) {
  store i32 %x, ptr %p
  %a = load i32, ptr %p
  ret i32 %a
}
; a float written, an integer read
; CHECK-LABEL: define i32 @pun
; CHECK: bitcast float %x to i32
; CHECK-NOT: load
define i32 @pun(ptr %p, float %x) {
  store float %x, ptr %p
  %a = load i32, ptr %p
  ret i32 %a
}
; may alias
; CHECK-LABEL: define i32 @alias
; CHECK-COUNT-2: load i32, ptr %p
define i32 @alias(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  store i32 7, ptr %q
  %b = load i32, ptr %p
  %c = add i32 %a, %b
  ret i32 %c
}
; CHECK-LABEL: define i32 @noalias
; CHECK-COUNT-1: load i32, ptr %p
; CHECK-NOT: load
define i32 @noalias(ptr noalias %p, ptr %q) {
  %a = load i32, ptr %p
  store i32 7, ptr %q
  %b = load i32, ptr %p
  %c = add i32 %a, %b
  ret i32 %c
}
; other spaces do not alias
; CHECK-LABEL: define i32 @spaces
; CHECK-COUNT-1: load i32
; CHECK-NOT: load
define i32 @spaces(ptr addrspace(1) %p) {
  %a = load i32, ptr addrspace(1) %p
  store i32 7, ptr addrspace(3) @sh
  %b = load i32, ptr addrspace(1) %p
  %c = add i32 %a, %b
  ret i32 %c
}
; a barrier ends it
; CHECK-LABEL: define i32 @barrier
; CHECK-COUNT-2: load i32
define i32 @barrier() {
  %a = load i32, ptr addrspace(3) @sh
  call void @llvm.nvvm.barrier0()
  %b = load i32, ptr addrspace(3) @sh
  %c = add i32 %a, %b
  ret i32 %c
}
; atomics and fences too
; CHECK-LABEL: define i32 @atomic
; CHECK-COUNT-3: load i32
define i32 @atomic(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %a = load i32, ptr addrspace(1) %p
  %o = atomicrmw add ptr addrspace(1) %q, i32 1 seq_cst
  %b = load i32, ptr addrspace(1) %p
  fence seq_cst
  %d = load i32, ptr addrspace(1) %p
  %c = add i32 %a, %b
  %e = add i32 %c, %d
  ret i32 %e
}
; CHECK-LABEL: define i32 @volatile
; CHECK-COUNT-2: load volatile i32
define i32 @volatile(ptr %p) {
  %a = load volatile i32, ptr %p
  %b = load volatile i32, ptr %p
  %c = add i32 %a, %b
  ret i32 %c
}
; an invariant load survives everything
; CHECK-LABEL: define i32 @invariant
; CHECK-COUNT-1: load i32
; CHECK: add i32 %a, %a
define i32 @invariant(ptr addrspace(1) %p) {
  %a = load i32, ptr addrspace(1) %p, !invariant.load !0
  call void @llvm.nvvm.barrier0()
  %b = load i32, ptr addrspace(1) %p, !invariant.load !0
  %c = add i32 %a, %b
  ret i32 %c
}
; past a diamond that writes elsewhere; behind one that writes here both values meet
; CHECK-LABEL: define i32 @diamond
; CHECK: load i32, ptr %p
; CHECK-NOT: load
; CHECK: phi i32 [ 2, %t2 ], [ %a, %j ]
; CHECK-NOT: load
define i32 @diamond(ptr noalias %p, ptr %q, i1 %c) {
  %a = load i32, ptr %p
  br i1 %c, label %t, label %j
t:
  store i32 1, ptr %q
  br label %j
j:
  %b = load i32, ptr %p
  br i1 %c, label %t2, label %k
t2:
  store i32 2, ptr %p
  br label %k
k:
  %d = load i32, ptr %p
  %e = add i32 %a, %b
  %f = add i32 %e, %d
  ret i32 %f
}
; a loop that writes: the load stays in it
; CHECK-LABEL: define i32 @loop
; CHECK-COUNT-2: load i32, ptr %p
define i32 @loop(ptr %p, i32 %n) {
e:
  %a = load i32, ptr %p
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %b = load i32, ptr %p
  %j = add i32 %i, %b
  store i32 %j, ptr %p
  %c = icmp slt i32 %j, %n
  br i1 %c, label %l, label %o
o:
  ret i32 %a
}
; special registers are read once, the clock each time
; CHECK-LABEL: define i32 @sreg
; CHECK-COUNT-1: call i32 @llvm.nvvm.read.ptx.sreg.tid.x
; CHECK-COUNT-2: call i32 @llvm.nvvm.read.ptx.sreg.clock
define i32 @sreg() {
  %a = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = call i32 @llvm.nvvm.read.ptx.sreg.clock()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.clock()
  %e = mul i32 %a, %b
  %f = mul i32 %c, %d
  %g = add i32 %e, %f
  ret i32 %g
}
; the condition is known below the branch
; CHECK-LABEL: define i32 @branch
; CHECK: t:
; CHECK-NEXT: ret i32 5
; CHECK: f:
; CHECK-NEXT: ret i32 %x
define i32 @branch(i32 %x) {
  %c = icmp eq i32 %x, 5
  br i1 %c, label %t, label %f
t:
  ret i32 %x
f:
  %s = select i1 %c, i32 1, i32 %x
  ret i32 %s
}
!0 = !{}
; edges that a constant rules out bring nothing; what they lead to writes nothing
; CHECK-LABEL: define i32 @dead_way
; CHECK: store i32 7, ptr %p
; CHECK: store i32 8, ptr %p
; CHECK-NOT: load
; CHECK: ret i32 7
define i32 @dead_way(ptr %p) {
e:
  store i32 7, ptr %p
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 7
  br i1 %c, label %j, label %never
never:
  store i32 8, ptr %p
  br label %j
j:
  %r = load i32, ptr %p
  ret i32 %r
}
; known on one way only
; CHECK-LABEL: define i32 @one_way
; CHECK: load i32, ptr %p
; CHECK-NEXT: ret
define i32 @one_way(ptr %p, i1 %c) {
e:
  br i1 %c, label %t, label %j
t:
  store i32 1, ptr %p
  br label %j
j:
  %r = load i32, ptr %p
  ret i32 %r
}
; the value of one way is not there behind it: a phi, of which the other edge is never taken
; CHECK-LABEL: define i32 @not_there
; CHECK: phi i32
; CHECK-NOT: load i32, ptr %p
define i32 @not_there(ptr %p, ptr %q) {
e:
  br i1 true, label %t, label %u
t:
  %a = load i32, ptr %q
  store i32 %a, ptr %p
  br label %j
u:
  br label %j
j:
  %r = load i32, ptr %p
  ret i32 %r
}
