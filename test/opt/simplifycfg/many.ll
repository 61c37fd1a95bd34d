; RUN: %B/tools/iropt --passes=simplifycfg --stress=all %s
; What waits for the end of a sweep because it is long or has many uses is done all the same.

; empty blocks with many edges that lead to each other
; CHECK-LABEL: define i32 @forward
; CHECK: switch i32 %x, label %d [
; CHECK-NEXT: i32 0, label %join
; CHECK: i32 53, label %join
; CHECK-NEXT: ]
; CHECK-NOT: m1:
; CHECK-NOT: m2:
; CHECK-NOT: m3:
; CHECK: join:
; CHECK-NEXT: %r = phi i32 [ 5, %0 ], [ %v, %d ], [ 5, %0 ]
define i32 @forward(i32 %x, ptr %p) {
  switch i32 %x, label %d [
    i32 0, label %m1
    i32 1, label %m1
    i32 2, label %m1
    i32 3, label %m1
    i32 4, label %m1
    i32 5, label %m1
    i32 6, label %m1
    i32 7, label %m1
    i32 8, label %m1
    i32 9, label %m1
    i32 10, label %m1
    i32 11, label %m1
    i32 12, label %m1
    i32 13, label %m1
    i32 14, label %m1
    i32 15, label %m1
    i32 16, label %m1
    i32 17, label %m1
    i32 18, label %m2
    i32 19, label %m2
    i32 20, label %m2
    i32 21, label %m2
    i32 22, label %m2
    i32 23, label %m2
    i32 24, label %m2
    i32 25, label %m2
    i32 26, label %m2
    i32 27, label %m2
    i32 28, label %m2
    i32 29, label %m2
    i32 30, label %m2
    i32 31, label %m2
    i32 32, label %m2
    i32 33, label %m2
    i32 34, label %m2
    i32 35, label %m2
    i32 36, label %m3
    i32 37, label %m3
    i32 38, label %m3
    i32 39, label %m3
    i32 40, label %m3
    i32 41, label %m3
    i32 42, label %m3
    i32 43, label %m3
    i32 44, label %m3
    i32 45, label %m3
    i32 46, label %m3
    i32 47, label %m3
    i32 48, label %m3
    i32 49, label %m3
    i32 50, label %m3
    i32 51, label %m3
    i32 52, label %m3
    i32 53, label %m3
  ]
m1:
  br label %m2
m2:
  br label %m3
m3:
  br label %join
d:
  %v = load volatile i32, ptr %p
  br label %join
join:
  %r = phi i32 [ 5, %m3 ], [ %v, %d ]
  ret i32 %r
}

; a straight line that stands backwards, its last part long
; CHECK-LABEL: define void @merge
; CHECK-NEXT: store volatile i32 -3
; CHECK-NEXT: store volatile i32 -2
; CHECK-NEXT: store volatile i32 -1
; CHECK-NEXT: store volatile i32 0
; CHECK: store volatile i32 69
; CHECK-NEXT: store volatile i32 70
; CHECK-NEXT: ret void
define void @merge(ptr %p) {
  store volatile i32 -3, ptr %p
  br label %c
end:
  store volatile i32 70, ptr %p
  ret void
a:
  store volatile i32 0, ptr %p
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  store volatile i32 4, ptr %p
  store volatile i32 5, ptr %p
  store volatile i32 6, ptr %p
  store volatile i32 7, ptr %p
  store volatile i32 8, ptr %p
  store volatile i32 9, ptr %p
  store volatile i32 10, ptr %p
  store volatile i32 11, ptr %p
  store volatile i32 12, ptr %p
  store volatile i32 13, ptr %p
  store volatile i32 14, ptr %p
  store volatile i32 15, ptr %p
  store volatile i32 16, ptr %p
  store volatile i32 17, ptr %p
  store volatile i32 18, ptr %p
  store volatile i32 19, ptr %p
  store volatile i32 20, ptr %p
  store volatile i32 21, ptr %p
  store volatile i32 22, ptr %p
  store volatile i32 23, ptr %p
  store volatile i32 24, ptr %p
  store volatile i32 25, ptr %p
  store volatile i32 26, ptr %p
  store volatile i32 27, ptr %p
  store volatile i32 28, ptr %p
  store volatile i32 29, ptr %p
  store volatile i32 30, ptr %p
  store volatile i32 31, ptr %p
  store volatile i32 32, ptr %p
  store volatile i32 33, ptr %p
  store volatile i32 34, ptr %p
  store volatile i32 35, ptr %p
  store volatile i32 36, ptr %p
  store volatile i32 37, ptr %p
  store volatile i32 38, ptr %p
  store volatile i32 39, ptr %p
  store volatile i32 40, ptr %p
  store volatile i32 41, ptr %p
  store volatile i32 42, ptr %p
  store volatile i32 43, ptr %p
  store volatile i32 44, ptr %p
  store volatile i32 45, ptr %p
  store volatile i32 46, ptr %p
  store volatile i32 47, ptr %p
  store volatile i32 48, ptr %p
  store volatile i32 49, ptr %p
  store volatile i32 50, ptr %p
  store volatile i32 51, ptr %p
  store volatile i32 52, ptr %p
  store volatile i32 53, ptr %p
  store volatile i32 54, ptr %p
  store volatile i32 55, ptr %p
  store volatile i32 56, ptr %p
  store volatile i32 57, ptr %p
  store volatile i32 58, ptr %p
  store volatile i32 59, ptr %p
  store volatile i32 60, ptr %p
  store volatile i32 61, ptr %p
  store volatile i32 62, ptr %p
  store volatile i32 63, ptr %p
  store volatile i32 64, ptr %p
  store volatile i32 65, ptr %p
  store volatile i32 66, ptr %p
  store volatile i32 67, ptr %p
  store volatile i32 68, ptr %p
  store volatile i32 69, ptr %p
  br label %end
b:
  store volatile i32 -1, ptr %p
  br label %a
c:
  store volatile i32 -2, ptr %p
  br label %b
}

; cases among others that go where default goes
; CHECK-LABEL: define i32 @cases
; CHECK: switch i32 %x, label %d [
; CHECK-NEXT: i32 2, label %a
; CHECK-NEXT: i32 4, label %b
; CHECK-NEXT: i32 7, label %a
; CHECK-NEXT: ]
; CHECK: d:
; CHECK-NEXT: %r = phi i32 [ %v, %a ], [ 1, %0 ], [ %w, %b ]
define i32 @cases(i32 %x, ptr %p) {
  switch i32 %x, label %d [
    i32 1, label %d
    i32 2, label %a
    i32 3, label %d
    i32 4, label %b
    i32 5, label %d
    i32 6, label %d
    i32 7, label %a
    i32 8, label %d
  ]
a:
  %v = load volatile i32, ptr %p
  br label %d
b:
  %w = load volatile i32, ptr %p
  br label %d
d:
  %r = phi i32 [ 1, %0 ], [ 1, %0 ], [ %v, %a ], [ 1, %0 ], [ %w, %b ], [ 1, %0 ], [ 1, %0 ], [ 1, %0 ]
  ret i32 %r
}
