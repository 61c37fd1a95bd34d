target datalayout = "e-i64:64-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
$any = comdat any
$big = comdat largest
@llvm.used = appending global [1 x ptr] [ptr @b_only], section "llvm.metadata"
@any = global i32 2, comdat
@big = global [4 x i32] [i32 1, i32 2, i32 3, i32 4], comdat
@common = common global [8 x i8] zeroinitializer
@weak = global i32 7
@keep = weak global i32 8
@local = internal global i32 9
@declared = global [3 x i8] c"abc"
@al = alias i32, ptr @weak
define i32 @b_only() !note !3 {
  %l = load i32, ptr @local
  %x = call i32 @once(i32 %l)
  ret i32 %x
}
define linkonce_odr i32 @once(i32 %x) {
  ret i32 %x
}
define linkonce_odr i32 @unused_once(i32 %x) {
  ret i32 %x
}
define internal void @unused_internal() {
  ret void
}
define hidden void @visible() {
  ret void
}
!named = !{!0}
!llvm.module.flags = !{!1, !2}
!0 = !{!"b", ptr @b_only}
!1 = !{i32 7, !"level", i32 5}
!2 = !{i32 1, !"same", i32 1}
!3 = distinct !{!3, !"self"}
