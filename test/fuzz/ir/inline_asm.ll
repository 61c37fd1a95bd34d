; ModuleID = 'cuda'
source_filename = "cuda"
target datalayout = "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"


define ptx_kernel void @_Z1kPKiPiPf(ptr %a, ptr %o, ptr %f) #0 {
entry:
  %o.1 = addrspacecast ptr %o to ptr addrspace(1)
  %f.1 = addrspacecast ptr %f to ptr addrspace(1)
  %a.1 = addrspacecast ptr %a to ptr addrspace(1)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %0 = zext nneg i32 %t to i64
  %1 = getelementptr inbounds i32, ptr addrspace(1) %a.1, i64 %0
  %x = load i32, ptr addrspace(1) %1, align 4
  %r = call i32 asm "add.s32 $0, $1, $2;", "=r,r,r"(i32 %x, i32 %t) #1
  %x.1 = call i32 asm sideeffect "{\0A\09.reg .pred p;\0A\09setp.gt.s32 p, $1, 0;\0A\09selp.s32 $0, $1, $2, p;\0A\09}", "=r,r,n"(i32 %r, i32 17) #2
  %lane = call i32 asm "mov.u32 $0, %laneid;", "=r"() #1
  %x.2 = call i32 asm "mad.lo.s32 $0, $0, 3, $1;", "=r,r,0"(i32 %lane, i32 %x.1) #1
  %g = sitofp i32 %t to float
  %2 = getelementptr inbounds float, ptr addrspace(1) %f.1, i64 %0
  %3 = call contract float asm "fma.rn.f32 $0, $1, $1, $2;", "=f,f,f"(float %g, float 5.000000e-01) #1
  store float %3, ptr addrspace(1) %2, align 4
  %4 = getelementptr inbounds i32, ptr addrspace(1) %o.1, i64 %0
  store i32 %x.2, ptr addrspace(1) %4, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

attributes #0 = { convergent nounwind }
attributes #1 = { nounwind memory(none) }
attributes #2 = { convergent nounwind memory(inaccessiblemem: readwrite) }
attributes #3 = { nocallback nounwind speculatable willreturn memory(none) }

!nvvmir.version = !{!0}

!0 = !{i32 2, i32 0, i32 3, i32 2}
