; Loops of few iterations are unrolled whole, others by a factor, some not at all.
; RUN: %B/tools/iropt --passes=loop-unroll,simplifycfg,instcombine --stress=all %s
declare void @f(i32)
declare void @nodup() noduplicate

; CHECK-LABEL: define void @four
; CHECK: call void @f(i32 0)
; CHECK-NEXT: call void @f(i32 1)
; CHECK-NEXT: call void @f(i32 2)
; CHECK-NEXT: call void @f(i32 3)
; CHECK-NEXT: ret void
define void @four() {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %n, %b ]
  %c = icmp slt i32 %i, 4
  br i1 %c, label %b, label %o
b:
  call void @f(i32 %i)
  %n = add i32 %i, 1
  br label %h
o:
  ret void
}
; a value used behind the loop; test at the end
; CHECK-LABEL: define i32 @after
; CHECK-COUNT-3: load i32
; CHECK-NOT: br
; CHECK: ret i32
define i32 @after(ptr %p) {
e:
  br label %l
l:
  %i = phi i64 [ 0, %e ], [ %n, %l ]
  %s = phi i32 [ 0, %e ], [ %t, %l ]
  %q = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %q
  %t = add i32 %s, %v
  %n = add i64 %i, 1
  %c = icmp eq i64 %n, 3
  br i1 %c, label %o, label %l
o:
  %r = add i32 %t, %s
  ret i32 %r
}
; halving, with a break
; CHECK-LABEL: define i32 @halve
; CHECK: call void @f(i32 16)
; CHECK: call void @f(i32 4)
; CHECK: call void @f(i32 1)
; CHECK: phi i32
define i32 @halve(i1 %x) {
e:
  br label %h
h:
  %i = phi i32 [ 16, %e ], [ %n, %b ]
  %c = icmp ne i32 %i, 0
  br i1 %c, label %t, label %o
t:
  call void @f(i32 %i)
  br i1 %x, label %o, label %b
b:
  %n = lshr i32 %i, 2
  br label %h
o:
  %r = phi i32 [ 7, %h ], [ %i, %t ]
  ret i32 %r
}
; an inner loop whose bound is the outer counter
; CHECK-LABEL: define void @triangle
; CHECK: call void @f(i32 0)
; CHECK: call void @f(i32 0)
; CHECK: call void @f(i32 1)
; CHECK-NOT: br
; CHECK: ret void
define void @triangle() {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %in, %hl ]
  %c = icmp slt i32 %i, 3
  br i1 %c, label %p, label %o
p:
  br label %k
k:
  %j = phi i32 [ 0, %p ], [ %jn, %kb ]
  %d = icmp slt i32 %j, %i
  br i1 %d, label %kb, label %hl
kb:
  call void @f(i32 %j)
  %jn = add i32 %j, 1
  br label %k
hl:
  %in = add i32 %i, 1
  br label %h
o:
  ret void
}
; noduplicate calls stay one
; CHECK-LABEL: define void @refused
; CHECK-COUNT-1: call void @nodup
; CHECK-LABEL: define void @runtime
define void @refused() {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %n, %h ]
  call void @nodup()
  %n = add i32 %i, 1
  %c = icmp slt i32 %n, 4
  br i1 %c, label %h, label %o
o:
  ret void
}
; #pragma unroll 2 of a loop with a run-time bound: each copy tests; then no more
; CHECK-COUNT-2: icmp slt
; CHECK: br label %{{.*}}, !llvm.loop
define void @runtime(i32 %m) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %n, %b ]
  %c = icmp slt i32 %i, %m
  br i1 %c, label %b, label %o
b:
  call void @f(i32 %i)
  %n = add i32 %i, 1
  br label %h, !llvm.loop !0
o:
  ret void
}
; #pragma unroll 1
; CHECK-LABEL: define void @disabled
; CHECK-COUNT-1: call void @f
; CHECK-LABEL: define void @even
define void @disabled() {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %n, %h ]
  call void @f(i32 %i)
  %n = add i32 %i, 1
  %c = icmp slt i32 %n, 4
  br i1 %c, label %h, label %o, !llvm.loop !2
o:
  ret void
}
; a factor that divides the constant trip count leaves one test
; CHECK-COUNT-1: icmp
; CHECK-COUNT-4: call void @f
; CHECK-NOT: icmp
define void @even() {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %n, %b ]
  %c = icmp slt i32 %i, 1000
  br i1 %c, label %b, label %o
b:
  call void @f(i32 %i)
  %n = add i32 %i, 1
  br label %h, !llvm.loop !4
o:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.count", i32 2}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.unroll.disable"}
!4 = distinct !{!4, !5}
!5 = !{!"llvm.loop.unroll.count", i32 4}
; a pointer runs to the end of an array: its trips are counted too
; CHECK-LABEL: define void @pointer
; CHECK-COUNT-3: call void @f
; CHECK-NOT: call void @f
; CHECK: ret void
define void @pointer() {
e:
  %a = alloca [3 x i32]
  %end = getelementptr inbounds i8, ptr %a, i64 12
  br label %h
h:
  %p = phi ptr [ %a, %e ], [ %n, %b ]
  %c = icmp eq ptr %p, %end
  br i1 %c, label %o, label %b
b:
  %v = load i32, ptr %p
  call void @f(i32 %v)
  %n = getelementptr inbounds i32, ptr %p, i64 1
  br label %h
o:
  ret void
}
; CHECK-LABEL: define void @pointer_below
; CHECK-COUNT-2: call void @f
; CHECK-NOT: call void @f
; CHECK: ret void
define void @pointer_below(ptr %a) {
e:
  %from = getelementptr inbounds i8, ptr %a, i64 -4
  %end = getelementptr inbounds i8, ptr %a, i64 4
  br label %h
h:
  %p = phi ptr [ %from, %e ], [ %n, %h ]
  %v = load i32, ptr %p
  call void @f(i32 %v)
  %n = getelementptr inbounds i32, ptr %p, i64 1
  %c = icmp ult ptr %n, %end
  br i1 %c, label %h, label %o
o:
  ret void
}
; two objects: unknown
; CHECK-LABEL: define void @two_objects
; CHECK-COUNT-1: call void @f
; CHECK-NOT: call void @f
; CHECK: ret void
define void @two_objects(ptr %a, ptr %end) {
e:
  br label %h
h:
  %p = phi ptr [ %a, %e ], [ %n, %h ]
  %v = load i32, ptr %p
  call void @f(i32 %v)
  %n = getelementptr inbounds i32, ptr %p, i64 1
  %c = icmp eq ptr %n, %end
  br i1 %c, label %o, label %h
o:
  ret void
}
