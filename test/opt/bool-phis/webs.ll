; Phis and selections of 0 and 1 become predicates (src/opt/scalar/bool_phis.c).
; RUN: %B/tools/iropt --passes=bool-phis,instcombine,adce --stress=all %s
declare i1 @test(i32)
declare void @use8(i8)
declare void @use32(i32)

; a bool that goes round a loop
; CHECK-LABEL: define i32 @round
; CHECK: [[H:%.*]] = phi i1 [ true, %entry ], [ [[C:%.*]], %body ]
; CHECK-NOT: zext
; CHECK: [[C]] = call i1 @test
; CHECK: end:
; CHECK: zext i1 {{.*}} to i32
define i32 @round(i32 %n) {
entry:
  br label %loop
loop:
  %hit = phi i8 [ 1, %entry ], [ %z, %body ]
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %t = trunc i8 %hit to i1
  br i1 %t, label %body, label %end
body:
  %c = call i1 @test(i32 %i)
  %z = zext i1 %c to i8
  %i1 = add nsw i32 %i, 1
  %m = icmp slt i32 %i1, %n
  br i1 %m, label %loop, label %end
end:
  %r = phi i8 [ %hit, %loop ], [ %z, %body ]
  %x = zext i8 %r to i32
  ret i32 %x
}

; one that is turned
; CHECK-LABEL: define void @turned
; CHECK: [[E:%.*]] = phi i1
; CHECK: xor i1
; CHECK-NOT: i8
; CHECK: ret void
define void @turned(i1 %first, i32 %n) {
entry:
  %z0 = zext i1 %first to i8
  br label %loop
loop:
  %even = phi i8 [ %z0, %entry ], [ %s, %loop ]
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %t = icmp ne i8 %even, 0
  %not = xor i1 %t, true
  %z = zext i1 %not to i8
  %c = call i1 @test(i32 %i)
  %s = select i1 %c, i8 %z, i8 %even
  %x = select i1 %t, i32 %i, i32 7
  call void @use32(i32 %x)
  %i1 = add nsw i32 %i, 1
  %m = icmp slt i32 %i1, %n
  br i1 %m, label %loop, label %end
end:
  ret void
}

; another number comes in
; CHECK-LABEL: define void @two
; CHECK: phi i8
define void @two(i32 %n) {
entry:
  br label %loop
loop:
  %hit = phi i8 [ 2, %entry ], [ %z, %loop ]
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %c = call i1 @test(i32 %i)
  %z = zext i1 %c to i8
  %t = icmp ne i8 %hit, 0
  %x = select i1 %t, i32 %i, i32 7
  call void @use32(i32 %x)
  %i1 = add nsw i32 %i, 1
  %m = icmp slt i32 %i1, %n
  br i1 %m, label %loop, label %end
end:
  ret void
}

; the number itself is needed each round: it would be extended there
; CHECK-LABEL: define void @number
; CHECK: phi i8
define void @number(i32 %n, i1 %first) {
entry:
  %z0 = zext i1 %first to i8
  br label %loop
loop:
  %hit = phi i8 [ %z0, %entry ], [ 1, %loop ]
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  call void @use8(i8 %hit)
  %i1 = add nsw i32 %i, 1
  %m = icmp slt i32 %i1, %n
  br i1 %m, label %loop, label %end
end:
  ret void
}
