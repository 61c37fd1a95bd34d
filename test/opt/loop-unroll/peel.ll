; SPDX-License-Identifier: Apache-2.0
; -unroll-peel-count puts iterations in front of a loop; their tests stay.
; RUN: %B/tools/iropt "--passes=loop-unroll<peel=2>" --stress=all %s
; CHECK-LABEL: @counts
; CHECK: phi i32 [ %i, %loop ], [ 2,
; CHECK: br i1
; CHECK: store i32 0, ptr %p
; CHECK: br i1
; CHECK: store i32 1,
; CHECK: br i1
define i32 @counts(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %i, %loop ]
  %q = getelementptr i32, ptr %p, i32 %k
  store i32 %k, ptr %q
  %i = add i32 %k, 1
  %c = icmp slt i32 %i, %n
  br i1 %c, label %loop, label %end
end:
  ret i32 %k
}

; threads that meet in the loop would be parted
; CHECK-LABEL: @meets
; CHECK-COUNT-1: call void @llvm.nvvm.barrier0
; CHECK-NOT: call void @llvm.nvvm.barrier0
define void @meets(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %i, %loop ]
  call void @llvm.nvvm.barrier0()
  %i = add i32 %k, 1
  %c = icmp slt i32 %i, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}
declare void @llvm.nvvm.barrier0()

; a loop that runs no longer is unrolled in full, and no part of it stands in front of it
; CHECK-LABEL: @short
; CHECK-NOT: br i1
; CHECK: ret void
define void @short(ptr %p) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %i, %loop ]
  %q = getelementptr i32, ptr %p, i32 %k
  store i32 %k, ptr %q
  %i = add i32 %k, 1
  %c = icmp ult i32 %i, 2
  br i1 %c, label %loop, label %end
end:
  ret void
}
