; Intrinsics below their minimum SM are refused, each with its name; so are unknown ones.
; RUN: cuprum %s -arch=sm_75 -O1 -o %t.ptx 2>&1 | cat
; CHECK: error: the intrinsic llvm.nvvm.redux.sync.add needs sm_80 or later
; CHECK: error: the intrinsic llvm.nvvm.setmaxnreg.inc.sync.aligned.u32 needs a target such as sm_90a, not sm_75
; CHECK: error: the intrinsic llvm.nvvm.mma.m16n8k8.row.col.bf16 needs sm_80 or later
; CHECK: error: unknown intrinsic llvm.nvvm.no.such.thing
; CHECK: error: the arguments of the intrinsic llvm.nvvm.suld.2d.i32.trap do not fit its name
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare {float, float, float, float} @llvm.nvvm.mma.m16n8k8.row.col.bf16(i32, i32, i32, float, float, float, float)
declare void @llvm.nvvm.no.such.thing()
declare i32 @llvm.nvvm.suld.2d.i32.trap(i64, i32)
define ptx_kernel void @k(ptr %p, i32 %x) {
  %a = call i32 @llvm.nvvm.redux.sync.add(i32 %x, i32 -1)
  store i32 %a, ptr %p
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 80)
  %m = call {float, float, float, float} @llvm.nvvm.mma.m16n8k8.row.col.bf16(i32 %x, i32 %x, i32 %x, float 0.0, float 0.0, float 0.0, float 0.0)
  %e = extractvalue {float, float, float, float} %m, 0
  store float %e, ptr %p
  call void @llvm.nvvm.no.such.thing()
  %s = call i32 @llvm.nvvm.suld.2d.i32.trap(i64 0, i32 %x)
  store i32 %s, ptr %p
  ret void
}
