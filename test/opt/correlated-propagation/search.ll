; Bounds that ask for each other are not negative if they were not before: by induction over the rounds.
; RUN: %B/tools/iropt --passes=correlated-propagation,adce --stress=all %s
declare i1 @less(i32)
declare i32 @llvm.smax.i32(i32, i32)

; a binary search: the middle is a half without a sign
; CHECK-LABEL: define i32 @search
; CHECK: loop:
; CHECK: [[S:%.*]] = add {{.*}} i32 %lo, %hi
; CHECK: %mid = udiv i32 [[S]], 2
; CHECK: br i1
define i32 @search(i32 %first, i32 %n) {
entry:
  %lo0 = call i32 @llvm.smax.i32(i32 %first, i32 0)
  %any = icmp slt i32 %lo0, %n
  br i1 %any, label %loop, label %end
loop:
  %lo = phi i32 [ %lo0, %entry ], [ %lo1, %loop ]
  %hi = phi i32 [ %n, %entry ], [ %hi1, %loop ]
  %s = add nsw i32 %lo, %hi
  %mid = sdiv i32 %s, 2
  %c = call i1 @less(i32 %mid)
  %next = add nsw i32 %mid, 1
  %lo1 = select i1 %c, i32 %next, i32 %lo
  %hi1 = select i1 %c, i32 %hi, i32 %mid
  %more = icmp slt i32 %lo1, %hi1
  br i1 %more, label %loop, label %end
end:
  %r = phi i32 [ %lo0, %entry ], [ %lo1, %loop ]
  ret i32 %r
}

; it may begin below zero
; CHECK-LABEL: define i32 @negative
; CHECK: %mid = sdiv i32
define i32 @negative(i32 %lo0, i32 %n) {
entry:
  %any = icmp slt i32 %lo0, %n
  br i1 %any, label %loop, label %end
loop:
  %lo = phi i32 [ %lo0, %entry ], [ %lo1, %loop ]
  %hi = phi i32 [ %n, %entry ], [ %hi1, %loop ]
  %s = add nsw i32 %lo, %hi
  %mid = sdiv i32 %s, 2
  %c = call i1 @less(i32 %mid)
  %next = add nsw i32 %mid, 1
  %lo1 = select i1 %c, i32 %next, i32 %lo
  %hi1 = select i1 %c, i32 %hi, i32 %mid
  %more = icmp slt i32 %lo1, %hi1
  br i1 %more, label %loop, label %end
end:
  %r = phi i32 [ %lo0, %entry ], [ %lo1, %loop ]
  ret i32 %r
}

; one bound takes a step down, without a test
; CHECK-LABEL: define i32 @down
; CHECK: %mid = sdiv i32
define i32 @down(i32 %first, i32 %n) {
entry:
  %lo0 = call i32 @llvm.smax.i32(i32 %first, i32 0)
  %any = icmp slt i32 %lo0, %n
  br i1 %any, label %loop, label %end
loop:
  %lo = phi i32 [ %lo0, %entry ], [ %lo1, %loop ]
  %hi = phi i32 [ %n, %entry ], [ %hi1, %loop ]
  %s = add nsw i32 %lo, %hi
  %mid = sdiv i32 %s, 2
  %c = call i1 @less(i32 %mid)
  %next = add nsw i32 %mid, 1
  %before = add nsw i32 %mid, -1
  %lo1 = select i1 %c, i32 %next, i32 %lo
  %hi1 = select i1 %c, i32 %hi, i32 %before
  %more = call i1 @less(i32 %lo1)
  br i1 %more, label %loop, label %end
end:
  %r = phi i32 [ %lo0, %entry ], [ %lo1, %loop ]
  ret i32 %r
}

; the sum may wrap
; CHECK-LABEL: define i32 @wraps
; CHECK: %mid = sdiv i32
define i32 @wraps(i32 %first, i32 %n) {
entry:
  %lo0 = call i32 @llvm.smax.i32(i32 %first, i32 0)
  %any = icmp slt i32 %lo0, %n
  br i1 %any, label %loop, label %end
loop:
  %lo = phi i32 [ %lo0, %entry ], [ %lo1, %loop ]
  %hi = phi i32 [ %n, %entry ], [ %hi1, %loop ]
  %s = add i32 %lo, %hi
  %mid = sdiv i32 %s, 2
  %c = call i1 @less(i32 %mid)
  %next = add nsw i32 %mid, 1
  %lo1 = select i1 %c, i32 %next, i32 %lo
  %hi1 = select i1 %c, i32 %hi, i32 %mid
  %more = icmp slt i32 %lo1, %hi1
  br i1 %more, label %loop, label %end
end:
  %r = phi i32 [ %lo0, %entry ], [ %lo1, %loop ]
  ret i32 %r
}

; a hash: its products wrap, whatever their flags say
; CHECK-LABEL: define i32 @hash
; CHECK: mul nsw i32 %h, 31
; CHECK: ashr i32 %h, 3
define i32 @hash(i32 %n) {
entry:
  br label %loop
loop:
  %h = phi i32 [ 1, %entry ], [ %h1, %loop ]
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %p = mul nsw i32 %h, 31
  %a = ashr i32 %h, 3
  %x = xor i32 %a, %i
  %h1 = add nsw i32 %p, %x
  %i1 = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %h1
}
