; Places of inlining and scopes that contain themselves: the search ends.
; RUN: cuprum %s -lineinfo -arch=sm_90 -o -
; CHECK: .loc 1 7 1
; CHECK-NEXT: st.global.u32
; CHECK: .file 1 "/d/a.c"
; RUN[OLD]: cuprum as --dialect=llvm7 %s -o %t.bc && echo fine
; OLD: fine
target triple = "nvptx64-nvidia-cuda"
define internal i32 @f(i32 %x) alwaysinline !dbg !3 {
  %y = mul i32 %x, %x, !dbg !5
  ret i32 %y, !dbg !6
}
define ptx_kernel void @k(ptr %p, i32 %n) !dbg !4 {
  %v = call i32 @f(i32 %n), !dbg !7
  store i32 %v, ptr %p, !dbg !8
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "a.c", directory: "/d")
!3 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, unit: !0)
!4 = distinct !DISubprogram(name: "k", scope: !2, file: !2, line: 5, unit: !0)
!5 = distinct !DILocation(line: 2, column: 1, scope: !3, inlinedAt: !5)
!6 = distinct !DILocation(line: 3, column: 1, scope: !9, inlinedAt: !10)
!7 = !DILocation(line: 6, column: 1, scope: !4)
!8 = !DILocation(line: 7, column: 1, scope: !11)
!9 = distinct !DILexicalBlock(scope: !9, file: !2, line: 1)
!10 = distinct !DILocation(line: 3, column: 1, scope: !3, inlinedAt: !6)
!11 = distinct !DILexicalBlock(scope: !4)
