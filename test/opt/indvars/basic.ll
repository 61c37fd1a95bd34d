; Values that a loop leaves behind become formulas of its number of iterations, and counters get the flags that the test proves.
; RUN: %B/tools/iropt --passes='loop(indvars,loop-deletion),simplifycfg,instcombine' --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; a sum of the numbers from 0 to 9
; CHECK-LABEL: define i32 @constant
; CHECK-NEXT: e:
; CHECK-NEXT: ret i32 45
define i32 @constant() {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %x = phi i32 [ 0, %e ], [ %y, %h ]
  %y = add i32 %x, %i
  %j = add i32 %i, 1
  %c = icmp ne i32 %j, 10
  br i1 %c, label %h, label %o
o:
  %r = phi i32 [ %y, %h ]
  ret i32 %r
}

; a linear value: 7 + 3 * n
; CHECK-LABEL: define i32 @linear
; CHECK-NOT: phi
; CHECK: mul i32 %{{.*}}, 3
; CHECK-NOT: phi
; CHECK: ret i32
define i32 @linear(i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %x = phi i32 [ 7, %e ], [ %y, %h ]
  %y = add i32 %x, 3
  %j = add i32 %i, 1
  %c = icmp ne i32 %j, %n
  br i1 %c, label %h, label %o
o:
  %r = phi i32 [ %y, %h ]
  ret i32 %r
}

; the 64-bit count is not cut off before it is halved
; CHECK-LABEL: define i32 @wide_count
; CHECK-NOT: phi
; CHECK: lshr i64
; CHECK: ret i32
define i32 @wide_count(i64 %n) {
e:
  br label %h
h:
  %i = phi i64 [ 0, %e ], [ %j, %h ]
  %x = phi i32 [ 0, %e ], [ %y, %h ]
  %t = trunc i64 %i to i32
  %y = add i32 %x, %t
  %j = add i64 %i, 1
  %c = icmp ne i64 %j, %n
  br i1 %c, label %h, label %o
o:
  %r = phi i32 [ %y, %h ]
  ret i32 %r
}

; a product is no recurrence; the loop has to run
; CHECK-LABEL: define i32 @product
; CHECK: phi i32
define i32 @product(i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %x = phi i32 [ 1, %e ], [ %y, %h ]
  %y = mul i32 %x, 3
  %j = add i32 %i, 1
  %c = icmp ne i32 %j, %n
  br i1 %c, label %h, label %o
o:
  %r = phi i32 [ %y, %h ]
  ret i32 %r
}

; the loop stays for its store: a formula would come on top of it
; CHECK-LABEL: define i32 @stays
; CHECK: ret i32 %x
define i32 @stays(ptr %p, i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %x = phi i32 [ 7, %e ], [ %y, %h ]
  store volatile i32 %x, ptr %p
  %y = add i32 %x, 3
  %j = add i32 %i, 1
  %c = icmp ne i32 %j, %n
  br i1 %c, label %h, label %o
o:
  %r = phi i32 [ %x, %h ]
  ret i32 %r
}

; flags where the test proves them
; CHECK-LABEL: define void @flags
; CHECK: %j = add nuw i32 %i, 1
define void @flags(ptr %p, i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  store volatile i32 %i, ptr %p
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %h, label %o
o:
  ret void
}
; two values behind a number of iterations that takes a division by a constant: the number is paid for once
; CHECK-LABEL: define i32 @counted_by_nine
; CHECK-NOT: phi i32 [ %x
; CHECK: udiv i32 %{{.*}}, 9
; CHECK-NOT: udiv
; CHECK: ret i32
define i32 @counted_by_nine(i32 %a) {
e:
  %x = and i32 %a, 255
  %g = icmp ugt i32 %x, 10
  br i1 %g, label %h, label %d
h:
  %y = phi i32 [ %x, %e ], [ %z, %h ]
  %n = phi i32 [ 0, %e ], [ %m, %h ]
  %z = add nsw i32 %y, -9
  %m = add nsw i32 %n, 1
  %c = icmp ugt i32 %y, 19
  br i1 %c, label %h, label %d
d:
  %rest = phi i32 [ %x, %e ], [ %z, %h ]
  %times = phi i32 [ 0, %e ], [ %m, %h ]
  %r = mul i32 %times, 1000
  %s = add i32 %r, %rest
  ret i32 %s
}
