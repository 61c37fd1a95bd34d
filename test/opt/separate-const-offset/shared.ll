; Addresses of 32 bits: their indices become 32 bits wide and give up constants whatever wraps.
; RUN: %B/tools/iropt --passes=separate-const-offset,adce --stress=all %s
target datalayout = "e-p:64:64:64-p3:32:32:32-i64:64:64-n16:32:64"
@s = internal addrspace(3) global [4096 x float] undef, align 4

; no flag says that the sum does not wrap
; CHECK-LABEL: define void @unsigned
; CHECK-NEXT: [[P:%.*]] = getelementptr float, ptr addrspace(3) @s, i32 %i
; CHECK-NEXT: getelementptr i8, ptr addrspace(3) [[P]], i64 28
define void @unsigned(i32 %i) {
  %j = add i32 %i, 7
  %x = zext i32 %j to i64
  %p = getelementptr float, ptr addrspace(3) @s, i64 %x
  store float 1.0, ptr addrspace(3) %p
  ret void
}
; the constant stands within a sum of two variables
; CHECK-LABEL: define void @within
; CHECK-NEXT: [[R:%.*]] = add i32 %i, %k
; CHECK-NEXT: [[P:%.*]] = getelementptr float, ptr addrspace(3) @s, i32 [[R]]
; CHECK-NEXT: getelementptr i8, ptr addrspace(3) [[P]], i64 128
define void @within(i32 %i, i32 %k) {
  %j = add i32 %i, 32
  %l = add i32 %j, %k
  %x = sext i32 %l to i64
  %p = getelementptr float, ptr addrspace(3) @s, i64 %x
  store float 1.0, ptr addrspace(3) %p
  ret void
}
; 64-bit arithmetic that only the address needs is done in 32 bits
; CHECK-LABEL: define void @narrow
; CHECK-NOT: i64 %
; CHECK: mul i32 %i, 33
; CHECK: getelementptr i8, ptr addrspace(3) %{{.*}}, i64 132
define void @narrow(i32 %i, i32 %k) {
  %x = sext i32 %i to i64
  %y = zext i32 %k to i64
  %a = add i64 %x, 1
  %m = mul i64 %a, 33
  %z = add i64 %m, %y
  %p = getelementptr float, ptr addrspace(3) @s, i64 %z
  store float 1.0, ptr addrspace(3) %p
  ret void
}
; what has another use is not computed twice: selection takes its low half
; CHECK-LABEL: define void @shared_sum
; CHECK: %z = add i64
; CHECK: getelementptr float, ptr addrspace(3) @s, i64 %z
define void @shared_sum(i64 %i, i64 %k, ptr %out) {
  %z = add i64 %i, %k
  store i64 %z, ptr %out
  %p = getelementptr float, ptr addrspace(3) @s, i64 %z
  store float 1.0, ptr addrspace(3) %p
  ret void
}
; a remainder cannot be taken in 32 bits
; CHECK-LABEL: define void @high
; CHECK-NEXT: urem i64 %i, 33
; CHECK-NEXT: getelementptr float, ptr addrspace(3) @s, i64 %z
define void @high(i64 %i) {
  %z = urem i64 %i, 33
  %p = getelementptr float, ptr addrspace(3) @s, i64 %z
  store float 1.0, ptr addrspace(3) %p
  ret void
}
; a short index is extended to 32 bits
; CHECK-LABEL: define void @short_index
; CHECK: [[E:%.*]] = sext i16 %i to i32
; CHECK-NEXT: getelementptr float, ptr addrspace(3) @s, i32 [[E]]
define void @short_index(i16 %i) {
  %x = sext i16 %i to i64
  %y = add i64 %x, -2
  %p = getelementptr float, ptr addrspace(3) @s, i64 %y
  store float 1.0, ptr addrspace(3) %p
  ret void
}
