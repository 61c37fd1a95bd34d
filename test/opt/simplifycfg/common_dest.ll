; RUN: %B/tools/iropt --passes=simplifycfg --stress=all %s
; RUN[EARLY]: %B/tools/iropt --passes=simplifycfg %s
; Two tests with a target in common become one.
declare void @f() convergent
declare void @g()

; the second test may be poison where it was not made: no `and`
; CHECK-LABEL: define void @both
; CHECK: %d = icmp ult i32 %x, 7
; CHECK-NEXT: [[AB:%.*]] = select i1 %c, i1 %d, i1 false
; CHECK-NEXT: br i1 [[AB]], label %yes, label %no
define void @both(i1 %c, i32 %x) {
  br i1 %c, label %second, label %no
second:
  %d = icmp ult i32 %x, 7
  br i1 %d, label %yes, label %no
yes:
  call void @g()
  br label %no
no:
  ret void
}

; noundef, or the same operand: an `and` may be
; CHECK-LABEL: define void @both_plain
; CHECK: [[AB:%.*]] = and i1 %c, %d
; CHECK-NEXT: br i1 [[AB]], label %yes, label %no
define void @both_plain(i32 %x) {
  %c = icmp sgt i32 %x, -1
  br i1 %c, label %second, label %no
second:
  %d = icmp slt i32 %x, 7
  br i1 %d, label %yes, label %no
yes:
  call void @g()
  br label %no
no:
  ret void
}

; CHECK-LABEL: define void @either
; CHECK: [[AB:%.*]] = or i1 %c, %d
; CHECK-NEXT: br i1 [[AB]], label %yes, label %no
define void @either(i1 noundef %c, i1 noundef %d) {
  br i1 %c, label %yes, label %second
second:
  br i1 %d, label %yes, label %no
yes:
  call void @g()
  br label %no
no:
  ret void
}

; the second one leaves the other way: negated
; CHECK-LABEL: define void @and_not
; CHECK: [[N:%.*]] = xor i1 %d, true
; CHECK-NEXT: [[AB:%.*]] = and i1 %c, [[N]]
; CHECK-NEXT: br i1 [[AB]], label %yes, label %no
define void @and_not(i1 noundef %c, i1 noundef %d) {
  br i1 %c, label %second, label %no
second:
  br i1 %d, label %no, label %yes
yes:
  call void @g()
  br label %no
no:
  ret void
}

; the common target's phi: by which way it was reached
; CHECK-LABEL: define i32 @phi
; CHECK: [[P:%.*]] = select i1 %c, i32 %x, i32 5
; CHECK: br i1 {{%.*}}, label %yes, label %no
; CHECK: phi i32 {{.*}}[ [[P]], %0 ]
define i32 @phi(i1 noundef %c, i1 noundef %d, i32 %x) {
  br i1 %c, label %second, label %no
second:
  br i1 %d, label %yes, label %no
yes:
  call void @g()
  br label %no
no:
  %p = phi i32 [ 5, %0 ], [ %x, %second ], [ 9, %yes ]
  ret i32 %p
}

; too much to do for nothing
; CHECK-LABEL: define void @dear
; CHECK: br i1 %c, label %second, label %no
define void @dear(i1 noundef %c, i32 %x) {
  br i1 %c, label %second, label %no
second:
  %a = mul i32 %x, %x
  %b = xor i32 %a, %x
  %e = mul i32 %b, %a
  %h = add i32 %e, %b
  %i = mul i32 %h, %e
  %d = icmp eq i32 %i, 7
  br i1 %d, label %yes, label %no
yes:
  call void @g()
  br label %no
no:
  ret void
}

; what has an effect, or may trap, stays under its test
; CHECK-LABEL: define void @effect
; CHECK: br i1 %c, label %second, label %no
; CHECK: br i1 %d, label %yes, label %no
define void @effect(i1 noundef %c, i1 noundef %d) {
  br i1 %c, label %second, label %no
second:
  call void @f()
  br i1 %d, label %yes, label %no
yes:
  call void @g()
  br label %no
no:
  ret void
}

; CHECK-LABEL: define void @load
; CHECK: br i1 %c, label %second, label %no
define void @load(i1 noundef %c, ptr %p) {
  br i1 %c, label %second, label %no
second:
  %d = load i1, ptr %p
  br i1 %d, label %yes, label %no
yes:
  call void @g()
  br label %no
no:
  ret void
}

; two returns are one target
; CHECK-LABEL: define void @returns
; CHECK: [[AB:%.*]] = or i1 %c, %d
; CHECK-NEXT: br i1 [[AB]]
; CHECK-NOT: br i1
define void @returns(i1 noundef %c, i1 noundef %d) {
  br i1 %c, label %early, label %second
early:
  ret void
second:
  br i1 %d, label %later, label %work
later:
  ret void
work:
  call void @g()
  ret void
}

; a first test that is known: the phis keep no entry of an edge that is gone
; CHECK-LABEL: define i32 @known
; CHECK-NOT: second
; CHECK: ret i32
define i32 @known(i1 noundef %c, i1 noundef %d) {
  br i1 %c, label %start, label %e
e:
  %p = phi i32 [ 0, %other ], [ 1, %second ], [ 0, %0 ]
  ret i32 %p
other:
  br label %e
second:
  br i1 %d, label %e, label %other
start:
  call void @g()
  br i1 false, label %second, label %other
}

; CHECK-LABEL: define void @end
define void @end() {
  ret void
}

; two bounds of one counter become one test before loops have their counts; with a number they stay apart, for the loop may be unrolled whole
; EARLY-LABEL: define void @two_bounds
; EARLY: and i1
; EARLY-LABEL: define void @bound_and_number
; EARLY-NOT: and i1
; EARLY: ret void
define void @two_bounds(i32 noundef %m, i32 noundef %n, ptr %p) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %b ]
  %c = icmp slt i32 %i, %m
  br i1 %c, label %t, label %d
t:
  %x = icmp slt i32 %i, %n
  br i1 %x, label %b, label %d
b:
  %j = add i32 %i, 1
  store volatile i32 %i, ptr %p
  br label %h
d:
  ret void
}
define void @bound_and_number(i32 noundef %m, ptr %p) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %b ]
  %c = icmp slt i32 %i, %m
  br i1 %c, label %t, label %d
t:
  %x = icmp slt i32 %i, 8
  br i1 %x, label %b, label %d
b:
  %j = add i32 %i, 1
  store volatile i32 %i, ptr %p
  br label %h
d:
  ret void
}
