; Loops keep their test at the bottom: no block for the copies of phis, one jump a turn.
; RUN: cuprum %s -arch=sm_90 -O1 --passes=globaldce -o -
; RUN[RAN]: for k in count swap leaves; do for o in 0 1 3; do cuprum run %s -O$o --kernel=$k --print=0:2 buf:i32:2:zero i32:9; done; done
; RAN: arg 0: 12
; RAN: arg 0: 12
; RAN: arg 0: 12
; RAN: arg 0: 55
; RAN: arg 0: 55
; RAN: arg 0: 55
; RAN: arg 0: 8 9
; RAN: arg 0: 8 9
; RAN: arg 0: 8 9
target triple = "nvptx64-nvidia-cuda"

; a counter and a sum take the registers of what comes next: nothing is copied
; CHECK-LABEL: .entry count(
; CHECK: [[LOOP:\$L__BB[0-9_]+]]:
; CHECK-NOT: mov
; CHECK-NOT: bra
; CHECK: setp
; CHECK-NEXT: @%p{{[0-9]+}} bra [[LOOP]];
; CHECK-NOT: bra
; CHECK: ret;
define ptx_kernel void @count(ptr addrspace(1) %out, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %s = phi i32 [ 3, %entry ], [ %s1, %loop ]
  %s1 = add i32 %s, %i
  %i1 = add i32 %i, 3
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %loop, label %end
end:
  store i32 %s1, ptr addrspace(1) %out
  ret void
}

; two values change places: one copy stays, in front of the branch
; CHECK-LABEL: .entry swap(
; CHECK: [[LOOP:\$L__BB[0-9_]+]]:
; CHECK: setp
; CHECK-NEXT: mov.u32
; CHECK-NEXT: mov.u32
; CHECK-NEXT: @%p{{[0-9]+}} bra [[LOOP]];
; CHECK-NOT: bra
; CHECK: ret;
define ptx_kernel void @swap(ptr addrspace(1) %out, i32 %n) {
entry:
  br label %loop
loop:
  %a = phi i32 [ 0, %entry ], [ %b, %loop ]
  %b = phi i32 [ 1, %entry ], [ %t, %loop ]
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %t = add i32 %a, %b
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %loop, label %end
end:
  %first = sub i32 %t, %i1
  %x = add i32 %first, %i1
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; the old value of a phi is needed behind the loop: its copy runs only when the loop goes on
; CHECK-LABEL: .entry leaves(
; CHECK: [[LOOP:\$L__BB[0-9_]+]]:
; CHECK: add.s32 [[NEXT:%r[0-9]+]], [[OLD:%r[0-9]+]], 1;
; CHECK: setp.lt.s32 [[P:%p[0-9]+]], [[NEXT]],
; CHECK-NEXT: @[[P]] mov.u32 [[OLD]], [[NEXT]];
; CHECK-NEXT: @[[P]] bra [[LOOP]];
; CHECK: st.global.u32 [%rd{{[0-9]+}}], [[OLD]];
; CHECK-NEXT: st.global.u32 [%rd{{[0-9]+}}+4], [[NEXT]];
define ptx_kernel void @leaves(ptr addrspace(1) %out, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %loop, label %end
end:
  store i32 %i, ptr addrspace(1) %out
  %p = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %i1, ptr addrspace(1) %p
  ret void
}

; a loop with a branch within: the jump back is the one that is taken, the other falls through
; CHECK-LABEL: .entry inner(
; CHECK: [[LOOP:\$L__BB[0-9_]+]]:
; CHECK: @{{!?}}%p{{[0-9]+}} bra [[LATCH:\$L__BB[0-9_]+]];
; CHECK: st.volatile.global.u32
; CHECK: [[LATCH]]:
; CHECK-NOT: bra.uni
; CHECK: @{{!?}}%p{{[0-9]+}} bra [[LOOP]];
; CHECK-NEXT: ret;
define ptx_kernel void @inner(ptr addrspace(1) %out, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %latch ]
  %odd = trunc i32 %i to i1
  br i1 %odd, label %yes, label %latch
yes:
  store volatile i32 %i, ptr addrspace(1) %out
  store volatile i32 %n, ptr addrspace(1) %out
  br label %latch
latch:
  %i1 = add i32 %i, 1
  %c = icmp sge i32 %i1, %n
  br i1 %c, label %end, label %loop
end:
  ret void
}

; a value that is chosen by a branch: its constant is set before, not in a block of its own
; CHECK-LABEL: .entry chosen(
; CHECK: mov.u32 [[X:%r[0-9]+]], 7;
; CHECK-NEXT: @{{!?}}%p{{[0-9]+}} ld.volatile.global.u32 [[X]]
; CHECK-NEXT: st.global.u32 [%rd{{[0-9]+}}], [[X]];
define ptx_kernel void @chosen(ptr addrspace(1) %out, i32 %n) {
entry:
  %c = icmp slt i32 %n, 3
  br i1 %c, label %load, label %end
load:
  %v = load volatile i32, ptr addrspace(1) %out
  br label %end
end:
  %x = phi i32 [ 7, %entry ], [ %v, %load ]
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; the way out of a loop keeps its copies: before the branch they would run each time round
; CHECK-LABEL: .entry way_out(
; CHECK: [[LOOP:\$L__BB[0-9_]+]]:
; CHECK-NOT: mov.u32 %r{{[0-9]+}}, 5;
; CHECK: @{{!?}}%p{{[0-9]+}} bra [[LOOP]];
define ptx_kernel void @way_out(ptr addrspace(1) %out, i32 %n) {
entry:
  %c = icmp slt i32 %n, 3
  br i1 %c, label %loop, label %end
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %i1 = add i32 %i, 1
  store volatile i32 %i, ptr addrspace(1) %out
  %d = icmp slt i32 %i1, %n
  br i1 %d, label %loop, label %end
end:
  %x = phi i32 [ %n, %entry ], [ 5, %loop ]
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; the counter goes round in a predicate that the branch asks: it cannot be set before
; CHECK-LABEL: .entry guard(
; CHECK: ret;
define ptx_kernel void @guard(ptr addrspace(1) %out, i32 %n) {
entry:
  %first = icmp slt i32 %n, 3
  br label %loop
loop:
  %p = phi i1 [ %first, %entry ], [ %q, %loop ]
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %i1 = add i32 %i, 1
  store volatile i32 %i, ptr addrspace(1) %out
  %q = icmp slt i32 %i1, %n
  br i1 %p, label %loop, label %end
end:
  ret void
}

; an output of inline assembly that is carried round and tied to an input: one register
; CHECK-LABEL: .entry assembly(
; CHECK: [[LOOP:\$L__BB[0-9_]+]]:
; CHECK-NOT: mov
; CHECK: mad.lo.u32 [[X:%r[0-9]+]], [[X]], 3, 1;
; CHECK-NOT: mov
; CHECK: @{{!?}}%p{{[0-9]+}} bra [[LOOP]];
; CHECK: st.global.u32 [%rd{{[0-9]+}}], [[X]];
define ptx_kernel void @assembly(ptr addrspace(1) %out, i32 %n) {
entry:
  br label %loop
loop:
  %x = phi i32 [ 1, %entry ], [ %y, %loop ]
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %y = call i32 asm sideeffect "mad.lo.u32 $0, $0, 3, 1;", "=r,0"(i32 %x)
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %loop, label %end
end:
  store i32 %y, ptr addrspace(1) %out
  ret void
}

; of two instructions the first writes the output, the second still reads the input: two registers
; CHECK-LABEL: .entry early(
; CHECK: mov.u32 [[Y:%r[0-9]+]], 1; add.u32 [[Y]], [[Y]], [[X:%r[0-9]+]];
; CHECK: mov.u32 [[X]], [[Y]];
define ptx_kernel void @early(ptr addrspace(1) %out, i32 %n) {
entry:
  br label %loop
loop:
  %x = phi i32 [ 1, %entry ], [ %y, %loop ]
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %y = call i32 asm sideeffect "mov.u32 $0, 1; add.u32 $0, $0, $1;", "=r,r"(i32 %x)
  %i1 = add i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %loop, label %end
end:
  store i32 %y, ptr addrspace(1) %out
  ret void
}

; what follows the ways out stands behind the loop, whichever way the branches are written; a jump to
; the return is a return
; CHECK-LABEL: .entry together(
; CHECK: [[LOOP:\$L__BB[0-9_]+]]:
; CHECK-NOT: , 7;
; CHECK: @{{!?}}%p{{[0-9]+}} bra [[LOOP]];
; CHECK-NEXT: ret;
; CHECK: st.volatile.global.u32 [%rd{{[0-9]+}}], 7;
; CHECK-NEXT: ret;
; CHECK: st.volatile.global.u32 [%rd{{[0-9]+}}], 8;
; CHECK-NEXT: ret;
define ptx_kernel void @together(ptr addrspace(1) %out, i32 %n, i32 %m) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i1, %latch ]
  %c = icmp eq i32 %i, %m
  br i1 %c, label %found, label %body
body:
  store volatile i32 %i, ptr addrspace(1) %out
  %odd = trunc i32 %i to i1
  br i1 %odd, label %early, label %latch
latch:
  %i1 = add i32 %i, 1
  %d = icmp sge i32 %i1, %n
  br i1 %d, label %end, label %head
found:
  store volatile i32 7, ptr addrspace(1) %out
  br label %end
early:
  store volatile i32 8, ptr addrspace(1) %out
  br label %end
end:
  ret void
}
