; Blocks and branches: merged, dropped, made choices; not across barriers.
; RUN: %B/tools/iropt --passes=simplifycfg --stress=all %s
declare void @f() convergent
declare void @llvm.nvvm.barrier0()
declare void @llvm.trap()

; CHECK-LABEL: define i32 @diamond
; CHECK: %x = add i32 %a, 1
; CHECK-NEXT: %y = sub i32 %a, 1
; CHECK-NEXT: %p = select i1 %c, i32 %x, i32 %y
; CHECK-NEXT: ret i32 %p
define i32 @diamond(i1 %c, i32 %a) {
  br i1 %c, label %t, label %e
t:
  %x = add i32 %a, 1
  br label %j
e:
  %y = sub i32 %a, 1
  br label %j
j:
  %p = phi i32 [ %x, %t ], [ %y, %e ]
  ret i32 %p
}

; a barrier is neither duplicated nor made unconditional
; CHECK-LABEL: define void @barrier
; CHECK: br i1 %c, label %t, label %j
; CHECK: t:
; CHECK-NEXT: call void @llvm.nvvm.barrier0()
define void @barrier(i1 %c) {
  br i1 %c, label %t, label %j
t:
  call void @llvm.nvvm.barrier0()
  br label %j
j:
  ret void
}

; CHECK-LABEL: define i32 @constant
; CHECK-NEXT: ret i32 2
define i32 @constant() {
  switch i32 5, label %d [
    i32 4, label %a
    i32 5, label %b
  ]
a:
  br label %d
b:
  br i1 false, label %a, label %d
d:
  %p = phi i32 [ 0, %0 ], [ 1, %a ], [ 2, %b ]
  ret i32 %p
}

; CHECK-LABEL: define void @promise
; CHECK-NEXT: call void @f()
; CHECK-NEXT: ret void
define void @promise(i1 %c) {
  br i1 %c, label %u, label %ok
u:
  unreachable
ok:
  call void @f()
  ret void
}

; nothing follows a trap
; CHECK-LABEL: define void @stop
; CHECK-NEXT: call void @llvm.trap()
; CHECK-NEXT: unreachable
define void @stop() {
  call void @llvm.trap()
  call void @f()
  ret void
}

; an empty latch with its loop metadata stays, so that the loop keeps one latch
; CHECK-LABEL: define void @latch
; CHECK: br label %h, !llvm.loop
define void @latch(i1 %c, i1 %d) {
  br label %h
h:
  br i1 %c, label %a, label %b
a:
  call void @f()
  br i1 %d, label %l, label %out
b:
  call void @f()
  br label %l
l:
  br label %h, !llvm.loop !0
out:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}

; a swap: nothing is computed, so that the branch would only move what the selects choose
; CHECK-LABEL: define i32 @swap_of_records
; CHECK-NOT: br
; CHECK: select i1 %c, i32 %a, i32 %b
; CHECK: select i1 %c, i32 %b, i32 %a
; CHECK-NOT: br
; CHECK: ret i32
define i32 @swap_of_records(i1 %c, i32 %a, i32 %b, i32 %d, i32 %e, i32 %f, i32 %g) {
  br i1 %c, label %t, label %j
t:
  br label %j
j:
  %p = phi i32 [ %a, %t ], [ %b, %0 ]
  %q = phi i32 [ %b, %t ], [ %a, %0 ]
  %r = phi i32 [ %d, %t ], [ %e, %0 ]
  %s = phi i32 [ %e, %t ], [ %d, %0 ]
  %u = phi i32 [ %f, %t ], [ %g, %0 ]
  %v = phi i32 [ %g, %t ], [ %f, %0 ]
  %1 = shl i32 %q, %p
  %2 = shl i32 %r, %1
  %3 = shl i32 %s, %2
  %4 = shl i32 %u, %3
  %5 = shl i32 %v, %4
  ret i32 %5
}

; the same with something to compute
; CHECK-LABEL: define i32 @no_swap
; CHECK: br i1 %c
define i32 @no_swap(i1 %c, i32 %a, i32 %b, i32 %d, i32 %e) {
  br i1 %c, label %t, label %j
t:
  %n = add i32 %a, %e
  br label %j
j:
  %p = phi i32 [ %a, %t ], [ %b, %0 ]
  %q = phi i32 [ %b, %t ], [ %a, %0 ]
  %r = phi i32 [ %d, %t ], [ %e, %0 ]
  %s = phi i32 [ %e, %t ], [ %d, %0 ]
  %u = phi i32 [ %n, %t ], [ %a, %0 ]
  %1 = shl i32 %q, %p
  %2 = shl i32 %r, %1
  %3 = shl i32 %s, %2
  %4 = shl i32 %u, %3
  ret i32 %4
}
