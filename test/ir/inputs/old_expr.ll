; For LLVM 14, with typed pointers: constant expressions that later versions dropped.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@a = addrspace(1) global [4 x i32] [i32 7, i32 8, i32 9, i32 10], align 16
@b = addrspace(1) global i32 5, align 16
define void @k(i32* %out) {
entry:
  %v0 = load i32, i32 addrspace(1)* select (i1 icmp ugt (i64 ptrtoint ([4 x i32] addrspace(1)* @a to i64), i64 3), i32 addrspace(1)* getelementptr ([4 x i32], [4 x i32] addrspace(1)* @a, i64 0, i64 0), i32 addrspace(1)* @b)
  store i32 %v0, i32* %out
  %c = icmp eq i32 %v0, 7
  br i1 %c, label %join, label %other
other:
  br label %join
join:
  %p = phi i32 [ zext (i1 icmp ne (i32 addrspace(1)* @b, i32 addrspace(1)* inttoptr (i64 4 to i32 addrspace(1)*)) to i32), %entry ], [ 0, %other ]
  %o1 = getelementptr i32, i32* %out, i32 1
  store i32 %p, i32* %o1
  %o2 = getelementptr i32, i32* %out, i32 2
  store i32 or (i32 and (i32 trunc (i64 ptrtoint (i32 addrspace(1)* @b to i64) to i32), i32 7), i32 2), i32* %o2
  %o3 = getelementptr i32, i32* %out, i32 3
  store i32 zext (i1 fcmp olt (double fneg (double uitofp (i64 ptrtoint (i32 addrspace(1)* @b to i64) to double)), double -0.5) to i32), i32* %o3
  %o4 = getelementptr i32, i32* %out, i32 4
  store i32 trunc (i64 udiv exact (i64 ptrtoint (i32 addrspace(1)* @b to i64), i64 ptrtoint (i32 addrspace(1)* @b to i64)) to i32), i32* %o4
  %o5 = getelementptr i32, i32* %out, i32 5
  store i32 lshr (i32 shl (i32 zext (i1 icmp ne (i32 addrspace(1)* @b, i32 addrspace(1)* null) to i32), i32 4), i32 1), i32* %o5
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{void (i32*)* @k, !"kernel", i32 1}
