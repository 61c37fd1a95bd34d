; Local variables lie as their accesses like it; small constants become larger ones first.
; RUN: %B/tools/iropt --passes=load-store-vectorizer,adce --stress=all %s
target datalayout = "e-p:64:64:64-p3:32:32:32-i64:64:64-n16:32:64"

; CHECK-LABEL: define void @four
; CHECK: %a = alloca [8 x i32], align 16
; CHECK: store <4 x i32> %{{.*}}, ptr addrspace(5) %l, align 16
; CHECK-NOT: store
; CHECK: ret void
define void @four(i32 %x, i32 %y) {
  %a = alloca [8 x i32], align 4
  %l = addrspacecast ptr %a to ptr addrspace(5)
  store i32 %x, ptr addrspace(5) %l, align 4
  %b = getelementptr i8, ptr addrspace(5) %l, i64 4
  store i32 %y, ptr addrspace(5) %b, align 4
  %c = getelementptr i8, ptr addrspace(5) %l, i64 8
  store i32 %x, ptr addrspace(5) %c, align 4
  %d = getelementptr i8, ptr addrspace(5) %l, i64 12
  store i32 %y, ptr addrspace(5) %d, align 4
  ret void
}
; two that begin in the middle of a vector: no alignment makes one of them
; CHECK-LABEL: define void @middle
; CHECK: alloca [8 x i32], align 4
; CHECK-NOT: <
; CHECK: ret void
define void @middle(i32 %x, i32 %y) {
  %a = alloca [8 x i32], align 4
  %l = addrspacecast ptr %a to ptr addrspace(5)
  %b = getelementptr i8, ptr addrspace(5) %l, i64 4
  store i32 %x, ptr addrspace(5) %b, align 4
  %c = getelementptr i8, ptr addrspace(5) %l, i64 8
  store i32 %y, ptr addrspace(5) %c, align 4
  ret void
}
; the size of what a run-time count makes is not known: it stays as it is
; CHECK-LABEL: define void @counted
; CHECK: alloca i32, i32 %n, align 4
; CHECK-NOT: <
; CHECK: ret void
define void @counted(i32 %n) {
  %a = alloca i32, i32 %n, align 4
  store i32 %n, ptr %a, align 4
  %b = getelementptr i8, ptr %a, i64 4
  store i32 %n, ptr %b, align 4
  ret void
}
; the low address holds the low bits; one byte is left
; CHECK-LABEL: define void @constants
; CHECK: store i32 67305985, ptr %p, align 4
; CHECK: store i8 5,
; CHECK: ret void
define void @constants(ptr align 4 %p) {
  store i8 1, ptr %p, align 4
  %b = getelementptr i8, ptr %p, i64 1
  store i8 2, ptr %b, align 1
  %c = getelementptr i8, ptr %p, i64 2
  store i8 3, ptr %c, align 1
  %d = getelementptr i8, ptr %p, i64 3
  store i8 4, ptr %d, align 1
  %e = getelementptr i8, ptr %p, i64 4
  store i8 5, ptr %e, align 1
  ret void
}
; halves become words, these one vector
; CHECK-LABEL: define void @halves
; CHECK: store <2 x i32> {{.*}}, ptr %p, align 8
; CHECK-NOT: store
; CHECK: ret void
define void @halves(ptr align 8 %p) {
  store half 1.0, ptr %p, align 8
  %b = getelementptr i8, ptr %p, i64 2
  store i16 -1, ptr %b, align 2
  %c = getelementptr i8, ptr %p, i64 4
  store i16 0, ptr %c, align 2
  %d = getelementptr i8, ptr %p, i64 6
  store half 0.0, ptr %d, align 2
  ret void
}
; not what is not aligned, nor what is not constant
; CHECK-LABEL: define void @unaligned
; CHECK-NOT: store i32
; CHECK: ret void
define void @unaligned(ptr align 2 %p, ptr align 4 %q, i16 %x) {
  store i16 1, ptr %p, align 2
  %b = getelementptr i8, ptr %p, i64 2
  store i16 2, ptr %b, align 2
  store i16 1, ptr %q, align 4
  %c = getelementptr i8, ptr %q, i64 2
  store i16 %x, ptr %c, align 2
  ret void
}
