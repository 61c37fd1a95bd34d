; The form in which loop passes find their loops: one block in front, one latch, exits of its own,
; values that leave by phis. (licm itself finds nothing to do here.)
; RUN: %B/tools/iropt --passes=licm --stress=check %s
; CHECK: define i32 @f
; two ways in get one block
; CHECK: [[START:%\d+]] = phi i32 [ 0, %a ], [ 5, %b ]
; CHECK-NEXT: br label %h
; CHECK: {{^}}h:
; CHECK-NEXT: %i = phi i32 [ [[START]], %{{\d+}} ], [ [[NEXT:%\d+]], %{{\d+}} ]
; the exit is reached from the loop alone, and %i is used behind it by way of a phi
; CHECK: [[LEFT:%\d+]] = phi i32 [ %i, %h ]
; CHECK-NEXT: br label %e
; two ways back get one latch, which keeps the loop's metadata
; CHECK: [[NEXT]] = phi i32 [ %j, %t ], [ %k, %u ]
; CHECK-NEXT: br label %h, !llvm.loop
; CHECK: %r = phi i32 [ -1, %b ], [ [[LEFT]], %{{\d+}} ]
define i32 @f(i1 %x, i1 %y, i32 %n) {
entry:
  br i1 %x, label %a, label %b
a:
  br label %h
b:
  br i1 %y, label %h, label %e
h:
  %i = phi i32 [ 0, %a ], [ 5, %b ], [ %j, %t ], [ %k, %u ]
  %c0 = icmp sgt i32 %i, 1000
  br i1 %c0, label %e, label %t
t:
  %j = add i32 %i, 1
  call void @use(i32 %j)
  %c1 = icmp slt i32 %j, %n
  br i1 %c1, label %h, label %u, !llvm.loop !0
u:
  %k = add i32 %i, 2
  call void @use(i32 %k)
  br label %h
e:
  %r = phi i32 [ -1, %b ], [ %i, %h ]
  ret i32 %r
}
; a loop that an indirect branch enters has no form: passes do not see it
; CHECK: define void @indirect
; CHECK: mul i32 %n, %n
; CHECK: ret void
define void @indirect(ptr %p, i32 %n) {
entry:
  indirectbr ptr %p, [label %h, label %e]
h:
  %m = mul i32 %n, %n
  call void @use(i32 %m)
  br i1 true, label %h, label %e
e:
  ret void
}
declare void @use(i32)
!0 = distinct !{!0}
