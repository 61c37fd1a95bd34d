; Elements of vectors that lie in registers, read and written by an index that only the run knows: words, halves, bytes, pairs of words;
; an index that is wider or narrower than a word.
; EACH: -O0, -O3
; RUN: cuprum %s %E -arch=sm_90 -o %t.ptx && cuprum run %t.ptx --kernel=k --block=4 --print=0:24 buf:i32:24:zero
; CHECK: arg 0: 10 20 30 40 1 2 3 4 -5 6 -7 8 100 200 300 400 9 20 30 40 10 9 30 40
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = zext i32 %i to i64
  %narrow = trunc i32 %i to i8
  %e = extractelement <4 x i32> <i32 10, i32 20, i32 30, i32 40>, i32 %i
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %e, ptr addrspace(1) %p
  %h = extractelement <4 x i16> <i16 1, i16 2, i16 3, i16 4>, i64 %wide
  %hw = sext i16 %h to i32
  %ph = getelementptr i32, ptr addrspace(1) %p, i64 4
  store i32 %hw, ptr addrspace(1) %ph
  %b = extractelement <4 x i8> <i8 -5, i8 6, i8 -7, i8 8>, i8 %narrow
  %bw = sext i8 %b to i32
  %pb = getelementptr i32, ptr addrspace(1) %p, i64 8
  store i32 %bw, ptr addrspace(1) %pb
  %l = extractelement <4 x i64> <i64 100, i64 200, i64 300, i64 400>, i32 %i
  %lw = trunc i64 %l to i32
  %pl = getelementptr i32, ptr addrspace(1) %p, i64 12
  store i32 %lw, ptr addrspace(1) %pl
  %low = icmp ult i32 %i, 2
  br i1 %low, label %write, label %end
write:
  %v = insertelement <4 x i32> <i32 10, i32 20, i32 30, i32 40>, i32 9, i32 %i
  %offset = shl i64 %wide, 2
  %at = add i64 %offset, 16
  %pv = getelementptr i32, ptr addrspace(1) %out, i64 %at
  store <4 x i32> %v, ptr addrspace(1) %pv
  br label %end
end:
  ret void
}
