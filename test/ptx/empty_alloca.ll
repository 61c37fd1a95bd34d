; Objects of no bytes have an address like others, none in common with one that is there.
; EACH: -O0, -O1, -O3
; RUN: cuprum run %s %E --block=2 --print=0:6 buf:i32:8:zero i32:0
; CHECK: arg 0: 1 1 7 1 1 7
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define internal i32 @ask(ptr %a, ptr %b) noinline {
  %zero = icmp ne ptr %a, null
  %same = icmp ne ptr %b, null
  %both = and i1 %zero, %same
  %r = zext i1 %both to i32
  ret i32 %r
}
define ptx_kernel void @k(ptr addrspace(1) %o, i32 %n) {
  %none = alloca [5 x i32], i32 0, align 16
  %empty = alloca {}
  %array = alloca [0 x i64], align 8
  %local = alloca [0 x i8], addrspace(5)
  %there = alloca i32
  %some = alloca i32, i32 %n
  store i32 7, ptr %there
  %generic = addrspacecast ptr addrspace(5) %local to ptr
  %v0 = call i32 @ask(ptr %none, ptr %empty)
  %v1 = call i32 @ask(ptr %array, ptr %generic)
  %v2 = load i32, ptr %there
  %unused = call i32 @ask(ptr %there, ptr %some)
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = mul i32 %t, 3
  %p0 = getelementptr i32, ptr addrspace(1) %o, i32 %at
  store i32 %v0, ptr addrspace(1) %p0
  %p1 = getelementptr i32, ptr addrspace(1) %p0, i32 1
  store i32 %v1, ptr addrspace(1) %p1
  %p2 = getelementptr i32, ptr addrspace(1) %p0, i32 2
  store i32 %v2, ptr addrspace(1) %p2
  ret void
}
