; Where many registers are alive cheap values wait for their first use (src/opt/scalar/delay.c).
; RUN: %B/tools/iropt --passes='delay-values<registers=0;full=0>' --stress=all %s
; RUN[FEW]: %B/tools/iropt --passes='delay-values' --stress=all %s
declare void @use(i32)

; an address that is needed after much else, by way of a cast that costs nothing
; CHECK-LABEL: define void @block
; CHECK: entry:
; CHECK-NEXT: call void @use(i32 1)
; CHECK: call void @use(i32 9)
; CHECK-NEXT: [[A:%.*]] = getelementptr i8, ptr addrspace(3) %p, i32 4096
; CHECK-NEXT: [[I:%.*]] = ptrtoint ptr addrspace(3) [[A]] to i32
; CHECK-NEXT: call void @use(i32 [[I]])
; FEW-LABEL: define void @block
; FEW: entry:
; FEW-NEXT: getelementptr
define void @block(ptr addrspace(3) %p) {
entry:
  %a = getelementptr i8, ptr addrspace(3) %p, i32 4096
  %i = ptrtoint ptr addrspace(3) %a to i32
  call void @use(i32 1)
  call void @use(i32 2)
  call void @use(i32 3)
  call void @use(i32 4)
  call void @use(i32 5)
  call void @use(i32 6)
  call void @use(i32 7)
  call void @use(i32 8)
  call void @use(i32 9)
  call void @use(i32 %i)
  %j = ptrtoint ptr addrspace(3) %p to i32
  call void @use(i32 %j)
  ret void
}

; in a loop that is full it is computed again in every round; the base is alive there
; CHECK-LABEL: define void @loop
; CHECK: entry:
; CHECK-NEXT: br label %loop
; CHECK: call void @use(i32 9)
; CHECK: add i32 %x, 4096
; FEW-LABEL: define void @loop
; FEW: entry:
; FEW-NEXT: add i32 %x, 4096
define void @loop(i32 %x, i32 %n) {
entry:
  %a = add i32 %x, 4096
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  call void @use(i32 1)
  call void @use(i32 2)
  call void @use(i32 3)
  call void @use(i32 4)
  call void @use(i32 5)
  call void @use(i32 6)
  call void @use(i32 7)
  call void @use(i32 8)
  call void @use(i32 9)
  call void @use(i32 %a)
  call void @use(i32 %x)
  %i1 = add nsw i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; what it is made of would live on for it; a value that is needed soon; a load stays where memory is as it was
; CHECK-LABEL: define void @stays
; CHECK: next:
; CHECK-NEXT: %s = add i32 %x, %y
; CHECK-NEXT: %l = load i32, ptr %p
; CHECK-NEXT: call void @use(i32 1)
; CHECK-NEXT: %t = add i32 %x, 7
; CHECK: ret void
define void @stays(ptr %p) {
entry:
  %x = load i32, ptr %p
  %y = load i32, ptr %p
  br label %next
next:
  %s = add i32 %x, %y
  %l = load i32, ptr %p
  call void @use(i32 1)
  %t = add i32 %x, 7
  call void @use(i32 2)
  call void @use(i32 %t)
  call void @use(i32 4)
  call void @use(i32 5)
  call void @use(i32 6)
  call void @use(i32 7)
  call void @use(i32 8)
  call void @use(i32 9)
  call void @use(i32 %s)
  call void @use(i32 %l)
  ret void
}

; two values with one first use, one made of the other: it stays in front
; CHECK-LABEL: define void @order
; CHECK: call void @use(i32 9)
; CHECK-NEXT: %a = add i32 %x, 1
; CHECK-NEXT: %c = xor i32 %a, 5
; CHECK-NEXT: %b = shl i32 %a, 2
; CHECK-NEXT: call void @use3(i32 %a, i32 %b, i32 %c)
declare void @use3(i32, i32, i32)
define void @order(i32 %x) {
entry:
  %a = add i32 %x, 1
  %b = shl i32 %a, 2
  %c = xor i32 %a, 5
  call void @use(i32 1)
  call void @use(i32 2)
  call void @use(i32 3)
  call void @use(i32 4)
  call void @use(i32 5)
  call void @use(i32 6)
  call void @use(i32 7)
  call void @use(i32 8)
  call void @use(i32 9)
  call void @use3(i32 %a, i32 %b, i32 %c)
  call void @use(i32 %x)
  ret void
}
