; What is known of recurrences and of the number of iterations.
; RUN: %B/tools/iropt --passes=print-scev --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; the sign extension goes into the recurrence because the sum says nsw
; CHECK-LABEL: ; scev of stride
; CHECK: %i = {0,+,1}<%h> U:[0,2147483646] S:[0,2147483646]
; CHECK: %a = {%b,+,%st}<%h>
; CHECK: %w = {sext(%b):i64,+,sext(%st):i64}<%h>
; CHECK: %g = {((4 * sext(%b):i64) + %p),+,(4 * sext(%st):i64)}<%h>
; CHECK: loop %h: back edges (-1 + smax(1, %n)), at most 2147483646, multiple 1
define void @stride(ptr %p, i32 %b, i32 %st, i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %m = mul nsw i32 %i, %st
  %a = add nsw i32 %m, %b
  %w = sext i32 %a to i64
  %g = getelementptr float, ptr %p, i64 %w
  store float 0.0, ptr %g
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %o
o:
  ret void
}

; no nsw: the extension stays outside, but the test proves the plain counter
; CHECK-LABEL: ; scev of plain
; CHECK: %w = zext({%x,+,1}<%h>):i64
; CHECK: %z = {0,+,1}<%h> U:[0,4294967294]
; CHECK: loop %h: back edges (-1 + umax(1, %n)), at most 4294967294, multiple 1
define void @plain(ptr %p, i32 %x, i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %a = add i32 %i, %x
  %w = zext i32 %a to i64
  %g = getelementptr float, ptr %p, i64 %w
  %z = zext i32 %i to i64
  store float 0.0, ptr %g
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %h, label %o
o:
  ret void
}

; a recurrence whose step is one
; CHECK-LABEL: ; scev of guarded
; CHECK: %x = {5,+,{0,+,4}<%h>}<%h>
; CHECK: %y = {5,+,{4,+,4}<%h>}<%h>
; CHECK: at most 536870911, multiple 1
define void @guarded(i32 %n) {
e:
  %g = icmp sgt i32 %n, 0
  br i1 %g, label %h, label %o
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %x = phi i32 [ 5, %e ], [ %y, %h ]
  %y = add i32 %x, %i
  %j = add nsw i32 %i, 4
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %o
o:
  ret void
}

; CHECK-LABEL: ; scev of down
; CHECK: %i = {1000,+,-8}<%h> U:[8,1000] S:[8,1000]
; CHECK: back edges 124, at most 124, multiple 125
define void @down() {
e:
  br label %h
h:
  %i = phi i64 [ 1000, %e ], [ %j, %h ]
  %j = add i64 %i, -8
  %c = icmp ne i64 %j, 0
  br i1 %c, label %h, label %o
o:
  ret void
}

; odd numbers never meet 0
; CHECK-LABEL: ; scev of never_meets
; CHECK: back edges unknown
define void @never_meets() {
e:
  br label %h
h:
  %i = phi i8 [ 1, %e ], [ %j, %h ]
  %j = add i8 %i, 2
  %c = icmp ne i8 %j, 0
  br i1 %c, label %h, label %o
o:
  ret void
}
; the distance of two pointers into one object
; CHECK-LABEL: ; scev of pointers
; CHECK: %r = {(4 + %p),+,4}<%h>
; CHECK: back edges ((-4 + (4 * %n)) /u 4)
define void @pointers(ptr %p, i64 %n) {
e:
  %end = getelementptr i32, ptr %p, i64 %n
  br label %h
h:
  %q = phi ptr [ %p, %e ], [ %r, %h ]
  %r = getelementptr inbounds i32, ptr %q, i64 1
  %c = icmp ne ptr %r, %end
  br i1 %c, label %h, label %o
o:
  ret void
}

; two exits: nothing exact is known, but the most is
; CHECK-LABEL: ; scev of two_exits
; CHECK: back edges unknown, at most 9, multiple 1
define void @two_exits(ptr %p) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %x = load volatile i1, ptr %p
  br i1 %x, label %l, label %o
l:
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, 10
  br i1 %c, label %h, label %o
o:
  ret void
}

; `<= 255` never fails for a byte
; CHECK-LABEL: ; scev of never_fails
; CHECK: back edges unknown
define void @never_fails() {
e:
  br label %h
h:
  %i = phi i8 [ 0, %e ], [ %j, %h ]
  %j = add i8 %i, 1
  %c = icmp ule i8 %j, 255
  br i1 %c, label %h, label %o
o:
  ret void
}

; a step that may jump over the bound
; CHECK-LABEL: ; scev of jumps_over
; CHECK: back edges unknown
define void @jumps_over(i8 %n) {
e:
  br label %h
h:
  %i = phi i8 [ 0, %e ], [ %j, %h ]
  %j = add i8 %i, 3
  %c = icmp ult i8 %j, %n
  br i1 %c, label %h, label %o
o:
  ret void
}

; an odd step meets every number; the count is taken modulo 2^8
; CHECK-LABEL: ; scev of odd_step
; CHECK: back edges 84, at most 84, multiple 85
define void @odd_step() {
e:
  br label %h
h:
  %i = phi i8 [ 0, %e ], [ %j, %h ]
  %j = add i8 %i, 3
  %c = icmp ne i8 %j, 255
  br i1 %c, label %h, label %o
o:
  ret void
}

; what comes together behind a branch lies within what comes in, and so does the number of rounds; a phi in the header of a loop goes round
; CHECK-LABEL: scev of joined
; CHECK: %v = %v U:[0,270] S:[0,270]
; CHECK: %w = %w U:[0,4294967295] S:[-2147483648,2147483647]
; CHECK: loop %l: {{.*}} at most 269,
define void @joined(ptr %p, i8 %a, i8 %b, i32 %m, i32 %x) {
e:
  %s = lshr i8 %a, 4
  %z = zext i8 %s to i32
  %c = icmp eq i32 %z, 15
  br i1 %c, label %more, label %join
more:
  %y = zext i8 %b to i32
  %t = add nuw nsw i32 %y, 15
  br label %join
join:
  %v = phi i32 [ %z, %e ], [ %t, %more ]
  %n = call i32 @llvm.smin.i32(i32 %v, i32 %m)
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %l, label %o
l:
  %i = phi i32 [ 0, %join ], [ %j, %l ]
  %w = phi i32 [ 0, %join ], [ %u, %l ]
  %u = load i32, ptr %p
  store volatile i32 %w, ptr %p
  %j = add nuw nsw i32 %i, 1
  %d = icmp slt i32 %j, %n
  br i1 %d, label %l, label %o
o:
  ret void
}
declare i32 @llvm.smin.i32(i32, i32)
