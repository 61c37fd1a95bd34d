; SPDX-License-Identifier: Apache-2.0
; What leaves a loop whose every round need not have come to it makes no promise whose breach is undefined; a bound stays.
; RUN: cuprum opt %s --passes=licm -S -o -
target triple = "nvptx64-nvidia-cuda"
@v = internal addrspace(1) global i32 0
; CHECK-LABEL: @sometimes
; CHECK: load i32, ptr addrspace(1) @v, align 4, !range {{!\d+$}}
; CHECK: phi
define i32 @sometimes(i32 %n, i32 %m) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %latch ]
  %s = phi i32 [ 0, %entry ], [ %s1, %latch ]
  %c = icmp eq i32 %i, %m
  br i1 %c, label %do, label %latch
do:
  %a = load i32, ptr addrspace(1) @v, align 4, !range !0, !noundef !1, !invariant.load !1
  br label %latch
latch:
  %t = phi i32 [ 0, %loop ], [ %a, %do ]
  %s1 = add i32 %s, %t
  %i1 = add i32 %i, 1
  %e = icmp eq i32 %i1, %n
  br i1 %e, label %out, label %loop
out:
  ret i32 %s1
}
; CHECK-LABEL: @always
; CHECK: load i32, ptr addrspace(1) @v, align 4, !range {{!\d+}}, !noundef {{!\d+}}, !invariant.load
; CHECK: phi
define i32 @always(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %s = phi i32 [ 0, %entry ], [ %s1, %loop ]
  %a = load i32, ptr addrspace(1) @v, align 4, !range !0, !noundef !1, !invariant.load !1
  %s1 = add i32 %s, %a
  %i1 = add i32 %i, 1
  %e = icmp eq i32 %i1, %n
  br i1 %e, label %out, label %loop
out:
  ret i32 %s1
}
!0 = !{i32 0, i32 1000}
!1 = !{}
