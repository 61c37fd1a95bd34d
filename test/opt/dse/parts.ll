; Stores that are overwritten in parts, and what is left of a memset.
; RUN: %B/tools/iropt --passes=dse --stress=all %s
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; two halves
; CHECK-LABEL: define void @halves
; CHECK-NOT: store i64
; CHECK: ret
define void @halves(ptr %p, i64 %w, i32 %a, i32 %b) {
  store i64 %w, ptr %p
  %g = getelementptr i8, ptr %p, i64 4
  store i32 %b, ptr %g
  store i32 %a, ptr %p
  ret void
}
; one of them is read before
; CHECK-LABEL: define i32 @between
; CHECK: store i64
define i32 @between(ptr %p, i64 %w, i32 %a, i32 %b) {
  store i64 %w, ptr %p
  %g = getelementptr i8, ptr %p, i64 4
  store i32 %b, ptr %g
  %v = load i32, ptr %p
  store i32 %a, ptr %p
  ret i32 %v
}
; a gap
; CHECK-LABEL: define void @gap
; CHECK: store i64
define void @gap(ptr %p, i64 %w, i32 %a, i16 %b) {
  store i64 %w, ptr %p
  %g = getelementptr i8, ptr %p, i64 6
  store i16 %b, ptr %g
  store i32 %a, ptr %p
  ret void
}
; a memset loses its beginning, or its end
; CHECK-LABEL: define void @head
; CHECK: %1 = getelementptr i8, ptr %p, i64 16
; CHECK: memset.p0.i64(ptr align 16 %1, i8 0, i64 16, i1 false)
define void @head(ptr %p, <4 x i32> %v) {
  call void @llvm.memset.p0.i64(ptr align 16 %p, i8 0, i64 32, i1 false)
  store <4 x i32> %v, ptr %p
  ret void
}
; CHECK-LABEL: define void @tail
; CHECK: memset.p0.i64(ptr align 16 %p, i8 0, i64 32, i1 false)
define void @tail(ptr %p, i64 %v, i64 %w) {
  call void @llvm.memset.p0.i64(ptr align 16 %p, i8 0, i64 48, i1 false)
  %a = getelementptr i8, ptr %p, i64 32
  store i64 %v, ptr %a
  %b = getelementptr i8, ptr %p, i64 40
  store i64 %w, ptr %b
  ret void
}
; three bytes less take more stores
; CHECK-LABEL: define void @odd
; CHECK: memset.p0.i64(ptr align 16 %p, i8 0, i64 32, i1 false)
define void @odd(ptr %p, i16 %v, i8 %w) {
  call void @llvm.memset.p0.i64(ptr align 16 %p, i8 0, i64 32, i1 false)
  store i16 %v, ptr %p
  %a = getelementptr i8, ptr %p, i64 2
  store i8 %w, ptr %a
  ret void
}
