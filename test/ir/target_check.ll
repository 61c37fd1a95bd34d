; Valid IR that no GPU code can be made of is read, and refused with a reason.
; RUN[A]: cuprum --syntax-only %s
; RUN: cuprum -arch=sm_80 %s -o -
; EXIT: 1
; EXIT[A]: 0
@t = thread_local global i32 0
@x = global x86_fp80 0xK3FFF8000000000000000
@b = global ptr blockaddress(@unwinds, %next)
@i = ifunc void (), ptr @resolver
define ptr @resolver() {
  ret ptr null
}
declare i32 @pers(...)
declare void @may()
define void @unwinds() personality ptr @pers {
  invoke void @may() to label %next unwind label %pad
next:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
define <vscale x 4 x i32> @scalable(<vscale x 4 x i32> %v) {
  ret <vscale x 4 x i32> %v
}
define void @scope(ptr %p) gc "shadow-stack" {
  fence syncscope("agent") acquire
  call void @may() [ "deopt"(i32 1) ]
  ret void
}
define void @indirect(ptr %p) prefix i32 1 {
  indirectbr ptr %p, [label %a]
a:
  callbr void asm "", ""() to label %c []
c:
  ret void
}
define ptx_kernel void @k() {
  ret void
}
define void @calls() addrspace(1) {
  call ptx_kernel void @k()
  %q = alloca swifterror ptr
  ret void
}
; CHECK: 't': thread-local variables do not exist on a GPU
; CHECK: 'x': type x86_fp80 does not exist on a GPU
; CHECK: 'b': a block has no address on a GPU
; CHECK: 'i': an ifunc cannot be resolved on a GPU
; CHECK: 'unwinds': exceptions cannot be handled on a GPU
; CHECK: 'scalable': scalable vectors do not exist on a GPU
; CHECK: 'scope': garbage collection does not exist on a GPU
; CHECK: 'scope': synchronisation scope that a GPU does not have
; CHECK: 'scope': operand bundle that has no meaning on a GPU
; CHECK: 'indirect': data before a function does not exist on a GPU
; CHECK: 'indirect': inline assembly cannot branch on a GPU
; CHECK: 'calls': functions have no address space on a GPU
; CHECK: 'calls': a kernel cannot be called
; CHECK: 'calls': an alloca of this kind does not exist on a GPU
