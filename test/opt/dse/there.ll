; A store of what is in memory already goes.
; RUN: %B/tools/iropt --passes=dse --stress=all %s
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.barrier0()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; what was read there, with something else in between
; CHECK-LABEL: define i32 @read
; CHECK: store i32 7, ptr %q
; CHECK-NOT: store
; CHECK: ret
define i32 @read(ptr noalias %p, ptr noalias %q, i1 %c) {
  %v = load i32, ptr %p
  br i1 %c, label %t, label %j
t:
  store i32 7, ptr %q
  br label %j
j:
  store i32 %v, ptr %p
  ret i32 %v
}
; somebody may have written in between
; CHECK-LABEL: define i32 @written
; CHECK: store i32 7, ptr %q
; CHECK: store i32 %v
define i32 @written(ptr %p, ptr %q, i1 %c) {
  %v = load i32, ptr %p
  br i1 %c, label %t, label %j
t:
  store i32 7, ptr %q
  br label %j
j:
  store i32 %v, ptr %p
  ret i32 %v
}
; CHECK-LABEL: define void @barrier
; CHECK: store i32 %v
define void @barrier(ptr addrspace(3) %p) {
  %v = load i32, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier0()
  store i32 %v, ptr addrspace(3) %p
  ret void
}
; volatile, and another width
; CHECK-LABEL: define void @kinds
; CHECK-COUNT-3: store
define void @kinds(ptr %p, ptr noalias %q) {
  %v = load volatile i32, ptr %p
  store i32 %v, ptr %p
  %w = load i32, ptr %q
  store volatile i32 %w, ptr %q
  %x = load i32, ptr %q
  %y = zext i32 %x to i64
  store i64 %y, ptr %q
  ret void
}

; the same once more, where the first is read
; CHECK-LABEL: define i32 @twice
; CHECK: store i32 %v, ptr %p
; CHECK: store i32 1, ptr %q
; CHECK-NOT: store
; CHECK: ret
define i32 @twice(ptr %p, ptr noalias %q, ptr %r, i32 %v, i1 %c) {
  store i32 %v, ptr %p
  %w = load i32, ptr %r
  br i1 %c, label %t, label %j
t:
  store i32 1, ptr %q
  br label %j
j:
  store i32 %v, ptr %p
  ret i32 %w
}
; nothing but one store of two is left either way
; CHECK-LABEL: define void @straight
; CHECK: store i32 %v, ptr %p
; CHECK-NOT: store
; CHECK: ret
define void @straight(ptr %p, i32 %v) {
  store i32 %v, ptr %p
  store i32 %v, ptr %p
  ret void
}
; the value of an earlier iteration is another one
; CHECK-LABEL: define void @iterations
; CHECK: store i32 %i
define void @iterations(ptr %p, i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  store i32 %i, ptr %p
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %o
o:
  ret void
}

; a byte, a word and a vector of what a memset wrote
; CHECK-LABEL: define void @set
; CHECK: memset
; CHECK-NOT: store i8
; CHECK-NOT: store <2 x i16>
; CHECK: store i32 16843010
; CHECK: store i16 257
define void @set(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 64, i1 false)
  store i8 1, ptr %p
  %a = getelementptr i8, ptr %p, i64 12
  store i32 16843009, ptr %a
  %b = getelementptr i8, ptr %p, i64 20
  store <2 x i16> <i16 257, i16 257>, ptr %b
  %c = getelementptr i8, ptr %p, i64 60
  store i32 16843010, ptr %c
  %d = getelementptr i8, ptr %p, i64 63
  store i16 257, ptr %d
  ret void
}
; nothing at all
; CHECK-LABEL: define void @undefined
; CHECK-NOT: store
; CHECK: ret
define void @undefined(ptr %p) {
  store i32 undef, ptr %p
  ret void
}
