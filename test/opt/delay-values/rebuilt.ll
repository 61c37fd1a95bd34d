; What is computed in front of a full loop and needed behind it alone is computed again there (src/opt/scalar/delay.c).
; RUN: %B/tools/iropt --passes='delay-values<registers=0;full=0>' --stress=all %s
; RUN[FEW]: %B/tools/iropt --passes='delay-values' --stress=all %s
declare void @use(i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; used in front, too; the loop may be jumped over; what it is made of is read from a register that all threads have
; CHECK-LABEL: define void @behind
; CHECK: entry:
; CHECK: call void @use
; CHECK: loop:
; CHECK: end:
; CHECK: [[T:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK-NEXT: [[A:%.*]] = and i32 [[T]], 7
; CHECK-NEXT: [[B:%.*]] = mul i32 [[A]], %x
; CHECK-NEXT: call void @use(i32 [[B]])
; FEW-LABEL: define void @behind
; FEW: end:
; FEW-NEXT: call void @use(i32 %b)
define void @behind(i32 %x, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = and i32 %t, 7
  %b = mul i32 %a, %x
  call void @use(i32 %b)
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %end
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  call void @use(i32 %i)
  %i1 = add nsw i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %loop, label %end
end:
  call void @use(i32 %b)
  ret void
}

; needed in the loop: it is alive there anyway
; CHECK-LABEL: define void @inside
; CHECK: end:
; CHECK-NEXT: call void @use(i32 %b)
define void @inside(i32 %x, i32 %n) {
entry:
  %b = mul i32 %x, 7
  call void @use(i32 %b)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  call void @use(i32 %b)
  %i1 = add nsw i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %loop, label %end
end:
  call void @use(i32 %b)
  ret void
}

; made of what memory had, which is not there behind the loop
; CHECK-LABEL: define void @memory
; CHECK: end:
; CHECK-NEXT: call void @use(i32 %b)
define void @memory(ptr %p, i32 %n) {
entry:
  %x = load i32, ptr %p
  %b = mul i32 %x, 7
  call void @use(i32 %b)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  call void @use(i32 %i)
  %i1 = add nsw i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %loop, label %end
end:
  call void @use(i32 %b)
  ret void
}
