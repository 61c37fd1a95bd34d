; SPDX-License-Identifier: Apache-2.0
; A loop in which all threads of a warp meet is unrolled at run time though warps run it differently often: a thread that
; ran it more often than another of its warp would wait for ever. Barriers and parts of warps stay together.
; RUN: %B/tools/iropt --passes='loop(loop-unroll<threshold=0>)' --stress=all %s
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)
declare void @llvm.nvvm.barrier0()

; CHECK-LABEL: define i32 @shuffle
; CHECK-COUNT-5: call i32 @llvm.nvvm.shfl.sync.bfly.i32
define i32 @shuffle(i32 noundef %n) {
e:
  %s = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %h
h:
  %i = phi i32 [ %s, %e ], [ %j, %h ]
  %v = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %i, i32 1, i32 31)
  %j = add nsw i32 %i, 4
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %o
o:
  ret i32 %v
}

; the mask of a reduction stands behind its value
; CHECK-LABEL: define i32 @reduction
; CHECK-COUNT-5: call i32 @llvm.nvvm.redux.sync.add
define i32 @reduction(i32 noundef %n) {
e:
  %s = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %h
h:
  %i = phi i32 [ %s, %e ], [ %j, %h ]
  %v = call i32 @llvm.nvvm.redux.sync.add(i32 %i, i32 -1)
  %j = add nsw i32 %i, 4
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %o
o:
  ret i32 %v
}

; half a warp: the other half may be elsewhere
; CHECK-LABEL: define i32 @half
; CHECK-COUNT-1: call i32 @llvm.nvvm.vote.ballot.sync
; CHECK-NOT: call i32 @llvm.nvvm.vote.ballot.sync
; CHECK: ret i32
define i32 @half(i32 noundef %n) {
e:
  %s = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %h
h:
  %i = phi i32 [ %s, %e ], [ %j, %h ]
  %v = call i32 @llvm.nvvm.vote.ballot.sync(i32 65535, i1 true)
  %j = add nsw i32 %i, 4
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %o
o:
  ret i32 %v
}

; a barrier beside the shuffle
; CHECK-LABEL: define i32 @barrier
; CHECK-COUNT-1: call void @llvm.nvvm.barrier0
; CHECK-NOT: call void @llvm.nvvm.barrier0
; CHECK: ret i32
define i32 @barrier(i32 noundef %n) {
e:
  %s = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %h
h:
  %i = phi i32 [ %s, %e ], [ %j, %h ]
  %v = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %i, i32 1, i32 31)
  call void @llvm.nvvm.barrier0()
  %j = add nsw i32 %i, 4
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %o
o:
  ret i32 %v
}
