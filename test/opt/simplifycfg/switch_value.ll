; RUN: %B/tools/iropt --passes=simplifycfg-late --stress=all %s
; Switches that only choose constants become arithmetic.
declare void @g()

; CHECK-LABEL: define i32 @rises
; CHECK: [[AT:%.*]] = add i32 %x, 2
; CHECK: [[IN:%.*]] = icmp ult i32 [[AT]], 4
; CHECK: [[M:%.*]] = mul i32 [[AT]], -3
; CHECK: [[V:%.*]] = add i32 [[M]], 10
; CHECK: select i1 [[IN]], i32 [[V]], i32 %d
define i32 @rises(i32 %x, i32 %d) {
  switch i32 %x, label %e [
    i32 -2, label %a
    i32 -1, label %b
    i32 0, label %c
    i32 1, label %f
  ]
a:
  br label %e
b:
  br label %e
c:
  br label %e
f:
  br label %e
e:
  %p = phi i32 [ %d, %0 ], [ 10, %a ], [ 7, %b ], [ 4, %c ], [ 1, %f ]
  ret i32 %p
}

; packed: 6 bits each, and the value that has no case is the default's
; CHECK-LABEL: define i8 @packed
; CHECK: icmp ult i16
; CHECK: lshr i32
; CHECK: select i1
; CHECK-NOT: switch
; CHECK: ret
define i8 @packed(i16 %x) {
  switch i16 %x, label %e [
    i16 100, label %a
    i16 101, label %b
    i16 103, label %c
    i16 104, label %f
  ]
a:
  br label %e
b:
  br label %e
c:
  br label %e
f:
  br label %e
e:
  %p = phi i8 [ 9, %0 ], [ 1, %a ], [ 33, %b ], [ 4, %c ], [ 17, %f ]
  ret i8 %p
}

; the default does something else: a branch by the range
; CHECK-LABEL: define i32 @default
; CHECK: [[IN:%.*]] = icmp ult i32 %x, 4
; CHECK: br i1 [[IN]], label %e, label %d
define i32 @default(i32 %x) {
  switch i32 %x, label %d [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %f
  ]
d:
  call void @g()
  br label %e
a:
  br label %e
b:
  br label %e
c:
  br label %e
f:
  br label %e
e:
  %p = phi i32 [ 0, %d ], [ 1, %a ], [ 5, %b ], [ 5, %c ], [ 1, %f ]
  ret i32 %p
}

; a gap whose value is not known, floats, large values: as they are
; CHECK-LABEL: define i32 @gap
; CHECK: switch
; CHECK-LABEL: define float @floats
; CHECK: switch
; CHECK-LABEL: define i32 @large
; CHECK: switch
define i32 @gap(i32 %x, i32 %v) {
  switch i32 %x, label %e [
    i32 0, label %a
    i32 1, label %b
    i32 3, label %c
    i32 4, label %f
  ]
a:
  br label %e
b:
  br label %e
c:
  br label %e
f:
  br label %e
e:
  %p = phi i32 [ %v, %0 ], [ 1, %a ], [ 2, %b ], [ 4, %c ], [ 5, %f ]
  ret i32 %p
}
define float @floats(i32 %x) {
  switch i32 %x, label %e [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %f
  ]
a:
  br label %e
b:
  br label %e
c:
  br label %e
f:
  br label %e
e:
  %p = phi float [ 0.0, %0 ], [ 1.0, %a ], [ 2.0, %b ], [ 4.0, %c ], [ 5.0, %f ]
  ret float %p
}
define i32 @large(i32 %x) {
  switch i32 %x, label %e [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %f
  ]
a:
  br label %e
b:
  br label %e
c:
  br label %e
f:
  br label %e
e:
  %p = phi i32 [ 0, %0 ], [ 1, %a ], [ 2000000, %b ], [ 4, %c ], [ 70001, %f ]
  ret i32 %p
}
