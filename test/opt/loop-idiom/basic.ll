; Loops that count bits, or look for the highest or lowest one, become the instruction.
; RUN: %B/tools/iropt --passes='loop(loop-idiom)' --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; the guard says that the number is not zero
; CHECK-LABEL: define i32 @bits
; CHECK: p:
; CHECK-NEXT: %[[N:.*]] = call i32 @llvm.ctpop.i32(i32 %x)
; CHECK-NEXT: br label %h
; CHECK: %[[K:.*]] = phi i32 [ %[[N]], %p ], [ %[[L:.*]], %h ]
; CHECK-NOT: and i32
; CHECK: %[[L]] = add i32 %[[K]], -1
; CHECK-NEXT: icmp ne i32 %[[L]], 0
; CHECK: phi i32 [ 0, %h ]
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
  br i1 %c, label %h, label %q
q:
  %r = phi i32 [ %j, %h ]
  %z = phi i32 [ %w, %h ]
  %rz = add i32 %r, %z
  br label %o
o:
  %s = phi i32 [ 0, %e ], [ %rz, %q ]
  ret i32 %s
}

; of zero the body runs once too; the operands the other way round
; CHECK-LABEL: define i32 @once
; CHECK: %[[N:.*]] = call i64 @llvm.ctpop.i64(i64 %x)
; CHECK-NEXT: call i64 @llvm.umax.i64(i64 %[[N]], i64 1)
; CHECK-NOT: and i64
define i32 @once(i64 %x) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %v = phi i64 [ %x, %e ], [ %w, %h ]
  %t = add i64 %v, -1
  %w = and i64 %t, %v
  %j = add i32 %i, 1
  %c = icmp eq i64 %w, 0
  br i1 %c, label %o, label %h
o:
  %r = phi i32 [ %j, %h ]
  ret i32 %r
}

; CHECK-LABEL: define i32 @highest
; CHECK: %[[Z:.*]] = call i32 @llvm.ctlz.i32(i32 %x, i1 false)
; CHECK: sub i32 32, %[[Z]]
; CHECK-NOT: lshr
define i32 @highest(i32 %x) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %v = phi i32 [ %x, %e ], [ %w, %h ]
  %w = lshr i32 %v, 1
  %j = add i32 %i, 1
  %c = icmp ne i32 %w, 0
  br i1 %c, label %h, label %o
o:
  %r = phi i32 [ %j, %h ]
  ret i32 %r
}

; CHECK-LABEL: define i32 @lowest
; CHECK: %[[Z:.*]] = call i32 @llvm.cttz.i32(i32 %x, i1 false)
; CHECK: sub i32 32, %[[Z]]
; CHECK-NOT: shl
define i32 @lowest(i32 %x) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %v = phi i32 [ %x, %e ], [ %w, %h ]
  %w = shl i32 %v, 1
  %j = add i32 %i, 1
  %c = icmp ne i32 %w, 0
  br i1 %c, label %h, label %o
o:
  %r = phi i32 [ %j, %h ]
  ret i32 %r
}

; the loop needs the number itself
; CHECK-LABEL: define i32 @needed
; CHECK-NOT: ctpop
; CHECK: and i32
define i32 @needed(i32 %x, ptr %p) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %v = phi i32 [ %x, %e ], [ %w, %h ]
  %t = add i32 %v, -1
  %w = and i32 %v, %t
  store volatile i32 %w, ptr %p
  %j = add i32 %i, 1
  %c = icmp ne i32 %w, 0
  br i1 %c, label %h, label %o
o:
  %r = phi i32 [ %j, %h ]
  ret i32 %r
}

; another way out; a step by two; a test for one; an arithmetic shift (endless below zero)
; CHECK-LABEL: define i32 @ways
; CHECK-NOT: call
; CHECK: ret
define i32 @ways(i32 %x, i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %v = phi i32 [ %x, %e ], [ %w, %l ]
  %j = add i32 %i, 1
  %d = icmp eq i32 %j, %n
  br i1 %d, label %o, label %l
l:
  %w = lshr i32 %v, 1
  %c = icmp ne i32 %w, 0
  br i1 %c, label %h, label %o
o:
  %r = phi i32 [ %j, %h ], [ %j, %l ]
  ret i32 %r
}

; CHECK-LABEL: define i32 @steps
; CHECK-NOT: call
; CHECK: ret
define i32 @steps(i32 %x) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %v = phi i32 [ %x, %e ], [ %w, %h ]
  %w = lshr i32 %v, 2
  %j = add i32 %i, 1
  %c = icmp ne i32 %w, 0
  br i1 %c, label %h, label %m
m:
  %r = phi i32 [ %j, %h ]
  br label %g
g:
  %a = phi i32 [ %r, %m ], [ %b, %g ]
  %y = phi i32 [ %x, %m ], [ %z, %g ]
  %z = lshr i32 %y, 1
  %b = add i32 %a, 1
  %d = icmp ne i32 %z, 1
  br i1 %d, label %g, label %k
k:
  %s = phi i32 [ %b, %g ]
  br label %q
q:
  %f = phi i32 [ %s, %k ], [ %u, %q ]
  %t = phi i32 [ %x, %k ], [ %w2, %q ]
  %w2 = ashr i32 %t, 1
  %u = add i32 %f, 1
  %c2 = icmp ne i32 %w2, 0
  br i1 %c2, label %q, label %o
o:
  %r2 = phi i32 [ %u, %q ]
  ret i32 %r2
}
