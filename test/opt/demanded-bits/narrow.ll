; Values of 64 bits of which 32 are read are computed in 32.
; RUN: %B/tools/iropt --passes=demanded-bits,dce --stress=all %s
; CHECK-LABEL: define i32 @loop
; CHECK: %i = phi i32 [ 0, %entry ], [ %j, %l ]
; CHECK-NEXT: %s = phi i32 [ 0, %entry ], [ %t, %l ]
; CHECK-NEXT: load
; CHECK-NEXT: %t = add i32 %s, %v
; CHECK-NEXT: %j = add i32 %i, 1
; CHECK-NEXT: icmp eq i32 %j, %n
define i32 @loop(i32 %n, ptr %p) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %l ]
  %s = phi i64 [ 0, %entry ], [ %t, %l ]
  %v = load i32, ptr %p
  %w = sext i32 %v to i64
  %t = add i64 %s, %w
  %j = add nuw nsw i64 %i, 1
  %k = trunc i64 %j to i32
  %c = icmp eq i32 %k, %n
  br i1 %c, label %e, label %l
e:
  %r = trunc i64 %t to i32
  ret i32 %r
}
; the same value from a block with two edges, and a constant
; CHECK-LABEL: define i32 @switch
; CHECK: [[V:%.*]] = mul i32
; CHECK: %p = phi i32 [ [[V]], %e ], [ [[V]], %e ], [ 7, %m ]
define i32 @switch(i32 %x, i64 %a, i64 %b, i64 %c, i64 %d) {
e:
  %y = mul i64 %a, %b
  switch i32 %x, label %m [
    i32 1, label %o
    i32 2, label %o
  ]
m:
  br label %o
o:
  %p = phi i64 [ %y, %e ], [ %y, %e ], [ 7, %m ]
  %s = add i64 %p, 1
  %r = trunc i64 %s to i32
  ret i32 %r
}
; the comparison reads the upper half
; CHECK-LABEL: define i32 @upper_half
; CHECK: add i64
define i32 @upper_half(i32 %a, i32 %b) {
  %x = zext i32 %a to i64
  %y = zext i32 %b to i64
  %s = add i64 %x, %y
  %c = icmp ugt i64 %s, 100
  %t = trunc i64 %s to i32
  %r = select i1 %c, i32 %t, i32 0
  ret i32 %r
}
; nothing is saved: two casts for one
; CHECK-LABEL: define i32 @no_gain
; CHECK-NEXT: and i64 %a, %b
define i32 @no_gain(i64 %a, i64 %b) {
  %s = and i64 %a, %b
  %t = trunc i64 %s to i32
  ret i32 %t
}
