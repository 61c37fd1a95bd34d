; Copies of members that are vectors of less bits than their bytes have.
; EACH: -O0, -O1, -O3
; RUN: cuprum run %s %E --print=0:3 buf:u32:3:zero buf:u32:2:iota
; CHECK: arg 0: 9 1 3
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define ptx_kernel void @k(ptr %out, ptr %in) {
  %from = alloca { i16, <4 x i1>, <2 x i3> }, align 16
  %to = alloca { i16, <4 x i1>, <2 x i3> }, align 16
  %at = getelementptr i32, ptr %in, i64 1
  %x = load i16, ptr %at
  %b = trunc i16 %x to i1
  %i3 = trunc i16 %x to i3
  %v0 = insertelement <4 x i1> zeroinitializer, i1 %b, i32 0
  %v = insertelement <4 x i1> %v0, i1 %b, i32 3
  %w = insertelement <2 x i3> <i3 2, i3 3>, i3 %i3, i32 0
  %a0 = insertvalue { i16, <4 x i1>, <2 x i3> } undef, i16 %x, 0
  %a1 = insertvalue { i16, <4 x i1>, <2 x i3> } %a0, <4 x i1> %v, 1
  %a2 = insertvalue { i16, <4 x i1>, <2 x i3> } %a1, <2 x i3> %w, 2
  store { i16, <4 x i1>, <2 x i3> } %a2, ptr %from, align 16
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %to, ptr align 16 %from, i64 4, i1 false)
  %copy = load { i16, <4 x i1>, <2 x i3> }, ptr %to, align 16
  %f = extractvalue { i16, <4 x i1>, <2 x i3> } %copy, 1
  %fi = bitcast <4 x i1> %f to i4
  %fw = zext i4 %fi to i32
  store i32 %fw, ptr %out
  %g = extractvalue { i16, <4 x i1>, <2 x i3> } %copy, 2
  %g0 = extractelement <2 x i3> %g, i32 0
  %g1 = extractelement <2 x i3> %g, i32 1
  %g0w = zext i3 %g0 to i32
  %g1w = zext i3 %g1 to i32
  %out1 = getelementptr i32, ptr %out, i64 1
  store i32 %g0w, ptr %out1
  %out2 = getelementptr i32, ptr %out, i64 2
  store i32 %g1w, ptr %out2
  ret void
}
