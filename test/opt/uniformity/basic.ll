; Which values are the same for all threads of a block or a warp.
; RUN: %B/tools/iropt --passes=print-uniformity --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; arguments of kernels and the block's numbers are the same in a block; a load of memory that may be
; written meanwhile only in a warp; the thread's index differs, and so what is computed from it
; CHECK-LABEL: ; uniformity of sources
; CHECK: %block: same in block
; CHECK: %sum: same in block
; CHECK: %loaded: same in warp
; CHECK: %more: same in warp
; CHECK: %fixed: same in block
; CHECK: %thread: differs
; CHECK: %index: differs
; CHECK: %gathered: differs
; CHECK: %volatile: differs
; CHECK: %slot: same in block
; CHECK: %own: differs
; CHECK: %generic: differs
; CHECK: %ticket: differs
@table = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
define ptx_kernel void @sources(ptr %p, i32 %n, ptr addrspace(3) %s) {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %sum = add i32 %block, %n
  %loaded = load i32, ptr %p
  %more = mul i32 %loaded, %sum
  %at = getelementptr [4 x i32], ptr @table, i32 0, i32 %n
  %fixed = load i32, ptr %at
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = add i32 %thread, %sum
  %place = getelementptr i32, ptr addrspace(3) %s, i32 %index
  %gathered = load i32, ptr addrspace(3) %place
  %volatile = load volatile i32, ptr %p
  %slot = alloca i32
  store i32 %index, ptr %slot
  %own = load i32, ptr %slot
  %far = load ptr, ptr %p
  %generic = load i32, ptr %far
  %ticket = atomicrmw add ptr %p, i32 1 monotonic
  store i32 %more, ptr %p
  ret void
}

; operations of a whole warp or block give all its threads one result; those of some threads do not
; CHECK-LABEL: ; uniformity of agreed
; CHECK: %any: same in block
; CHECK: %ballot: same in warp
; CHECK: %some: differs
; CHECK: %sum: same in warp
; CHECK: %first: same in warp
; CHECK: %mine: differs
; CHECK: %half: differs
define void @agreed(i32 %x, i32 %mask) {
  %any = call i32 @llvm.nvvm.barrier0.or(i32 %x)
  %c = icmp eq i32 %x, 0
  %ballot = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
  %some = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 %c)
  %sum = call i32 @llvm.nvvm.redux.sync.add(i32 %x, i32 -1)
  %first = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %x, i32 0, i32 31)
  %mine = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %x, i32 %x, i32 31)
  %half = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %x, i32 0, i32 4127)
  ret void
}

; threads that took different ways meet
; CHECK-LABEL: ; uniformity of parted
; CHECK: branch of %e: differs
; CHECK: branch of %a: same in block
; CHECK: %inner: same in block
; CHECK: %met: differs
; CHECK: %equal: same in block
; CHECK: %late: same in block
define ptx_kernel void @parted(i32 %n, i1 %c) {
e:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = trunc i32 %t to i1
  br i1 %odd, label %a, label %b
a:
  br i1 %c, label %a1, label %a2
a1:
  br label %a2
a2:
  %inner = phi i32 [ 1, %a ], [ 2, %a1 ]
  br label %join
b:
  br label %join
join:
  %met = phi i32 [ %inner, %a2 ], [ 3, %b ]
  %equal = phi i32 [ %n, %a2 ], [ %n, %b ]
  br i1 %c, label %x, label %y
x:
  br label %y
y:
  %late = phi i32 [ 1, %join ], [ 2, %x ]
  ret void
}

; one arm is empty: the threads meet at a target of the branch itself
; CHECK-LABEL: ; uniformity of one_arm
; CHECK: %v: differs
define ptx_kernel void @one_arm() {
e:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = trunc i32 %t to i1
  br i1 %odd, label %a, label %join
a:
  br label %join
join:
  %v = phi i32 [ 1, %a ], [ 2, %e ]
  ret void
}

; in the loop all threads that are still there see one counter; behind it each has the one that it
; left with, and a branch on it parts them
; CHECK-LABEL: ; uniformity of left
; CHECK: %i: same in block
; CHECK: %next: same in block
; CHECK: branch of %h: differs
; CHECK: %last: differs
; CHECK: branch of %o: differs
define ptx_kernel void @left(i32 %n) {
e:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %next, %h ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %t
  br i1 %more, label %h, label %o
o:
  %last = phi i32 [ %next, %h ]
  %c = icmp eq i32 %next, %n
  br i1 %c, label %x, label %y
x:
  ret void
y:
  ret void
}

; all threads leave together
; CHECK-LABEL: ; uniformity of together
; CHECK: branch of %h: differs
; CHECK: branch of %latch: same in block
; CHECK: %last: same in block
define ptx_kernel void @together(i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %next, %latch ]
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = trunc i32 %t to i1
  br i1 %odd, label %a, label %latch
a:
  br label %latch
latch:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %h, label %o
o:
  %last = phi i32 [ %next, %latch ]
  ret void
}

; a loop with two exits: who takes which has been decided in different iterations
; CHECK-LABEL: ; uniformity of two_exits
; CHECK: %i: same in block
; CHECK: %which: differs
define ptx_kernel void @two_exits(i32 %n) {
e:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %next, %latch ]
  %found = icmp eq i32 %i, %t
  br i1 %found, label %x, label %latch
latch:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %h, label %y
x:
  br label %join
y:
  br label %join
join:
  %which = phi i1 [ true, %x ], [ false, %y ]
  ret void
}

; warps may differ while the threads of each do not
; CHECK-LABEL: ; uniformity of warps
; CHECK: branch of %e: same in warp
; CHECK: %v: same in warp
define ptx_kernel void @warps(ptr %p) {
e:
  %flag = load i1, ptr %p
  br i1 %flag, label %a, label %join
a:
  br label %join
join:
  %v = phi i32 [ 1, %a ], [ 2, %e ]
  ret void
}

; a cycle that is no loop: nothing is known of what comes out
; CHECK-LABEL: ; uniformity of tangled
; CHECK: %v: differs
; CHECK: %w: differs
; CHECK: %out: differs
define ptx_kernel void @tangled(i1 %c) {
e:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br i1 %c, label %a, label %b
a:
  %v = phi i32 [ 0, %e ], [ %w, %b ]
  %x = add i32 %v, 1
  br label %b
b:
  %w = phi i32 [ 0, %e ], [ %x, %a ]
  %more = icmp ult i32 %w, %t
  br i1 %more, label %a, label %o
o:
  %out = add i32 %w, 1
  ret void
}

; the same in a cycle of constants and one number: which way a thread came differs
; CHECK-LABEL: ; uniformity of tangled_constants
; CHECK: %v: differs
; CHECK: %w: differs
define ptx_kernel void @tangled_constants(i1 %c, i32 %n) {
e:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = trunc i32 %t to i1
  br i1 %odd, label %a, label %b
a:
  %v = phi i32 [ 0, %e ], [ 1, %b ]
  br i1 %c, label %b, label %o
b:
  %w = phi i32 [ %n, %e ], [ 3, %a ]
  %more = icmp ult i32 %n, 7
  br i1 %more, label %a, label %o
o:
  ret void
}

; another function is called with whatever its callers have
; CHECK-LABEL: ; uniformity of callee
; CHECK: %y: differs
; CHECK: %z: differs
define i32 @callee(i32 %x) {
  %y = add i32 %x, 1
  %z = call i32 @callee(i32 0)
  ret i32 %y
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.barrier0.or(i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
