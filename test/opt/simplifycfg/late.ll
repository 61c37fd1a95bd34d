; RUN[EARLY,CHECK]: %B/tools/iropt --passes=simplifycfg --stress=all %s
; RUN[LATE,CHECK]: %B/tools/iropt --passes=simplifycfg-late --stress=all %s
; Two ways out of a loop stay apart until loops have their counts.
declare void @g()
declare i1 @more()

; CHECK-LABEL: define void @exits
; EARLY: br i1 %c, label %second, label %out
; EARLY: br i1 %d, label %body, label %out
; LATE: [[C:%.*]] = and i1 %c, %d
; LATE-NEXT: br i1 [[C]], label %body, label %out
define void @exits(i32 noundef %n, i32 noundef %k) {
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %next, %body ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %second, label %out
second:
  %d = icmp ne i32 %i, %k
  br i1 %d, label %body, label %out
body:
  call void @g()
  %next = add i32 %i, 1
  br label %head
out:
  ret void
}

; what an unrolled body's copies keep of their loop does not keep empty blocks apart
; CHECK-LABEL: define void @old_metadata
; CHECK-NEXT: call void @g()
; CHECK-NEXT: ret void
define void @old_metadata(i1 %c) {
  br i1 %c, label %a, label %b
a:
  br label %b, !llvm.loop !0
b:
  call void @g()
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
