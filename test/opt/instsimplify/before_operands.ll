; A body is copied into its caller before all of its operands are known: a sum of a phi that has no values yet.
; RUN: %B/tools/iropt --passes=inline %s
; CHECK-LABEL: define float @caller
; CHECK: fadd float %s{{.*}}, 0.0
; CHECK: ret float
define internal float @loop(i32 %n, float %k) alwaysinline {
e:
  br label %h
h:
  %s = phi float [ 1.0, %e ], [ %t, %b ]
  %i = phi i32 [ 0, %e ], [ %j, %b ]
  %z = fadd float %s, %k
  br label %c
b:
  %t = fadd float %x, %z
  %j = add i32 %i, 1
  %g = icmp slt i32 %j, %n
  br i1 %g, label %h, label %d
c:
  %x = fmul float %s, 3.0
  br label %b
d:
  ret float %t
}
define float @caller(i32 %n) {
  %r = call float @loop(i32 5, float 0.0)
  ret float %r
}
