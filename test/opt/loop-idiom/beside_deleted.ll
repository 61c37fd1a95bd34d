; An idiom is found next to a loop that was deleted just before.
; RUN: %B/tools/iropt --passes='loop(loop-deletion,loop-idiom)' %s
target triple = "nvptx64-nvidia-cuda"

; The loop behind is visited first and deleted: ranges of numbers are not asked for edges that are no more, so that nothing says
; that the number is not zero.
; CHECK-LABEL: define i32 @bits
; CHECK: call i32 @llvm.ctpop.i32(i32 %x)
; CHECK: call i32 @llvm.umax.i32
; CHECK-NOT: %k = phi
; CHECK: ret i32
define i32 @bits(i32 %x) {
e:
  %g = icmp ne i32 %x, 0
  br i1 %g, label %p, label %o
p:
  br label %h
h:
  %i = phi i32 [ 0, %p ], [ %j, %h ]
  %v = phi i32 [ %x, %p ], [ %w, %h ]
  %t = add i32 %v, -1
  %w = and i32 %v, %t
  %j = add i32 %i, 1
  %c = icmp ne i32 %w, 0
  br i1 %c, label %h, label %m
m:
  br label %d
d:
  %k = phi i32 [ 0, %m ], [ %l, %d ]
  %l = add i32 %k, 1
  %b = icmp ult i32 %l, 9
  br i1 %b, label %d, label %o
o:
  %s = phi i32 [ 0, %e ], [ %j, %d ]
  ret i32 %s
}
