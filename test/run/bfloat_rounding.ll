; Integers and doubles become bfloats by one rounding, not by two by way of a float: just above the middle
; of two bfloats the upper one is right. 1296039937 is (0x9a << 23) + (1 << 22) + 1.
; EACH: -arch=sm_80 -O0, -arch=sm_80 -O3, -arch=sm_90 -O0, -arch=sm_90 -O3
; RUN: cuprum run %s %E --grid=1 --block=1 --print=0 buf:u8:10:zero u32:1296039937 u64:5566449139429933057
; CHECK: arg 0: 155 78 155 78 155 94 155 94 155 78
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %o, i32 %x, i64 %y) {
  %a = uitofp i32 %x to bfloat
  store bfloat %a, ptr %o
  %b = sitofp i32 %x to bfloat
  %p = getelementptr i8, ptr %o, i64 2
  store bfloat %b, ptr %p
  %c = uitofp i64 %y to bfloat
  %q = getelementptr i8, ptr %o, i64 4
  store bfloat %c, ptr %q
  %d = sitofp i64 %y to bfloat
  %r = getelementptr i8, ptr %o, i64 6
  store bfloat %d, ptr %r
  %e = uitofp i32 %x to double
  %f = fptrunc double %e to bfloat
  %t = getelementptr i8, ptr %o, i64 8
  store bfloat %f, ptr %t
  ret void
}
