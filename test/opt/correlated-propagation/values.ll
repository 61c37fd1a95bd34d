; Ranges of what the values are: numbers of threads, loads with metadata, choices.
; RUN: %B/tools/iropt --passes=correlated-propagation --stress=all %s
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
; CHECK-LABEL: define ptx_kernel void @bounds
; CHECK: add nuw nsw i32 %t, 256
; CHECK: store i1 true
; CHECK-NEXT: store i32 %t, ptr %p
define ptx_kernel void @bounds(ptr %p) "nvvm.maxntid"="256" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = add i32 %t, 256
  store i32 %a, ptr %p
  %c = icmp ult i32 %a, 512
  store i1 %c, ptr %p
  %m = call i32 @llvm.umin.i32(i32 %t, i32 300)
  store i32 %m, ptr %p
  %r = urem i32 %t, 256
  store i32 %r, ptr %p
  ret void
}
; the number of a block times its size may be more than 2^31
; CHECK-LABEL: define ptx_kernel void @index
; CHECK: %m = mul i32 %b, %n
define ptx_kernel void @index(ptr %p) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b, %n
  store i32 %m, ptr %p
  ret void
}
; CHECK-LABEL: define i32 @ranges
; CHECK: load i32, ptr %p
; CHECK-NEXT: ret i32 %v
define i32 @ranges(ptr %p) {
  %v = load i32, ptr %p, !range !0
  %m = and i32 %v, 127
  %r = call i32 @llvm.abs.i32(i32 %m, i1 false)
  ret i32 %r
}
; CHECK-LABEL: define i32 @outside
; CHECK: and i32 %v, 63
define i32 @outside(ptr %p) {
  %v = load i32, ptr %p, !range !0
  %m = and i32 %v, 63
  ret i32 %m
}
; CHECK-LABEL: define i32 @chosen
; CHECK: udiv i32 %s, 3
define i32 @chosen(i32 %x) {
  %c = icmp sgt i32 %x, 5
  %s = select i1 %c, i32 %x, i32 7
  %q = sdiv i32 %s, 3
  ret i32 %q
}
!0 = !{i32 3, i32 101}
; a remainder of what is not negative is not, whatever the divisor; of others it is smaller than the divisor's size
; CHECK-LABEL: define void @remainders
; CHECK: urem i32 7, %plus
; CHECK: store i1 true, ptr %p
; CHECK: store i1 true, ptr %p
; CHECK: store i1 %open, ptr %p
define void @remainders(ptr %p, i32 %x, i32 %y) {
  %a = lshr i32 %x, 16
  %r = srem i32 %a, %y
  %plus = add nsw i32 %r, 1
  %s = srem i32 7, %plus
  store i32 %s, ptr %p
  %high = icmp slt i32 %r, 65536
  store i1 %high, ptr %p
  %n = or i32 %x, -2147483648
  %t = srem i32 %n, %y
  %minus = icmp slt i32 %t, 1
  store i1 %minus, ptr %p
  %open = icmp sgt i32 %t, -5
  store i1 %open, ptr %p
  ret void
}
