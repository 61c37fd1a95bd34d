; Versions of memory: what writes, where versions meet, what an access can have been written by.
; RUN: %B/tools/iropt --passes=print-memory-ssa --stress=all %s
target triple = "nvptx64-nvidia-cuda"
declare void @read(ptr nocapture) memory(argmem: read) willreturn nounwind
declare void @pure() memory(none)
declare void @llvm.nvvm.barrier0()

; a phi where versions meet; the walk goes past it when neither arm writes there
; CHECK-LABEL: ; memory of diamond
; CHECK-NEXT: ; e:
; CHECK-NEXT: ;   1 = def(entry) store
; CHECK-NEXT: ; t:
; CHECK-NEXT: ;   2 = def(1) store
; CHECK-NEXT: ; j:
; CHECK-NEXT: ;   3 = phi(%t: 2, %e: 1)
; CHECK-NEXT: ;   use(3) load
; CHECK-NEXT: ;   use(3) load
; CHECK-NEXT: ;   use(3) ret
; CHECK-NEXT: ;   %v reads 1
; CHECK-NEXT: ;   %w reads 3
define i32 @diamond(ptr noalias %p, ptr noalias %q, i1 %c) {
e:
  store i32 1, ptr %p
  br i1 %c, label %t, label %j
t:
  store i32 2, ptr %q
  br label %j
j:
  %v = load i32, ptr %p
  %w = load i32, ptr %q
  %x = add i32 %v, %w
  ret i32 %x
}

; around a loop: the address stays the same one for %a; %b is another one each time
; CHECK-LABEL: ; memory of loop
; CHECK: ; h:
; CHECK-NEXT: ;   2 = phi(%h: 3, %e: 1)
; CHECK: ;   %a reads 1
; CHECK-NEXT: ;   %b reads 2
; CHECK-NEXT: ;   %d reads 1
define i32 @loop(ptr noalias %p, ptr noalias %q, i32 %n) {
e:
  store i32 1, ptr %p
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %a = load i32, ptr %p
  %g = getelementptr i32, ptr %q, i32 %i
  %b = load i32, ptr %g
  %up = getelementptr i32, ptr %g, i32 1
  %s = add i32 %a, %b
  store i32 %s, ptr %up
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %o
o:
  %d = load i32, ptr %p
  ret i32 %d
}

; barriers write what threads share and no local variable; calls that may not come back are uses
; CHECK-LABEL: ; memory of calls
; CHECK: ;   use(2) call
; CHECK-NEXT: ;   use(2) call
; CHECK-NEXT: ;   3 = def(2) call
; CHECK: ;   %s reads 3
; CHECK-NEXT: ;   %m reads 2
define i32 @calls(ptr addrspace(3) %p) {
e:
  %l = alloca i32
  store i32 1, ptr addrspace(3) %p
  store i32 2, ptr %l
  call void @read(ptr %l)
  call void @pure()
  call void @llvm.nvvm.barrier0()
  %s = load i32, ptr addrspace(3) %p
  %m = load i32, ptr %l
  %x = add i32 %s, %m
  ret i32 %x
}

; no end is reached from the loop: its own end is a use
; CHECK-LABEL: ; memory of forever
; CHECK: ; h:
; CHECK-NEXT: ;   use(1) br
define void @forever(ptr %p) {
e:
  store i32 1, ptr %p
  br label %h
h:
  br label %h
}

; volatile and ordered loads give versions too
; CHECK-LABEL: ; memory of ordered
; CHECK: ;   1 = def(entry) load
; CHECK-NEXT: ;   2 = def(1) load
; CHECK-NEXT: ;   use(2) load
define i32 @ordered(ptr %p, ptr %q) {
  %a = load volatile i32, ptr %p
  %b = load atomic i32, ptr %p acquire, align 4
  %c = load i32, ptr %q
  %x = add i32 %a, %b
  %y = add i32 %x, %c
  ret i32 %y
}
