; Operations whose upper or lower bits nobody reads become simpler.
; RUN: %B/tools/iropt --passes=demanded-bits,dce --stress=all %s
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare void @use(i32)
; nsw of the sum goes with the mask below it
; CHECK-LABEL: define i8 @masks
; CHECK-NEXT: %s = add i32 %x, %y
; CHECK-NEXT: trunc
define i8 @masks(i32 %x, i32 %y) {
  %a = and i32 %x, 255
  %o = or i32 %y, 65280
  %s = add nsw i32 %a, %o
  %r = trunc i32 %s to i8
  ret i8 %r
}
; CHECK-LABEL: define i8 @remainder
; CHECK-NEXT: trunc i32 %x to i8
define i8 @remainder(i32 %x) {
  %a = srem i32 %x, 256
  %r = trunc i32 %a to i8
  ret i8 %r
}
; CHECK-LABEL: define i16 @remainder_too_small
; CHECK-NEXT: srem i32 %x, 256
define i16 @remainder_too_small(i32 %x) {
  %a = srem i32 %x, 256
  %r = trunc i32 %a to i16
  ret i16 %r
}
; CHECK-LABEL: define i32 @arms
; CHECK-NEXT: select i1 %c, i32 2, i32 0
define i32 @arms(i1 %c) {
  %m = select i1 %c, i32 3, i32 1
  %n = and i32 %m, 2
  ret i32 %n
}
; CHECK-LABEL: define i32 @sign
; CHECK-NEXT: lshr i32 %x, 8
; CHECK-NEXT: and
define i32 @sign(i32 %x) {
  %s = ashr i32 %x, 8
  %t = and i32 %s, 255
  ret i32 %t
}
; CHECK-LABEL: define i32 @sign_is_read
; CHECK-NEXT: ashr i32 %x, 8
define i32 @sign_is_read(i32 %x) {
  %s = ashr i32 %x, 8
  %t = and i32 %s, 16777216
  ret i32 %t
}
; the upper half of the rotated value comes from the lower half of %y
; CHECK-LABEL: define i32 @funnel
; CHECK-NEXT: call i32 @llvm.fshl.i32(i32 %x, i32 %y, i32 8)
define i32 @funnel(i32 %x, i32 %y) {
  %a = and i32 %x, 255
  %b = or i32 %y, 65535
  %f = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 8)
  %t = and i32 %f, 65535
  %u = lshr i32 %t, 0
  ret i32 %u
}
; all bits are read: a call, a comparison, a division, an address
; CHECK-LABEL: define i8 @all_read
; CHECK-COUNT-4: and i32
define i8 @all_read(i32 %x, ptr %p) {
  %a = and i32 %x, 255
  call void @use(i32 %a)
  %b = and i32 %x, 511
  %c = icmp eq i32 %b, 3
  %d = and i32 %x, 1023
  %e = udiv i32 %d, 3
  %g = and i32 %x, 4095
  %h = getelementptr i8, ptr %p, i32 %g
  %l = load i8, ptr %h
  %z = zext i1 %c to i8
  %s = add i8 %l, %z
  %t = trunc i32 %e to i8
  %u = add i8 %s, %t
  ret i8 %u
}
; a cycle in which only low bits go round
; CHECK-LABEL: define i8 @cycle
; CHECK: %q = add i32 %p, %x
define i8 @cycle(i32 %x, i1 %c) {
e:
  br label %l
l:
  %p = phi i32 [ 0, %e ], [ %m, %l ]
  %q = add nuw i32 %p, %x
  %m = and i32 %q, 1023
  br i1 %c, label %l, label %o
o:
  %r = trunc i32 %q to i8
  ret i8 %r
}
