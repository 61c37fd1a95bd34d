; A store goes where all ways that leave it overwrite it before they read.
; RUN: %B/tools/iropt --passes=dse --stress=all %s
target triple = "nvptx64-nvidia-cuda"
declare void @f()
declare void @pure() memory(none)
declare void @reads_arg(ptr nocapture) memory(argmem: read) willreturn nounwind
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.exit()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; both arms write over it
; CHECK-LABEL: define void @both
; CHECK-NOT: store i32 1
; CHECK: ret
define void @both(ptr %p, i1 %c) {
  store i32 1, ptr %p
  br i1 %c, label %t, label %f
t:
  store i32 2, ptr %p
  br label %j
f:
  store i32 3, ptr %p
  br label %j
j:
  ret void
}

; one arm does not
; CHECK-LABEL: define void @one
; CHECK: store i32 1
define void @one(ptr %p, i1 %c) {
  store i32 1, ptr %p
  br i1 %c, label %t, label %j
t:
  store i32 2, ptr %p
  br label %j
j:
  ret void
}

; one arm ends the function, or never does
; CHECK-LABEL: define void @ends
; CHECK: store i32 1
define void @ends(ptr %p, i1 %c) {
  store i32 1, ptr %p
  br i1 %c, label %t, label %j
t:
  store i32 2, ptr %p
  ret void
j:
  unreachable
}
; CHECK-LABEL: define void @forever
; CHECK: store i32 1
define void @forever(ptr %p, i1 %c) {
  store i32 1, ptr %p
  br i1 %c, label %t, label %j
t:
  store i32 2, ptr %p
  ret void
j:
  br label %j
}

; one arm reads
; CHECK-LABEL: define i32 @reads
; CHECK: store i32 1
define i32 @reads(ptr %p, ptr %q, i1 %c) {
  store i32 1, ptr %p
  br i1 %c, label %t, label %j
t:
  %v = load i32, ptr %q
  br label %j
j:
  %r = phi i32 [ 0, %0 ], [ %v, %t ]
  store i32 2, ptr %p
  ret i32 %r
}

; a barrier shows it to other threads; an object that only this thread sees it does not
; CHECK-LABEL: define i32 @barrier
; CHECK: store i32 1, ptr addrspace(3) %s
; CHECK-NOT: store i32 3
; CHECK: barrier
; CHECK: store i32 2, ptr addrspace(3) %s
define i32 @barrier(ptr addrspace(3) %s, i1 %c, i64 %n) {
  %l = alloca [4 x i32]
  %g = getelementptr i32, ptr %l, i64 %n
  store i32 1, ptr addrspace(3) %s
  store i32 3, ptr %g
  br i1 %c, label %t, label %j
t:
  call void @llvm.nvvm.barrier0()
  br label %j
j:
  store i32 4, ptr %g
  store i32 2, ptr addrspace(3) %s
  %v = load i32, ptr %l
  ret i32 %v
}

; a call that may not come back, though it touches no memory; one that ends the thread
; CHECK-LABEL: define void @leaves
; CHECK: store i32 1
define void @leaves(ptr %p) {
  store i32 1, ptr %p
  call void @pure()
  store i32 2, ptr %p
  ret void
}
; CHECK-LABEL: define void @exits
; CHECK: store i32 1
define void @exits(ptr noalias %p, i1 %c) {
  store i32 1, ptr %p
  br i1 %c, label %t, label %j
t:
  call void @llvm.nvvm.exit()
  br label %j
j:
  store i32 2, ptr %p
  ret void
}

; a call that reads what its argument points to, and nothing else
; CHECK-LABEL: define void @argument
; CHECK: store i32 1, ptr %p
; CHECK-NOT: store i32 2
; CHECK: call
define void @argument(ptr noalias %p, ptr noalias %q) {
  store i32 1, ptr %p
  store i32 2, ptr %q
  call void @reads_arg(ptr %p)
  store i32 3, ptr %p
  store i32 4, ptr %q
  ret void
}

; written over in each iteration before it is read; the read behind the loop sees the last
; CHECK-LABEL: define i32 @around
; CHECK-NOT: store i32 1
; CHECK: store i32 %i
define i32 @around(ptr %p, i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  store i32 1, ptr %p
  store i32 %i, ptr %p
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %o
o:
  %v = load i32, ptr %p
  ret i32 %v
}

; the next iteration's address is another one: its store is not one over this
; CHECK-LABEL: define void @moves
; CHECK: store i32 1
; CHECK: store i32 2
define void @moves(ptr %p, i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %g = getelementptr i32, ptr %p, i32 %i
  %c = icmp slt i32 %i, %n
  br i1 %c, label %l, label %o
l:
  store i32 1, ptr %g
  %j = add i32 %i, 1
  br label %h
o:
  store i32 2, ptr %g
  ret void
}

; and its read, of a place before its own, is one of this
; CHECK-LABEL: define i32 @behind
; CHECK: store i32 %i
define i32 @behind(i32 %n) {
e:
  %a = alloca [64 x i32]
  br label %h
h:
  %i = phi i32 [ 1, %e ], [ %j, %h ]
  %s = phi i32 [ 0, %e ], [ %t, %h ]
  %g = getelementptr [64 x i32], ptr %a, i32 0, i32 %i
  %b = getelementptr i32, ptr %g, i32 -1
  %v = load i32, ptr %b
  %t = add i32 %s, %v
  store i32 %i, ptr %g
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %o
o:
  ret i32 %t
}

; memset and memcpy are written over too, and write over
; CHECK-LABEL: define void @blocks
; CHECK-NOT: memset
; CHECK-NOT: store
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 32
; CHECK-NEXT: ret
define void @blocks(ptr %p, ptr noalias %q) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 32, i1 false)
  %g = getelementptr i8, ptr %p, i64 8
  store i64 1, ptr %g
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 32, i1 false)
  ret void
}

; not when the copy reads it
; CHECK-LABEL: define void @copies
; CHECK: memset
define void @copies(ptr %p, ptr %q) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 32, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 32, i1 false)
  ret void
}
; volatile
; CHECK-LABEL: define void @volatile
; CHECK: memset
; CHECK: store
; CHECK: memcpy
define void @volatile(ptr %p, ptr noalias %q) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 32, i1 true)
  store atomic i32 1, ptr %p monotonic, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 32, i1 true)
  ret void
}
