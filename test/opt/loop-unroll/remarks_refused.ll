; SPDX-License-Identifier: Apache-2.0
; A remark says why a loop is not unrolled.
; RUN: cuprum opt --passes=loop-unroll -Rpass-missed=. %s -S -o %t.ll
; CHECK: remark: the loop is not unrolled: something in it must not be copied [-Rpass-missed=loop-unroll]
target triple = "nvptx64-nvidia-cuda"
declare void @once() noduplicate
define void @f(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @once()
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
