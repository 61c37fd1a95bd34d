; The linker's rules, one symbol for each.
; RUN: cuprum link %s %S/inputs/link_b.ll -S
; RUN[IN]: cuprum link --internalize %s %S/inputs/link_b.ll -S
; RUN[NEED]: cuprum link --only-needed %s %S/inputs/link_b.ll -S
target datalayout = "e-i64:64-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
$any = comdat any
$big = comdat largest
; CHECK: $any = comdat any
; CHECK: $big = comdat largest
; CHECK: @llvm.used = appending global [2 x ptr] [ptr @a_only, ptr @b_only], section "llvm.metadata"
@llvm.used = appending global [1 x ptr] [ptr @a_only], section "llvm.metadata"
; CHECK-DAG: @any = global i32 1, comdat
@any = global i32 1, comdat
; CHECK-DAG: @big = global [4 x i32] [i32 1, i32 2, i32 3, i32 4], comdat
@big = global [2 x i32] [i32 1, i32 2], comdat
; CHECK-DAG: @common = common global [8 x i8] zeroinitializer
@common = common global [4 x i8] zeroinitializer
; CHECK-DAG: @weak = global i32 7
@weak = weak global i32 1
; CHECK-DAG: @keep = global i32 2
@keep = global i32 2
; CHECK-DAG: @local.0 = internal global i32 9
@local = internal global i32 3
; CHECK-DAG: @declared = global [3 x i8] c"abc"
@declared = external global [3 x i8]
; CHECK-DAG: @al = alias i32, ptr @weak
; CHECK: define i32 @a_only()
define i32 @a_only() {
  %l = load i32, ptr @local
  %d = load i8, ptr @declared
  %x = call i32 @b_only(i32 %l)
  call void @visible()
  ret i32 %x
}
; CHECK: define i32 @b_only() !note
declare i32 @b_only(i32)
; CHECK: define hidden void @visible()
declare void @visible()
; CHECK: define linkonce_odr i32 @once
; CHECK-NOT: unused_
; CHECK: !named = !{!{{[0-9]+}}, !{{[0-9]+}}}
; CHECK: !llvm.module.flags = !{!{{[0-9]+}}, !{{[0-9]+}}}
; CHECK-DAG: !{i32 7, !"level", i32 5}
; CHECK-DAG: !{i32 1, !"same", i32 1}
!named = !{!0}
!llvm.module.flags = !{!1, !2}
!0 = !{!"a", ptr @a_only}
!1 = !{i32 7, !"level", i32 3}
!2 = !{i32 1, !"same", i32 1}
; IN: @declared = internal global [3 x i8] c"abc"
; IN: define internal i32 @b_only
; NEED: @declared = global [3 x i8] c"abc"
; NEED-NOT: @al = alias
; NEED: define i32 @b_only
