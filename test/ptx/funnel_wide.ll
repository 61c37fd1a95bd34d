; Two shifts that fill 64 bits are added, for ptxas makes funnel shifts of that; others stay an `or`.
; RUN: cuprum %s -arch=sm_90 -O1 --passes=globaldce -o -
; RUN[RAN]: for o in 0 3; do cuprum run %s -O$o --kernel=turned --print=0:4 buf:u64:4:iota u64:9223372036854775809; done
; RAN: arg 0: 12 1801439850948198400 9223372036854775813 3
; RAN: arg 0: 12 1801439850948198400 9223372036854775813 3
target triple = "nvptx64-nvidia-cuda"
; CHECK-LABEL: .entry turned(
; CHECK: add.s64
; CHECK: add.s64
; CHECK: or.b64
; CHECK: or.b64
; CHECK: ret;
define ptx_kernel void @turned(ptr addrspace(1) %p, i64 %x) {
  %up = shl i64 %x, 3
  %down = lshr i64 %x, 61
  %turned = or i64 %down, %up
  store i64 %turned, ptr addrspace(1) %p
  %other = load volatile i64, ptr addrspace(1) %p
  %a = lshr i64 %x, 7
  %b = shl i64 %other, 57
  %joined = or i64 %b, %a
  %q = getelementptr i64, ptr addrspace(1) %p, i64 1
  store i64 %joined, ptr addrspace(1) %q
  ; no shift of the second
  %c = shl i64 %x, 2
  %overlap = or i64 %c, %x
  %r = getelementptr i64, ptr addrspace(1) %p, i64 2
  store i64 %overlap, ptr addrspace(1) %r
  ; a gap between them
  %e = shl i64 %x, 1
  %f = lshr i64 %x, 63
  %g = and i64 %f, 1
  %gap = or i64 %e, %g
  %s = getelementptr i64, ptr addrspace(1) %p, i64 3
  store i64 %gap, ptr addrspace(1) %s
  ret void
}
