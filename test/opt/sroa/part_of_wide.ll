; Block copies and fills of a part of a local that is else accessed as one value of more than eight
; bytes: the rest of it stays, below and above.
; EACH: -O0, -O1, -O3
; RUN: cuprum run %s %E --print=0:20 buf:u32:20:zero buf:u32:4:iota
; CHECK: arg 0: 0 1 131074 117901063 10 11 1 13 2829625512 2829625512 2829625512 14 16 17 16843009 65793 0 1 2 10
target triple = "nvptx64-nvidia-cuda"

@first = private addrspace(1) constant [4 x i32] [i32 117901063, i32 117901063, i32 117901063, i32 117901063]
@second = private addrspace(1) constant [4 x i32] [i32 10, i32 11, i32 12, i32 13]
@third = private addrspace(1) constant [4 x i32] [i32 14, i32 14, i32 14, i32 14]
@fourth = private addrspace(1) constant [4 x i32] [i32 16, i32 17, i32 18, i32 19]
@fifth = private addrspace(1) constant [4 x i32] [i32 10, i32 10, i32 10, i32 10]
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define ptx_kernel void @k(ptr %out, ptr %in) {
  %in1 = getelementptr i8, ptr %in, i64 4

  ; the first ten bytes
  %a = alloca <2 x i64>, align 16
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %a, ptr addrspace(1) align 4 @first, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %a, ptr align 4 %in, i64 8, i1 false)
  %a8 = getelementptr i8, ptr %a, i64 8
  %two = getelementptr i8, ptr %in, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %a8, ptr align 4 %two, i64 2, i1 false)
  %a10 = getelementptr i8, ptr %a, i64 10
  call void @llvm.memcpy.p0.p0.i64(ptr align 2 %a10, ptr align 4 %two, i64 2, i1 false)
  %av = load <2 x i64>, ptr %a, align 16
  store <2 x i64> %av, ptr %out, align 16

  ; four bytes in the upper half
  %b = alloca i128, align 16
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %b, ptr addrspace(1) align 4 @second, i64 16, i1 false)
  %b8 = getelementptr i8, ptr %b, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %b8, ptr align 4 %in1, i64 4, i1 false)
  %bv = load i128, ptr %b, align 16
  %out16 = getelementptr i8, ptr %out, i64 16
  store i128 %bv, ptr %out16, align 16

  ; all but the last four bytes
  %c = alloca <4 x i32>, align 16
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %c, ptr addrspace(1) align 4 @third, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr align 4 %c, i8 168, i64 12, i1 false)
  %cv = load <4 x i32>, ptr %c, align 16
  %out32 = getelementptr i8, ptr %out, i64 32
  store <4 x i32> %cv, ptr %out32, align 16

  ; seven bytes across no word's bound
  %d = alloca <2 x double>, align 16
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %d, ptr addrspace(1) align 4 @fourth, i64 16, i1 false)
  %d8 = getelementptr i8, ptr %d, i64 8
  call void @llvm.memset.p0.i64(ptr align 4 %d8, i8 1, i64 7, i1 false)
  %d15 = getelementptr i8, ptr %d, i64 15
  call void @llvm.memset.p0.i64(ptr %d15, i8 0, i64 1, i1 false)
  %dv = load <2 x double>, ptr %d, align 16
  %out48 = getelementptr i8, ptr %out, i64 48
  store <2 x double> %dv, ptr %out48, align 16

  ; pointers
  %e = alloca <2 x ptr>, align 16
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %e, ptr addrspace(1) align 4 @fifth, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %e, ptr align 4 %in, i64 12, i1 false)
  %ev = load <2 x ptr>, ptr %e, align 16
  %out64 = getelementptr i8, ptr %out, i64 64
  store <2 x ptr> %ev, ptr %out64, align 16
  ret void
}
