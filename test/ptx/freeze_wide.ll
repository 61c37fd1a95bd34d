; Freezing a vector of wide integers or of fp128 is a copy: it was taken for a negation.
; EACH: -O0, -O1, -O3
; RUN: cuprum run %s %E --print=0:8 buf:u32:8:zero buf:u32:8:iota
; CHECK: arg 0: 0 1 2 3 4 5 6 7
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %out, ptr %in) {
  %wide = load <1 x fp128>, ptr %in
  %same = freeze <1 x fp128> %wide
  store <1 x fp128> %same, ptr %out
  %in4 = getelementptr i32, ptr %in, i64 4
  %out4 = getelementptr i32, ptr %out, i64 4
  %odd = load <1 x i96>, ptr %in4, align 4
  %kept = freeze <1 x i96> %odd
  store <1 x i96> %kept, ptr %out4, align 4
  %in7 = getelementptr i32, ptr %in, i64 7
  %out7 = getelementptr i32, ptr %out, i64 7
  %last = load i32, ptr %in7
  store i32 %last, ptr %out7
  ret void
}
