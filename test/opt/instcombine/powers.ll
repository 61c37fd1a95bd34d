; RUN: %B/tools/iropt --passes=instcombine --stress=all %s
; Division by what is known to be a power of two, counts of bits, what the bits of counters say.

; CHECK-LABEL: define i32 @doubles
; CHECK-NOT: {{[us]}}{{div|rem}}
; CHECK: ret i32
define i32 @doubles(i32 %x, i32 %n) {
e:
  %t = and i32 %x, 1023
  br label %l
l:
  %ns = phi i32 [ 1, %e ], [ %next, %l ]
  %s = phi i32 [ 0, %e ], [ %sum, %l ]
  %q = sdiv i32 %t, %ns
  %r = srem i32 %t, %ns
  %a = mul i32 %q, %r
  %sum = add i32 %s, %a
  %next = shl nsw i32 %ns, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %l, label %o
o:
  ret i32 %sum
}
; CHECK-LABEL: define i64 @halves
; CHECK: bfind.u64
; CHECK-NOT: udiv
; CHECK: ret i64
define i64 @halves(i64 %x) {
e:
  br label %l
l:
  %d = phi i64 [ 4096, %e ], [ %next, %l ]
  %s = phi i64 [ 0, %e ], [ %sum, %l ]
  %q = udiv i64 %x, %d
  %sum = add i64 %s, %q
  %next = lshr i64 %d, 1
  %c = icmp ugt i64 %next, 1
  br i1 %c, label %l, label %o
o:
  ret i64 %sum
}
; Steps by 3, by a sum; a start of two bits.
; CHECK-LABEL: define i32 @no_powers
; CHECK: udiv i32 %x, %a
; CHECK: udiv i32 %x, %b
; CHECK: udiv i32 %x, %c
; CHECK: ret i32
define i32 @no_powers(i32 %x, i32 %n) {
e:
  br label %l
l:
  %a = phi i32 [ 1, %e ], [ %an, %l ]
  %b = phi i32 [ 1, %e ], [ %bn, %l ]
  %c = phi i32 [ 3, %e ], [ %cn, %l ]
  %s = phi i32 [ 0, %e ], [ %s3, %l ]
  %q = udiv i32 %x, %a
  %r = udiv i32 %x, %b
  %t = udiv i32 %x, %c
  %s1 = add i32 %s, %q
  %s2 = add i32 %s1, %r
  %s3 = add i32 %s2, %t
  %an = mul i32 %a, 3
  %bn = add i32 %b, 2
  %cn = shl i32 %c, 1
  %d = icmp slt i32 %s3, %n
  br i1 %d, label %l, label %o
o:
  ret i32 %s3
}
; Signed division by a counter that may become negative stays one.
; CHECK-LABEL: define i32 @may_wrap
; CHECK: sdiv i32 %t, %ns
define i32 @may_wrap(i32 %x, i32 %n) {
e:
  %t = and i32 %x, 1023
  br label %l
l:
  %ns = phi i32 [ 1, %e ], [ %next, %l ]
  %s = phi i32 [ 0, %e ], [ %sum, %l ]
  %q = sdiv i32 %t, %ns
  %sum = add i32 %s, %q
  %next = shl i32 %ns, 1
  %c = icmp slt i32 %sum, %n
  br i1 %c, label %l, label %o
o:
  ret i32 %sum
}
; Counters by fours: the sum with less changes no higher bit.
; CHECK-LABEL: define i32 @blocks
; CHECK: %a = lshr i32 %i, 4
; CHECK-NEXT: %b = lshr i32 %i, 4
define i32 @blocks(i32 %n) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %i4, %l ]
  %s = phi i32 [ 0, %e ], [ %s3, %l ]
  %i1 = add i32 %i, 1
  %i3 = add i32 %i, 3
  %a = lshr i32 %i1, 4
  %b = lshr i32 %i3, 4
  %s2 = xor i32 %s, %a
  %s3 = add i32 %s2, %a
  %i4 = add i32 %i, 4
  %c = icmp ult i32 %i4, %n
  br i1 %c, label %l, label %o
o:
  %r = add i32 %s3, %b
  %k = sub i32 %r, %a
  ret i32 %k
}
; By threes the sums carry.
; CHECK-LABEL: define i32 @carries
; CHECK: lshr i32 %i1, 4
define i32 @carries(i32 %n) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %i4, %l ]
  %i1 = add i32 %i, 1
  %a = lshr i32 %i1, 4
  %i4 = add i32 %i, 3
  %c = icmp ult i32 %i4, %n
  br i1 %c, label %l, label %o
o:
  ret i32 %a
}
; CHECK-LABEL: define i1 @no_bit
; CHECK-NEXT: icmp eq i32 %x, 0
define i1 @no_bit(i32 %x) {
  %n = call i32 @llvm.ctpop.i32(i32 %x)
  %c = icmp eq i32 %n, 0
  ret i1 %c
}
; CHECK-LABEL: define i1 @some_bit
; CHECK-NEXT: icmp ne i64 %x, 0
define i1 @some_bit(i64 %x) {
  %n = call i64 @llvm.ctpop.i64(i64 %x)
  %t = trunc i64 %n to i32
  %c = icmp sgt i32 %t, 0
  ret i1 %c
}
; CHECK-LABEL: define i1 @one_bit
; CHECK: llvm.ctpop
define i1 @one_bit(i32 %x) {
  %n = call i32 @llvm.ctpop.i32(i32 %x)
  %c = icmp eq i32 %n, 1
  ret i1 %c
}
; The place of the first bit, of what counts from 1.
; CHECK-LABEL: define i32 @first
; CHECK: select i1 {{.*}}, i32 -1, i32 %n
; CHECK-NEXT: ret i32
define i32 @first(i32 %x) {
  %n = call i32 @llvm.cttz.i32(i32 %x, i1 false)
  %z = icmp eq i32 %x, 0
  %m = add nuw nsw i32 %n, 1
  %s = select i1 %z, i32 0, i32 %m
  %r = add i32 %s, -1
  ret i32 %r
}
; CHECK-LABEL: define i32 @shared_sum
; CHECK: add i32 %r, %m
define i32 @shared_sum(i1 %z, i32 %n) {
  %m = add i32 %n, 1
  %s = select i1 %z, i32 0, i32 %m
  %r = add i32 %s, -1
  %t = add i32 %r, %m
  ret i32 %t
}
declare i32 @llvm.ctpop.i32(i32)
declare i64 @llvm.ctpop.i64(i64)
declare i32 @llvm.cttz.i32(i32, i1)
