; A phi behind a conditional branch, in a block that only this branch enters: nobody copied its value.
; EACH: -O0, -O1, -O2, -O3
; RUN: cuprum run %s %E --print=0:3 buf:u32:3:zero buf:u32:2:iota
; CHECK: arg 0: 7 11 4
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %out, ptr %in) {
entry:
  %at = getelementptr i32, ptr %in, i64 1
  %one = load i32, ptr %at
  br label %loop
loop:
  %i = phi i32 [ 3, %entry ], [ %less, %loop ]
  %sum = phi i32 [ %one, %entry ], [ %more, %loop ]
  %more = add i32 %sum, %i
  %less = sub i32 %i, %one
  %again = icmp ne i32 %less, 0
  br i1 %again, label %loop, label %left
left:
  %last = phi i32 [ %more, %loop ]
  store i32 %last, ptr %out
  %second = getelementptr i32, ptr %out, i64 1
  switch i32 %one, label %other [
    i32 1, label %chosen
    i32 5, label %other
  ]
chosen:
  %x = phi i32 [ 11, %left ]
  %y = phi i32 [ %one, %left ]
  store i32 %x, ptr %second
  %third = getelementptr i32, ptr %out, i64 2
  %z = add i32 %y, 3
  store i32 %z, ptr %third
  ret void
other:
  ret void
}
