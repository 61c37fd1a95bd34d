; Ranges of values from branches, switches and assumptions on the way.
; RUN: %B/tools/iropt --passes=correlated-propagation --stress=all %s
declare void @llvm.assume(i1)
declare i32 @any()
; CHECK-LABEL: define i32 @nested
; CHECK: udiv i32 %x, 4
; CHECK-NEXT: urem i32 %x, 8
; CHECK-NEXT: zext i1 true
define i32 @nested(i32 %x) {
  %c = icmp sgt i32 %x, -1
  br i1 %c, label %a, label %z
a:
  %d = icmp slt i32 %x, 100
  br i1 %d, label %b, label %z
b:
  %q = sdiv i32 %x, 4
  %r = srem i32 %x, 8
  %e = icmp slt i32 %x, 200
  %s = zext i1 %e to i32
  %t = add i32 %q, %r
  %u = add i32 %s, %t
  ret i32 %u
z:
  ret i32 0
}
; one condition of two, the other way of an or
; CHECK-LABEL: define i64 @both
; CHECK: trunc i64 %x to i32
; CHECK-NEXT: trunc i64 %y to i32
; CHECK-NEXT: udiv i32
; CHECK-NEXT: zext i32
define i64 @both(i64 %x, i64 %y) {
  %a = icmp slt i64 %x, 0
  %b = icmp sgt i64 %x, 999
  %c = or i1 %a, %b
  %d = add i64 %y, -1
  %e = icmp ugt i64 %d, 998
  %f = select i1 %c, i1 true, i1 %e
  br i1 %f, label %no, label %yes
yes:
  %q = udiv i64 %x, %y
  ret i64 %q
no:
  ret i64 0
}
; CHECK-LABEL: define i64 @signed_narrow
; CHECK: sdiv i32
; CHECK-NEXT: sext i32
; the smallest number by -1 leaves 32 bits
; CHECK: sdiv i64
define i64 @signed_narrow(i32 %x, i32 %y) {
  %a = sext i32 %x to i64
  %b = sext i32 %y to i64
  %s = ashr i64 %a, 1
  %q = sdiv i64 %s, %b
  %r = sdiv i64 %a, %b
  %t = add i64 %q, %r
  ret i64 %t
}
; CHECK-LABEL: define i32 @case
; CHECK: {{^}}one:
; CHECK: ret i32 2
; CHECK: {{^}}rest:
; CHECK-NEXT: add i32 %x
define i32 @case(i32 %x) {
  switch i32 %x, label %rest [
    i32 1, label %one
  ]
one:
  %c = icmp eq i32 %x, 1
  %s = call i32 @llvm.smax.i32(i32 %x, i32 2)
  ret i32 %s
rest:
  %t = add i32 %x, 1
  ret i32 %t
}
declare i32 @llvm.smax.i32(i32, i32)
; CHECK-LABEL: define i32 @assumed
; CHECK: lshr i32 %x, 3
define i32 @assumed(i32 %x) {
  %c = icmp sge i32 %x, 0
  call void @llvm.assume(i1 %c)
  %s = ashr i32 %x, 3
  ret i32 %s
}
; the call may end the program before the assumption
; CHECK-LABEL: define i32 @assumed_later
; CHECK: ashr i32 %x, 3
define i32 @assumed_later(i32 %x) {
  %n = call i32 @any()
  %c = icmp sge i32 %x, 0
  call void @llvm.assume(i1 %c)
  %s = ashr i32 %x, 3
  ret i32 %s
}
; what holds on one way only does not hold where both meet
; CHECK-LABEL: define i32 @joined
; CHECK: join:
; CHECK-NEXT: sdiv
define i32 @joined(i32 %x) {
  %c = icmp sgt i32 %x, -1
  br i1 %c, label %a, label %join
a:
  br label %join
join:
  %q = sdiv i32 %x, 4
  ret i32 %q
}
; the condition's block has a second way in
; CHECK-LABEL: define i32 @second_way
; CHECK: sdiv
define i32 @second_way(i32 %x, i1 %b) {
  br i1 %b, label %t, label %u
u:
  %c = icmp sgt i32 %x, -1
  br i1 %c, label %t, label %z
t:
  %q = sdiv i32 %x, 4
  ret i32 %q
z:
  ret i32 0
}
; what a comparison of the same two values says of another one
; CHECK-LABEL: define i32 @chain
; CHECK: zext i1 true
; CHECK-NEXT: zext i1 false
; CHECK-NEXT: zext i1 %d
define i32 @chain(i32 %a, i32 %b) {
  %c = icmp slt i32 %a, %b
  br i1 %c, label %t, label %z
t:
  %x = icmp sle i32 %a, %b
  %y = icmp eq i32 %b, %a
  %d = icmp ult i32 %a, %b
  %p = zext i1 %x to i32
  %q = zext i1 %y to i32
  %r = zext i1 %d to i32
  %s = add i32 %p, %q
  %u = add i32 %s, %r
  ret i32 %u
z:
  ret i32 0
}
