; Addresses that grow by a stride become pointers that are stepped.
; RUN: %B/tools/iropt --passes='loop(loop-reduce),dce' --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; one pointer for base and stride, the constant difference is a displacement; the extension of an
; nsw sum goes away
; CHECK-LABEL: define void @stride
; CHECK: %[[X:[0-9]+]] = sext i32 %st to i64
; CHECK: %[[D:[0-9]+]] = shl i64 %[[X]], 2
; CHECK: h:
; CHECK: %[[P:[0-9]+]] = phi ptr
; CHECK-NOT: sext
; CHECK-NOT: mul
; CHECK: load float, ptr %[[P]]
; CHECK: getelementptr i8, ptr %[[P]], i64 28
; CHECK: getelementptr i8, ptr %[[P]], i64 %[[D]]
; CHECK: ret void
define void @stride(ptr %p, i32 %b, i32 %st, i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %m = mul nsw i32 %i, %st
  %a = add nsw i32 %m, %b
  %w = sext i32 %a to i64
  %g = getelementptr float, ptr %p, i64 %w
  %x = load float, ptr %g
  %a7 = add nsw i32 %a, 7
  %w7 = sext i32 %a7 to i64
  %g7 = getelementptr float, ptr %p, i64 %w7
  store float %x, ptr %g7
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %o
o:
  ret void
}

; a sum that may wrap before it is extended is no recurrence of the wide type
; CHECK-LABEL: define void @may_wrap
; CHECK: h:
; CHECK-NOT: phi ptr
; CHECK: sext i32
; CHECK: ret void
define void @may_wrap(ptr %p, i32 %b, i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %a = add i32 %i, %b
  %w = sext i32 %a to i64
  %g = getelementptr float, ptr %p, i64 %w
  store float 0.0, ptr %g
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %o
o:
  ret void
}

; what advances already stays as it is
; CHECK-LABEL: define void @already
; CHECK: h:
; CHECK-NEXT: %q = phi ptr [ %p, %e ], [ %r, %h ]
; CHECK-NEXT: %s = getelementptr i8, ptr %q, i64 4
; CHECK-NEXT: store float 0.0{{.*}}, ptr %s
; CHECK-NEXT: %r = getelementptr
define void @already(ptr %p, ptr %end) {
e:
  br label %h
h:
  %q = phi ptr [ %p, %e ], [ %r, %h ]
  %s = getelementptr i8, ptr %q, i64 4
  store float 0.0, ptr %s
  %r = getelementptr float, ptr %q, i64 2
  %c = icmp ne ptr %r, %end
  br i1 %c, label %h, label %o
o:
  ret void
}

; an index from memory is no recurrence, and a counter as wide as the address costs no more than a pointer
; CHECK-LABEL: define void @gather
; CHECK: h:
; CHECK-NOT: phi ptr
; CHECK: getelementptr i64, ptr %idx, i64 %i
; CHECK: getelementptr float, ptr %p, i64 %x
; CHECK: ret void
define void @gather(ptr %p, ptr %idx, i64 %n) {
e:
  br label %h
h:
  %i = phi i64 [ 0, %e ], [ %j, %h ]
  %gi = getelementptr i64, ptr %idx, i64 %i
  %x = load i64, ptr %gi
  %g = getelementptr float, ptr %p, i64 %x
  store float 0.0, ptr %g
  %j = add i64 %i, 1
  %c = icmp ne i64 %j, %n
  br i1 %c, label %h, label %o
o:
  ret void
}

; in a nest: the inner start is computed from the outer variable
; CHECK-LABEL: define void @nest
; CHECK: outer:
; CHECK: %[[O:[0-9]+]] = mul i64 %i, %
; CHECK: inner:
; CHECK: %[[Q:[0-9]+]] = phi ptr
; CHECK: store float {{.*}}, ptr %[[Q]]
; CHECK: getelementptr i8, ptr %[[Q]], i64 4
define void @nest(ptr %p, i64 %n) {
e:
  br label %outer
outer:
  %i = phi i64 [ 0, %e ], [ %i1, %next ]
  br label %inner
inner:
  %k = phi i64 [ 0, %outer ], [ %k1, %inner ]
  %m = mul i64 %i, %n
  %a = add i64 %m, %k
  %g = getelementptr float, ptr %p, i64 %a
  store float 0.0, ptr %g
  %k1 = add i64 %k, 1
  %ck = icmp ne i64 %k1, %n
  br i1 %ck, label %inner, label %next
next:
  %i1 = add i64 %i, 1
  %ci = icmp ne i64 %i1, %n
  br i1 %ci, label %outer, label %o
o:
  ret void
}
; the index alone: one variable and a sum for each neighbour
; CHECK-LABEL: define void @index
; CHECK: h:
; CHECK: %[[V:[0-9]+]] = phi i32 [ %t, %e ]
; CHECK-NOT: shl
; CHECK: zext i32 %[[V]] to i64
; CHECK: add i32 %[[V]], 32
; CHECK: add i32 %[[V]], 64
; CHECK: ret void
define void @index(ptr %p, i32 %t, i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %s = shl i32 %i, 5
  %a = add i32 %s, %t
  %w = zext i32 %a to i64
  %g = getelementptr float, ptr %p, i64 %w
  store float 0.0, ptr %g
  %s2 = add i32 %s, 32
  %a2 = add i32 %s2, %t
  %w2 = zext i32 %a2 to i64
  %g2 = getelementptr float, ptr %p, i64 %w2
  store float 0.0, ptr %g2
  %j = add nsw i32 %i, 2
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %o
o:
  ret void
}

; a single sum is as cheap as a variable
; CHECK-LABEL: define void @cheap_index
; CHECK: h:
; CHECK-NEXT: phi i32
; CHECK-NEXT: add i32 %i, %t
define void @cheap_index(ptr %p, i32 %t, i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %a = add i32 %i, %t
  %w = zext i32 %a to i64
  %g = getelementptr float, ptr %p, i64 %w
  store float 0.0, ptr %g
  %j = add nsw i32 %i, 2
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %o
o:
  ret void
}

; no more pointers than the knob says
; RUN[FEW]: %B/tools/iropt --passes='loop(loop-reduce<pointers=0>)' --stress=all %s
; FEW-NOT: phi ptr [ %0
; FEW-LABEL: define void @stride
; FEW: h:
; FEW: mul nsw i32 %i, %st
