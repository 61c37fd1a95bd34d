; A counter's ordered test becomes one for equality where it must meet its bound.
; RUN: %B/tools/iropt --passes='loop-exit-tests' --stress=all %s
target triple = "nvptx64-nvidia-cuda"
declare void @use(i32)

; CHECK-LABEL: define void @up
; CHECK: %j = add nuw nsw i32 %i, 8
; CHECK-NEXT: %[[C:\d+]] = icmp slt i32 %j, 1000
; CHECK-NEXT: br i1 %[[C]], label %h, label %o
define void @up() {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  call void @use(i32 %i)
  %j = add nuw nsw i32 %i, 8
  %c = icmp slt i32 %i, 992
  br i1 %c, label %h, label %o
o:
  ret void
}

; leaves when true; downwards: from 100 to -4, and no unsigned number is below zero
; CHECK-LABEL: define void @down
; CHECK: %j = add nsw i32 %i, -4
; CHECK: icmp slt i32 %j, -3
; CHECK-NEXT: br i1 %{{\d+}}, label %o, label %h
define void @down() {
e:
  br label %h
h:
  %i = phi i32 [ 100, %e ], [ %j, %h ]
  %j = add nsw i32 %i, -4
  call void @use(i32 %j)
  %c = icmp slt i32 %i, 1
  br i1 %c, label %o, label %h
o:
  ret void
}

; CHECK-LABEL: define void @unsigned_up
; CHECK: %j = add nuw i8 %i, 50
; CHECK: icmp ult i8 %j, -106
define void @unsigned_up() {
e:
  br label %h
h:
  %i = phi i8 [ 0, %e ], [ %j, %h ]
  %x = zext i8 %i to i32
  call void @use(i32 %x)
  %j = add nuw i8 %i, 50
  %c = icmp ult i8 %i, 100
  br i1 %c, label %h, label %o
o:
  ret void
}

; the last step would leave the type: 250 + 10 is 4
; CHECK-LABEL: define void @overflows
; CHECK: icmp ult i8 %i, -6
define void @overflows() {
e:
  br label %h
h:
  %i = phi i8 [ 0, %e ], [ %j, %h ]
  %x = zext i8 %i to i32
  call void @use(i32 %x)
  %j = add i8 %i, 10
  %c = icmp ult i8 %i, 250
  br i1 %c, label %h, label %o
o:
  ret void
}

; it may begin anywhere: an ordered test stays
; CHECK-LABEL: define void @from_anywhere
; CHECK: icmp slt i32 %i, 992
define void @from_anywhere(i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ %n, %e ], [ %j, %h ]
  call void @use(i32 %i)
  %j = add nsw i32 %i, 8
  %c = icmp slt i32 %i, 992
  br i1 %c, label %h, label %o
o:
  ret void
}

; equality holds modulo 2^32, but the sum may overflow now
; CHECK-LABEL: define void @equal_from_anywhere
; CHECK: %j = add i32 %i, 8
; CHECK-NEXT: icmp ne i32 %j, 1000
define void @equal_from_anywhere(i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ %n, %e ], [ %j, %h ]
  call void @use(i32 %i)
  %j = add nuw nsw i32 %i, 8
  %c = icmp ne i32 %i, 992
  br i1 %c, label %h, label %o
o:
  ret void
}

; meets its bound: the flags stay
; CHECK-LABEL: define void @equal
; CHECK: %j = add nuw nsw i32 %i, 8
; CHECK-NEXT: icmp eq i32 %j, 1000
define void @equal() {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  call void @use(i32 %i)
  %j = add nuw nsw i32 %i, 8
  %c = icmp eq i32 %i, 992
  br i1 %c, label %o, label %h
o:
  ret void
}

; steps over its bound and goes round: no flag may stay
; CHECK-LABEL: define void @misses
; CHECK: %j = add i32 %i, 8
; CHECK-NEXT: icmp ne i32 %j, 12
define void @misses() {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  call void @use(i32 %i)
  %j = add nuw nsw i32 %i, 8
  %c = icmp ne i32 %i, 4
  br i1 %c, label %h, label %o
o:
  ret void
}

; no counter: it is multiplied; and the block that jumps back is another one
; CHECK-LABEL: define void @others
; CHECK: icmp slt i32 %i, 992
; CHECK: icmp slt i32 %k, 992
define void @others() {
e:
  br label %h
h:
  %i = phi i32 [ 1, %e ], [ %j, %h ]
  call void @use(i32 %i)
  %j = mul nsw i32 %i, 8
  %c = icmp slt i32 %i, 992
  br i1 %c, label %h, label %g
g:
  %k = phi i32 [ 1, %h ], [ %l, %b ]
  %d = icmp slt i32 %k, 992
  br i1 %d, label %b, label %o
b:
  call void @use(i32 %k)
  %l = add nsw i32 %k, 8
  br label %g
o:
  ret void
}

; another block goes round without a test: the counter may be anything by then
; CHECK-LABEL: define void @two_latches
; CHECK: icmp slt i32 %i, 992
define void @two_latches(i1 %again) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %l ], [ %j, %h ]
  call void @use(i32 %i)
  %j = add nuw nsw i32 %i, 8
  br i1 %again, label %h, label %l
l:
  %c = icmp slt i32 %i, 992
  br i1 %c, label %h, label %o
o:
  ret void
}
