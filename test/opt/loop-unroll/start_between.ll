; SPDX-License-Identifier: Apache-2.0
; A loop that begins anywhere between two numbers runs a known number of times where both ends give the same one.
; RUN: %B/tools/iropt --passes=loop-unroll,simplifycfg,instcombine --stress=all %s
declare void @f(i32)
declare i32 @small()

; lane = t % 32: lane and lane + 32 are below 64, lane + 64 is not
; CHECK-LABEL: define void @lanes
; CHECK: [[LANE:%.*]] = and i32 %t, 31
; CHECK-NEXT: call void @f(i32 [[LANE]])
; CHECK-NEXT: [[NEXT:%.*]] = add i32 [[LANE]], 32
; CHECK-NEXT: call void @f(i32 [[NEXT]])
; CHECK-NEXT: ret void
define void @lanes(i32 noundef %t) {
e:
  %lane = and i32 %t, 31
  br label %h
h:
  %i = phi i32 [ %lane, %e ], [ %n, %h ]
  call void @f(i32 %i)
  %n = add i32 %i, 32
  %c = icmp slt i32 %n, 64
  br i1 %c, label %h, label %o
o:
  ret void
}

; downwards, from 64 to 95
; CHECK-LABEL: define void @down
; CHECK-COUNT-3: call void @f
; CHECK-NOT: br
define void @down(i32 noundef %t) {
e:
  %lane = and i32 %t, 31
  %s = or i32 %lane, 64
  br label %h
h:
  %i = phi i32 [ %s, %e ], [ %n, %h ]
  call void @f(i32 %i)
  %n = add i32 %i, -32
  %c = icmp sgt i32 %i, 31
  br i1 %c, label %h, label %o
o:
  ret void
}

; what a call may give at most
; CHECK-LABEL: define void @range
; CHECK-COUNT-2: call void @f
; CHECK-NOT: br
define void @range() {
e:
  %s = call i32 @small(), !range !0
  br label %h
h:
  %i = phi i32 [ %s, %e ], [ %n, %h ]
  call void @f(i32 %i)
  %n = add i32 %i, 96
  %c = icmp ult i32 %n, 192
  br i1 %c, label %h, label %o
o:
  ret void
}

; once or twice: from 0 to 31 by 32 up to 48
; CHECK-LABEL: define void @differs
; CHECK: phi
; CHECK-COUNT-1: call void @f
; CHECK: br i1
define void @differs(i32 noundef %t) {
e:
  %lane = and i32 %t, 31
  br label %h
h:
  %i = phi i32 [ %lane, %e ], [ %n, %h ]
  call void @f(i32 %i)
  %n = add i32 %i, 32
  %c = icmp slt i32 %n, 48
  br i1 %c, label %h, label %o
o:
  ret void
}

; both ends meet 64 in the second round, and nothing between does
; CHECK-LABEL: define void @equal
; CHECK: phi
; CHECK: br i1
define void @equal(i32 noundef %t) {
e:
  %lane = and i32 %t, 31
  br label %h
h:
  %i = phi i32 [ %lane, %e ], [ %n, %h ]
  call void @f(i32 %i)
  %n = add i32 %i, 32
  %c = icmp ne i32 %n, 64
  br i1 %c, label %h, label %o
o:
  ret void
}

; it may wrap: nothing is known of the start
; CHECK-LABEL: define void @anywhere
; CHECK: phi
; CHECK: br i1
define void @anywhere(i32 noundef %t) {
e:
  br label %h
h:
  %i = phi i32 [ %t, %e ], [ %n, %h ]
  call void @f(i32 %i)
  %n = add i32 %i, 32
  %c = icmp ult i32 %n, 64
  br i1 %c, label %h, label %o
o:
  ret void
}

!0 = !{i32 0, i32 96}
