; SPDX-License-Identifier: Apache-2.0
; Addresses that stay as they are.
; RUN: %B/tools/iropt --passes=straight-line-reduce --stress=all %s
; CHECK-NOT: getelementptr i8

; 32-bit sums that may wrap
define void @wraps(ptr noundef %f, i32 noundef %n, i32 noundef %i) {
  %x = add i32 %n, %i
  %e = sext i32 %x to i64
  %p = getelementptr float, ptr %f, i64 %e
  store float 1.0, ptr %p, align 4
  %n2 = shl i32 %n, 1
  %y = add i32 %n2, %i
  %g = sext i32 %y to i64
  %q = getelementptr float, ptr %f, i64 %g
  store float 2.0, ptr %q, align 4
  %n3 = mul i32 %n, 3
  %z = add i32 %n3, %i
  %h = sext i32 %z to i64
  %r = getelementptr float, ptr %f, i64 %h
  store float 3.0, ptr %r, align 4
  ret void
}

; only one has the distance: n behind the first, 3 * n behind the second
define void @once(ptr noundef %f, i32 noundef %n, i32 noundef %i) {
  %e = sext i32 %i to i64
  %p = getelementptr float, ptr %f, i64 %e
  store float 1.0, ptr %p, align 4
  %y = add nsw i32 %n, %i
  %g = sext i32 %y to i64
  %q = getelementptr float, ptr %f, i64 %g
  store float 2.0, ptr %q, align 4
  %n4 = mul nsw i32 %n, 4
  %z = add nsw i32 %n4, %i
  %h = sext i32 %z to i64
  %r = getelementptr float, ptr %f, i64 %h
  store float 3.0, ptr %r, align 4
  ret void
}

; backwards
define void @backwards(ptr noundef %f, i32 noundef %n, i32 noundef %i) {
  %n3 = mul nsw i32 %n, 3
  %z = add nsw i32 %n3, %i
  %h = sext i32 %z to i64
  %r = getelementptr float, ptr %f, i64 %h
  store float 3.0, ptr %r, align 4
  %n2 = shl nsw i32 %n, 1
  %y = add nsw i32 %n2, %i
  %g = sext i32 %y to i64
  %q = getelementptr float, ptr %f, i64 %g
  store float 2.0, ptr %q, align 4
  %x = add nsw i32 %n, %i
  %e = sext i32 %x to i64
  %p = getelementptr float, ptr %f, i64 %e
  store float 1.0, ptr %p, align 4
  ret void
}

; the sums of the first may wrap where nothing is read: the third's must not hang on them
define void @not_read(ptr noundef %f, i32 noundef %n, i32 noundef %i, ptr noundef %o) {
  %x = add nsw i32 %n, %i
  %e = sext i32 %x to i64
  %p = getelementptr float, ptr %f, i64 %e
  %n2 = shl nsw i32 %n, 1
  %y = add nsw i32 %n2, %i
  %g = sext i32 %y to i64
  %q = getelementptr float, ptr %f, i64 %g
  %n3 = mul nsw i32 %n, 3
  %z = add nsw i32 %n3, %i
  %h = sext i32 %z to i64
  %r = getelementptr float, ptr %f, i64 %h
  store float 3.0, ptr %r, align 4
  store ptr %p, ptr %o, align 8
  %o1 = getelementptr ptr, ptr %o, i64 1
  store ptr %q, ptr %o1, align 8
  ret void
}

; other bases
define void @bases(ptr noundef %f, ptr noundef %k, i32 noundef %n, i32 noundef %i) {
  %x = add nsw i32 %n, %i
  %e = sext i32 %x to i64
  %p = getelementptr float, ptr %f, i64 %e
  store float 1.0, ptr %p, align 4
  %n2 = shl nsw i32 %n, 1
  %y = add nsw i32 %n2, %i
  %g = sext i32 %y to i64
  %q = getelementptr float, ptr %k, i64 %g
  store float 2.0, ptr %q, align 4
  %n3 = mul nsw i32 %n, 4
  %z = add nsw i32 %n3, %i
  %h = sext i32 %z to i64
  %r = getelementptr float, ptr %f, i64 %h
  store float 3.0, ptr %r, align 4
  ret void
}

; an index that is there already is cheaper
define void @cheap(ptr noundef %f, i64 noundef %n) {
  store float 1.0, ptr %f, align 4
  %p = getelementptr float, ptr %f, i64 %n
  store float 1.0, ptr %p, align 4
  %q = getelementptr [2 x float], ptr %f, i64 %n
  store float 2.0, ptr %q, align 4
  %r = getelementptr [3 x float], ptr %f, i64 %n
  store float 3.0, ptr %r, align 4
  ret void
}
