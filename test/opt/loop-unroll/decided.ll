; Iterations whose numbers decide where they go count only what they come to.
; RUN: %B/tools/iropt --passes='loop(loop-unroll<threshold=14;runtime-count=1;partial-count=1>),simplifycfg' --stress=all %s
; RUN[RAN]: for o in 0 1 3; do cuprum run %s -O$o --kernel=by_number --print=0:8 buf:i32:8:zero i32:3; done
; RAN: arg 0: 3 9 81 63 0 0 0 0
; RAN: arg 0: 3 9 81 63 0 0 0 0
; RAN: arg 0: 3 9 81 63 0 0 0 0
target triple = "nvptx64-nvidia-cuda"

; Each of four iterations takes another arm, by a switch and by a frozen test.
; CHECK-LABEL: define ptx_kernel void @by_number
; CHECK-NOT: br
; CHECK-NOT: switch
; CHECK: ret void
define ptx_kernel void @by_number(ptr %p, i32 %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %met ]
  %at = getelementptr i32, ptr %p, i32 %i
  switch i32 %i, label %last [ i32 0, label %first
                               i32 1, label %second ]
first:
  br label %met
second:
  %s1 = mul i32 %x, %x
  br label %met
last:
  %two = icmp eq i32 %i, 2
  %f = freeze i1 %two
  br i1 %f, label %third, label %fourth
third:
  %t1 = mul i32 %x, %x
  %t2 = mul i32 %t1, %t1
  br label %met
fourth:
  %u1 = mul i32 %x, 5
  %u2 = mul i32 %u1, 9
  %u3 = mul i32 %u2, %x
  %u4 = sub i32 %u3, 300
  %u5 = sub i32 %u4, 42
  br label %met
met:
  %v = phi i32 [ %x, %first ], [ %s1, %second ], [ %t2, %third ], [ %u5, %fourth ]
  store i32 %v, ptr %at
  %j = add nuw nsw i32 %i, 1
  %c = icmp slt i32 %j, 4
  br i1 %c, label %loop, label %end
end:
  ret void
}

; What nobody knows before the run decides: all arms count, and that is too much.
; CHECK-LABEL: define ptx_kernel void @by_argument
; CHECK: switch
; CHECK-NOT: switch
; CHECK: ret void
define ptx_kernel void @by_argument(ptr %p, i32 %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %met ]
  %at = getelementptr i32, ptr %p, i32 %i
  %old = load i32, ptr %at
  switch i32 %old, label %last [ i32 0, label %first
                                 i32 1, label %second ]
first:
  br label %met
second:
  %s1 = mul i32 %x, %x
  br label %met
last:
  %u1 = mul i32 %x, 5
  %u2 = mul i32 %u1, 9
  %u3 = mul i32 %u2, %x
  %u4 = sub i32 %u3, 300
  %u5 = sub i32 %u4, 42
  %u6 = mul i32 %u5, %old
  %u7 = sub i32 %u6, %x
  %u8 = mul i32 %u7, %u5
  br label %met
met:
  %v = phi i32 [ %x, %first ], [ %s1, %second ], [ %u8, %last ]
  store i32 %v, ptr %at
  %j = add nuw nsw i32 %i, 1
  %c = icmp slt i32 %j, 8
  br i1 %c, label %loop, label %end
end:
  ret void
}
