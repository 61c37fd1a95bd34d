; Indices of addresses of 32 bits (shared memory) need no more than 32 bits.
; RUN: %B/tools/iropt --passes=instcombine --stress=all %s
; CHECK-LABEL: define i8 @shared
; CHECK-NEXT: getelementptr inbounds i8, ptr addrspace(3) %p, i32 %x
define i8 @shared(ptr addrspace(3) %p, i32 %x) {
  %w = sext i32 %x to i64
  %a = getelementptr inbounds i8, ptr addrspace(3) %p, i64 %w
  %v = load i8, ptr addrspace(3) %a
  ret i8 %v
}
; CHECK-LABEL: define i32 @wide_index
; CHECK-NEXT: trunc i64 %x to i32
; CHECK-NEXT: getelementptr i32, ptr addrspace(3) %p, i32
define i32 @wide_index(ptr addrspace(3) %p, i64 %x) {
  %a = getelementptr i32, ptr addrspace(3) %p, i64 %x
  %v = load i32, ptr addrspace(3) %a
  ret i32 %v
}
; addresses of 64 bits keep theirs
; CHECK-LABEL: define i8 @global
; CHECK-NEXT: sext
define i8 @global(ptr addrspace(1) %p, i32 %x) {
  %w = sext i32 %x to i64
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %w
  %v = load i8, ptr addrspace(1) %a
  ret i8 %v
}
