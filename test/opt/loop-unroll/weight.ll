; SPDX-License-Identifier: Apache-2.0
; Fetches of textures and matrix operations count by the registers that they give: 4 and 2 for the
; calls, 2 for the addition and the comparison, 1 for the branch.
; RUN: cuprum -x ir %s -arch=sm_90 -O3 -Rpass-analysis=loop-unroll "--passes=loop(loop-unroll)" -o %t.ptx
; CHECK: the loop runs 3 times, 9 instructions each
target triple = "nvptx64-nvidia-cuda"
declare { float, float, float, float } @llvm.nvvm.tex.unified.2d.v4f32.f32(i64, float, float)
declare { double, double } @llvm.nvvm.mma.m8n8k4.row.col.f64(double, double, double, double)

define ptx_kernel void @k(i64 %t, float %x, double %y) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %f = call { float, float, float, float } @llvm.nvvm.tex.unified.2d.v4f32.f32(i64 %t, float %x, float %x)
  %d = call { double, double } @llvm.nvvm.mma.m8n8k4.row.col.f64(double %y, double %y, double %y, double %y)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, 3
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
