; A constant's bits as a 16-bit float: PTX has no immediates of those.
; EACH: -O0, -O1, -O3
; RUN: cuprum run %s -arch=sm_90 %E --print=0:4 buf:u32:4:zero buf:u32:1:iota
; CHECK: arg 0: 1 0 1 0
target triple = "nvptx64-nvidia-cuda"
declare i16 @llvm.vector.reduce.xor.v2i16(<2 x i16>)
define ptx_kernel void @k(ptr %out, ptr %in) {
  %bits = call i16 @llvm.vector.reduce.xor.v2i16(<2 x i16> <i16 15360, i16 1>)
  %h = bitcast i16 %bits to <1 x half>
  %one = fcmp ord <1 x half> %h, zeroinitializer
  %x = extractelement <1 x i1> %one, i32 0
  %xw = zext i1 %x to i32
  store i32 %xw, ptr %out
  %b = bitcast i16 %bits to bfloat
  %y = fcmp ogt bfloat %b, 0xR4000
  %yw = zext i1 %y to i32
  %second = getelementptr i32, ptr %out, i64 1
  store i32 %yw, ptr %second
  %sum = fadd <1 x half> %h, %h
  %s = extractelement <1 x half> %sum, i32 0
  %z = fcmp ogt half %s, 0xH4000
  %zw = zext i1 %z to i32
  %third = getelementptr i32, ptr %out, i64 2
  store i32 %zw, ptr %third
  ret void
}
