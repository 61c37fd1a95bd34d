; Accesses through phis of addresses of locals.
; RUN: %B/tools/iropt --passes=sroa --stress=all %s
declare void @use(ptr)

; loads move to the predecessors, also when one address is not local
; CHECK-LABEL: define i32 @loads
; CHECK-NOT: alloca
; CHECK: one:
; CHECK: [[G:%.*]] = load i32, ptr %g
; CHECK: end:
; CHECK: phi i32 [ [[G]], %one ], [ %x, %two ]
define i32 @loads(i1 %c, ptr %g, i32 %x) {
  %a = alloca i32
  store i32 %x, ptr %a
  br i1 %c, label %one, label %two
one:
  br label %end
two:
  br label %end
end:
  %p = phi ptr [ %g, %one ], [ %a, %two ]
  %v = load i32, ptr %p
  ret i32 %v
}

; a write before the load, an edge that the load did not go: only the other way is left, or none
; CHECK-LABEL: define i32 @order
; CHECK: %p = phi ptr
; CHECK: load i32, ptr %p
define i32 @order(i1 %c, ptr %g, i32 %x) {
  %a = alloca i32
  store i32 %x, ptr %a
  br i1 %c, label %one, label %two
one:
  br label %end
two:
  br label %end
end:
  %p = phi ptr [ %g, %one ], [ %a, %two ]
  store i32 1, ptr %g
  %v = load i32, ptr %p
  ret i32 %v
}
; CHECK-LABEL: define i32 @edge
; CHECK: %p = phi ptr
define i32 @edge(i1 %c, ptr %g, i32 %x) {
entry:
  %a = alloca i32
  store i32 %x, ptr %a
  br i1 %c, label %two, label %end
two:
  br i1 %c, label %end, label %out
end:
  %p = phi ptr [ %g, %entry ], [ %a, %two ]
  %v = load i32, ptr %p
  ret i32 %v
out:
  ret i32 0
}

; stores: the phi becomes a number
; CHECK-LABEL: define i32 @stores
; CHECK-NOT: alloca
; CHECK: phi i32 [ 0, %one ], [ 1, %two ]
; CHECK: ret i32
define i32 @stores(i1 %c, i32 %x) {
  %a = alloca i32
  %b = alloca i32
  store i32 3, ptr %a
  store i32 4, ptr %b
  br i1 %c, label %one, label %two
one:
  br label %end
two:
  br label %end
end:
  %p = phi ptr [ %a, %one ], [ %b, %two ]
  store i32 %x, ptr %p
  %v = load i32, ptr %a
  %w = load i32, ptr %b
  %r = sub i32 %v, %w
  ret i32 %r
}

; two buffers that change places
; CHECK-LABEL: define i32 @swap
; CHECK-NOT: alloca
; CHECK-NOT: phi ptr
; CHECK: ret i32
define i32 @swap(i32 %n) {
entry:
  %a = alloca i32
  %b = alloca i32
  store i32 1, ptr %a
  store i32 2, ptr %b
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %p = phi ptr [ %a, %entry ], [ %q, %loop ]
  %q = phi ptr [ %b, %entry ], [ %p, %loop ]
  %v = load i32, ptr %p
  %w = add i32 %v, %i
  store i32 %w, ptr %q
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %end
end:
  %r = load i32, ptr %a
  ret i32 %r
}

; addresses that escape, walk or lie outside stay
; CHECK-LABEL: define i32 @refused
; CHECK: %p = phi ptr
; CHECK: %q = phi ptr
define i32 @refused(i1 %c, i32 %n) {
entry:
  %a = alloca i32
  %b = alloca i32
  %d = alloca [4 x i32]
  %e = alloca [4 x i32]
  br i1 %c, label %one, label %two
one:
  br label %loop
two:
  br label %loop
loop:
  %p = phi ptr [ %a, %one ], [ %b, %two ], [ %p, %loop ]
  %q = phi ptr [ %d, %one ], [ %e, %two ], [ %next, %loop ]
  store i32 1, ptr %p
  call void @use(ptr %p)
  %v = load i32, ptr %q
  store i32 %v, ptr %q
  %next = getelementptr i8, ptr %q, i64 4
  %again = icmp eq i32 %v, %n
  br i1 %again, label %loop, label %end
end:
  ret i32 %v
}
