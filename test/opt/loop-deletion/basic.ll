; Loops without effect go, if they end.
; RUN: %B/tools/iropt --passes='loop(loop-deletion),simplifycfg' --stress=all %s
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.barrier0()

; CHECK-LABEL: define i32 @dead
; CHECK-NEXT: e:
; CHECK-NEXT: ret i32 %n
define i32 @dead(i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %x = phi i32 [ 0, %e ], [ %y, %h ]
  %m = mul i32 %i, %i
  %y = add i32 %x, %m
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %o
o:
  %r = phi i32 [ %n, %h ]
  ret i32 %r
}

; nobody says that it ends
; CHECK-LABEL: define void @endless
; CHECK: phi i32
define void @endless(i32 %a) {
e:
  br label %h
h:
  %i = phi i32 [ %a, %e ], [ %j, %h ]
  %j = mul i32 %i, 3
  %c = icmp ne i32 %j, 17
  br i1 %c, label %h, label %o
o:
  ret void
}

; the function promises it
; CHECK-LABEL: define void @promised
; CHECK-NOT: phi i32
; CHECK: ret void
define void @promised(i32 %a) mustprogress {
e:
  br label %h
h:
  %i = phi i32 [ %a, %e ], [ %j, %h ]
  %j = mul i32 %i, 3
  %c = icmp ne i32 %j, 17
  br i1 %c, label %h, label %o
o:
  ret void
}

; effects stay: stores, volatile reads, barriers
; CHECK-LABEL: define void @store
; CHECK: phi i32
define void @store(ptr %p) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  store i32 %i, ptr %p
  %j = add i32 %i, 1
  %c = icmp ne i32 %j, 17
  br i1 %c, label %h, label %o
o:
  ret void
}
; CHECK-LABEL: define void @volatile
; CHECK: phi i32
define void @volatile(ptr %p) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %v = load volatile i32, ptr %p
  %j = add i32 %i, 1
  %c = icmp ne i32 %j, 17
  br i1 %c, label %h, label %o
o:
  ret void
}
; CHECK-LABEL: define void @barrier
; CHECK: phi i32
define void @barrier(ptr %p) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  call void @llvm.nvvm.barrier0()
  %j = add i32 %i, 1
  %c = icmp ne i32 %j, 17
  br i1 %c, label %h, label %o
o:
  ret void
}
; a value that is used behind the loop
; CHECK-LABEL: define i32 @used
; CHECK: phi i32
define i32 @used(i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %x = phi i32 [ 1, %e ], [ %y, %h ]
  %y = mul i32 %x, 3
  %j = add i32 %i, 1
  %c = icmp ne i32 %j, 17
  br i1 %c, label %h, label %o
o:
  %r = phi i32 [ %y, %h ]
  ret i32 %r
}
