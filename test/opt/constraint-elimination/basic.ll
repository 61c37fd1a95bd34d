; Comparisons that follow from others which hold there.
; RUN: %B/tools/iropt --passes=constraint-elimination --stress=all %s
declare void @use(i1)
declare void @llvm.assume(i1)

; the same pair in other words
; CHECK-LABEL: define void @pair
; CHECK: t:
; CHECK-NEXT: call void @use(i1 true)
; CHECK-NEXT: call void @use(i1 false)
; CHECK-NEXT: call void @use(i1 true)
; CHECK-NEXT: icmp ult i32 %a, %b
; CHECK: e:
; CHECK-NEXT: call void @use(i1 true)
; CHECK-NEXT: icmp eq i32 %a, %b
; CHECK: end:
; CHECK-NEXT: icmp sle i32 %a, %b
define void @pair(i32 %a, i32 %b) {
  %c = icmp slt i32 %a, %b
  br i1 %c, label %t, label %e
t:
  %d = icmp sle i32 %a, %b
  call void @use(i1 %d)
  %f = icmp eq i32 %b, %a
  call void @use(i1 %f)
  %g = icmp sgt i32 %b, %a
  call void @use(i1 %g)
  %u = icmp ult i32 %a, %b
  call void @use(i1 %u)
  br label %end
e:
  %h = icmp sge i32 %a, %b
  call void @use(i1 %h)
  %i = icmp eq i32 %a, %b
  call void @use(i1 %i)
  br label %end
end:
  %j = icmp sle i32 %a, %b
  call void @use(i1 %j)
  ret void
}

; bounds: of both sides of a true `and`, of neither of a false one
; CHECK-LABEL: define void @bounds
; CHECK: t:
; CHECK-NEXT: call void @use(i1 true)
; CHECK-NEXT: call void @use(i1 true)
; CHECK-NEXT: call void @use(i1 false)
; CHECK-NEXT: icmp slt i32 %x, 50
; CHECK: e:
; CHECK-NEXT: icmp slt i32 %x, 200
define void @bounds(i32 %x) {
  %a = icmp sge i32 %x, 0
  %b = icmp slt i32 %x, 100
  %c = and i1 %a, %b
  br i1 %c, label %t, label %e
t:
  %d = icmp slt i32 %x, 200
  call void @use(i1 %d)
  %f = icmp ult i32 %x, 100
  call void @use(i1 %f)
  %g = icmp eq i32 %x, 100
  call void @use(i1 %g)
  %h = icmp slt i32 %x, 50
  call void @use(i1 %h)
  br label %end
e:
  %i = icmp slt i32 %x, 200
  call void @use(i1 %i)
  br label %end
end:
  ret void
}

; of values that are not negative the signed order is the unsigned one; what lies between two
; values' bounds; a false `or` in its other form
; CHECK-LABEL: define void @signs
; CHECK: t:
; CHECK-NEXT: call void @use(i1 true)
; CHECK-NEXT: call void @use(i1 true)
; CHECK: ret void
define void @signs(i32 %x, i32 %n) {
  %a = icmp slt i32 %x, 0
  %b = icmp sge i32 %x, %n
  %c = select i1 %a, i1 true, i1 %b
  br i1 %c, label %end, label %t
t:
  %d = icmp ult i32 %x, %n
  call void @use(i1 %d)
  %e = icmp sgt i32 %n, 0
  call void @use(i1 %e)
  br label %end
end:
  ret void
}

; from an assumption on
; CHECK-LABEL: define void @assumed
; CHECK: icmp eq i32 %x, 0
; CHECK: call void @llvm.assume
; CHECK-NEXT: call void @use(i1 false)
define void @assumed(i32 %x) {
  %b = icmp eq i32 %x, 0
  call void @use(i1 %b)
  %a = icmp ne i32 %x, 0
  call void @llvm.assume(i1 %a)
  %c = icmp eq i32 %x, 0
  call void @use(i1 %c)
  ret void
}

; a block with two ways in knows nothing; pointers and wide integers are not looked at
; CHECK-LABEL: define void @nothing
; CHECK: m:
; CHECK-NEXT: icmp slt i32 %x, 20
; CHECK-NEXT: call
; CHECK-NEXT: icmp eq ptr %p, %q
; CHECK-NEXT: call
; CHECK-NEXT: icmp ult i128 %w, 5
define void @nothing(i32 %x, ptr %p, ptr %q, i128 %w) {
  %a = icmp slt i32 %x, 10
  br i1 %a, label %m, label %n
n:
  %b = icmp eq i32 %x, 30
  br i1 %b, label %m, label %end
m:
  %c = icmp slt i32 %x, 20
  call void @use(i1 %c)
  %d = icmp eq ptr %p, %q
  call void @use(i1 %d)
  %e = icmp ult i128 %w, 5
  call void @use(i1 %e)
  br label %end
end:
  ret void
}

; narrow ones at their ends
; CHECK-LABEL: define void @narrow
; CHECK: t:
; CHECK-NEXT: call void @use(i1 true)
; CHECK-NEXT: call void @use(i1 true)
define void @narrow(i8 %x) {
  %a = icmp ugt i8 %x, 127
  br i1 %a, label %t, label %end
t:
  %b = icmp slt i8 %x, 0
  call void @use(i1 %b)
  %d = icmp ne i8 %x, 5
  call void @use(i1 %d)
  br label %end
end:
  ret void
}
