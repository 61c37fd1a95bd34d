; RUN: %B/tools/iropt --passes=simplifycfg,jump-threading,simplifycfg --stress=all %s
; Diamonds in a row that ask the same: one question, however many there are; a block that only one answer leads to asks no more.
declare float @g(i32)
declare void @h(float)

; CHECK-LABEL: define void @row
; CHECK: br i1 %c
; CHECK-NOT: br i1
; CHECK: ret void
define void @row(i32 %x) {
e:
  %c = icmp slt i32 %x, 32
  br label %b0
b0:
  br i1 %c, label %t0, label %j0
t0:
  %v0 = call float @g(i32 0)
  br label %j0
j0:
  %p0 = phi float [ %v0, %t0 ], [ 0.0, %b0 ]
  br label %b1
b1:
  br i1 %c, label %t1, label %j1
t1:
  %v1 = call float @g(i32 1)
  br label %j1
j1:
  %p1 = phi float [ %v1, %t1 ], [ 0.0, %b1 ]
  br label %b2
b2:
  br i1 %c, label %t2, label %j2
t2:
  %v2 = call float @g(i32 2)
  br label %j2
j2:
  %p2 = phi float [ %v2, %t2 ], [ 0.0, %b2 ]
  br label %b3
b3:
  br i1 %c, label %t3, label %j3
t3:
  %v3 = call float @g(i32 3)
  br label %j3
j3:
  %p3 = phi float [ %v3, %t3 ], [ 0.0, %b3 ]
  br label %b4
b4:
  br i1 %c, label %t4, label %j4
t4:
  %v4 = call float @g(i32 4)
  br label %j4
j4:
  %p4 = phi float [ %v4, %t4 ], [ 0.0, %b4 ]
  br label %b5
b5:
  br i1 %c, label %t5, label %j5
t5:
  %v5 = call float @g(i32 5)
  br label %j5
j5:
  %p5 = phi float [ %v5, %t5 ], [ 0.0, %b5 ]
  br label %b6
b6:
  br i1 %c, label %t6, label %j6
t6:
  %v6 = call float @g(i32 6)
  br label %j6
j6:
  %p6 = phi float [ %v6, %t6 ], [ 0.0, %b6 ]
  br label %b7
b7:
  br i1 %c, label %t7, label %j7
t7:
  %v7 = call float @g(i32 7)
  br label %j7
j7:
  %p7 = phi float [ %v7, %t7 ], [ 0.0, %b7 ]
  br label %b8
b8:
  br i1 %c, label %t8, label %j8
t8:
  %v8 = call float @g(i32 8)
  br label %j8
j8:
  %p8 = phi float [ %v8, %t8 ], [ 0.0, %b8 ]
  br label %b9
b9:
  call void @h(float %p0)
  call void @h(float %p1)
  call void @h(float %p2)
  call void @h(float %p3)
  call void @h(float %p4)
  call void @h(float %p5)
  call void @h(float %p6)
  call void @h(float %p7)
  call void @h(float %p8)
  ret void
}

; CHECK-LABEL: define void @below
; CHECK: br i1 %c
; CHECK-NOT: br i1
; CHECK: call float @g(i32 1)
; CHECK-NOT: call
; CHECK: ret void
define void @below(i1 %c) {
  br i1 %c, label %t, label %e
t:
  br i1 %c, label %u, label %w
u:
  %v = call float @g(i32 1)
  br label %e
w:
  %x = call float @g(i32 2)
  br label %e
e:
  ret void
}
