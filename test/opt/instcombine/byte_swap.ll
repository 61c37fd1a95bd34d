; SPDX-License-Identifier: Apache-2.0
; Bytes put together in the opposite order are a byte swap; any other order is not.
; RUN: %B/tools/iropt --passes=instcombine --stress=all %s
; CHECK-LABEL: define i32 @swap
; CHECK-NEXT: call i32 @llvm.bswap.i32(i32 %x)
; CHECK-NEXT: ret i32
define i32 @swap(i32 %x) {
  %a = lshr i32 %x, 24
  %b = lshr i32 %x, 8
  %c = and i32 %b, 65280
  %d = or i32 %a, %c
  %e = shl i32 %x, 8
  %f = and i32 %e, 16711680
  %g = or i32 %d, %f
  %h = shl i32 %x, 24
  %i = or i32 %g, %h
  ret i32 %i
}
; CHECK-LABEL: define i32 @other_order
; CHECK-NOT: bswap
; CHECK: ret i32
define i32 @other_order(i32 %x) {
  %a = lshr i32 %x, 24
  %b = lshr i32 %x, 16
  %c = and i32 %b, 65280
  %d = or i32 %a, %c
  %e = shl i32 %x, 8
  %f = and i32 %e, 16711680
  %g = or i32 %d, %f
  %h = shl i32 %x, 24
  %i = or i32 %g, %h
  ret i32 %i
}
; CHECK-LABEL: define i32 @two_sources
; CHECK-NOT: bswap
; CHECK: ret i32
define i32 @two_sources(i32 %x, i32 %y) {
  %a = lshr i32 %x, 24
  %b = lshr i32 %x, 8
  %c = and i32 %b, 65280
  %d = or i32 %a, %c
  %e = shl i32 %y, 8
  %f = and i32 %e, 16711680
  %g = or i32 %d, %f
  %h = shl i32 %x, 24
  %i = or i32 %g, %h
  ret i32 %i
}

; Masks of the signs of bytes and of halves are one prmt; another shift or another factor is none.
; CHECK-LABEL: define i32 @signs_of_bytes
; CHECK-NEXT: [[M:%.*]] = call i32 @llvm.nvvm.prmt(i32 %x, i32 0, i32 47768)
; CHECK-NEXT: ret i32 [[M]]
define i32 @signs_of_bytes(i32 %x) {
  %a = and i32 %x, -2139062144
  %b = lshr i32 %a, 7
  %c = mul i32 %b, 255
  ret i32 %c
}
; CHECK-LABEL: define i32 @signs_of_halves
; CHECK-NEXT: [[M:%.*]] = call i32 @llvm.nvvm.prmt(i32 %x, i32 0, i32 48025)
; CHECK-NEXT: ret i32 [[M]]
define i32 @signs_of_halves(i32 %x) {
  %a = lshr i32 %x, 15
  %b = and i32 %a, 65537
  %c = mul i32 %b, 65535
  ret i32 %c
}
; CHECK-LABEL: define i32 @other_bits
; CHECK-NOT: prmt
; CHECK: ret i32
define i32 @other_bits(i32 %x) {
  %a = and i32 %x, 1077952576
  %b = lshr i32 %a, 6
  %c = mul i32 %b, 255
  ret i32 %c
}
; CHECK-LABEL: define i32 @other_factor
; CHECK-NOT: prmt
; CHECK: ret i32
define i32 @other_factor(i32 %x) {
  %a = and i32 %x, -2139062144
  %b = lshr i32 %a, 7
  %c = mul i32 %b, 254
  ret i32 %c
}
