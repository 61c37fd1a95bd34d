; What !range says of a loaded number decides comparisons with its bounds and beyond, and none inside.
; RUN: %B/tools/iropt --passes=correlated-propagation %s
; CHECK-LABEL: define void @loaded
; CHECK-NOT: icmp
; CHECK: call void @use(i1 true, i1 true, i1 false, i1 false)
; CHECK: [[I:%[a-z]+]] = icmp ult i32 %v, 9
; CHECK: [[K:%[a-z]+]] = icmp ugt i32 %v, 4
; CHECK: call void @use(i1 [[I]], i1 [[K]], i1 true, i1 false)
target triple = "nvptx64-nvidia-cuda"
declare void @use(i1, i1, i1, i1)
define void @loaded(ptr %p) {
  %v = load i32, ptr %p, !range !0
  %below = icmp ult i32 %v, 10
  %above = icmp ugt i32 %v, 3
  %ten = icmp uge i32 %v, 10
  %three = icmp ule i32 %v, 3
  call void @use(i1 %below, i1 %above, i1 %ten, i1 %three)
  %inside = icmp ult i32 %v, 9
  %other = icmp ugt i32 %v, 4
  %positive = icmp sge i32 %v, 0
  %negative = icmp slt i32 %v, 0
  call void @use(i1 %inside, i1 %other, i1 %positive, i1 %negative)
  ret void
}
!0 = !{i32 4, i32 10}
