; Saturation of a matrix of floats left PTX with version 6.5: refused by name. Of integers it stays.
; RUN: cuprum %s -arch=sm_80 -o %t.ptx 2>&1 | cat
; CHECK: error: the intrinsic llvm.nvvm.wmma.m8n32k16.mma.row.row.f32.f32.satfinite cannot be compiled: PTX has no .satfinite for a matrix of floats
; CHECK-NOT: error: the intrinsic llvm.nvvm.wmma.m16n16k16.mma.col.row.s8.satfinite
%f8 = type { float, float, float, float, float, float, float, float }
%i8 = type { i32, i32, i32, i32, i32, i32, i32, i32 }
declare %f8 @llvm.nvvm.wmma.m8n32k16.mma.row.row.f32.f32.satfinite(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, float, float, float, float, float, float, float, float)
declare %i8 @llvm.nvvm.wmma.m16n16k16.mma.col.row.s8.satfinite(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
define ptx_kernel void @floats(<2 x half> %h, float %c, ptr %p) {
  %d = call %f8 @llvm.nvvm.wmma.m8n32k16.mma.row.row.f32.f32.satfinite(<2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, <2 x half> %h, float %c, float %c, float %c, float %c, float %c, float %c, float %c, float %c)
  %e = extractvalue %f8 %d, 7
  store float %e, ptr %p
  ret void
}
define ptx_kernel void @ints(i32 %h, ptr %p) {
  %d = call %i8 @llvm.nvvm.wmma.m16n16k16.mma.col.row.s8.satfinite(i32 %h, i32 %h, i32 %h, i32 %h, i32 %h, i32 %h, i32 %h, i32 %h, i32 %h, i32 %h, i32 %h, i32 %h)
  %e = extractvalue %i8 %d, 3
  store i32 %e, ptr %p
  ret void
}
