; A pointer cast to the generic space and back is the pointer.
; RUN: %B/tools/iropt --passes=instsimplify %s
@s = internal addrspace(3) global [4 x i32] undef
@g = internal addrspace(1) global [4 x i32] zeroinitializer

; CHECK-LABEL: define i32 @shared
; CHECK-NEXT: ret i32 ptrtoint (ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @s, i64 4) to i32)
define i32 @shared() {
  ret i32 ptrtoint (ptr addrspace(3) addrspacecast (ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(3) @s to ptr), i64 4) to ptr addrspace(3)) to i32)
}

; another space
; CHECK-LABEL: define ptr addrspace(3) @other
; CHECK-NEXT: ret ptr addrspace(3) addrspacecast
define ptr addrspace(3) @other() {
  ret ptr addrspace(3) addrspacecast (ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(1) @g to ptr), i64 4) to ptr addrspace(3))
}

; nothing in between
; CHECK-LABEL: define i32 @plain
; CHECK-NEXT: ret i32 ptrtoint (ptr addrspace(3) @s to i32)
define i32 @plain() {
  ret i32 ptrtoint (ptr addrspace(3) addrspacecast (ptr addrspacecast (ptr addrspace(3) @s to ptr) to ptr addrspace(3)) to i32)
}
