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
