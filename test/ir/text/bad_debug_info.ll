; A !dbg that is no location, or no subprogram, is dropped (LLVM drops all debug information then).
; RUN: cuprum as %s -o %t.bc && cuprum dis %t.bc -o -
; CHECK: define void @f() {
; CHECK-NEXT: ret void
; CHECK: define void @g() !dbg [[G:!.*]] {
; CHECK-NEXT: ret void, !dbg !{{[0-9]+}}
; CHECK: [[G]] = distinct !DISubprogram
define void @f() !dbg !1 {
  ret void, !dbg !0
}
define void @g() !dbg !4 {
  ret void, !dbg !3
}
!llvm.module.flags = !{!2}
!llvm.dbg.cu = !{!6}
!0 = !{i32 1}
!1 = !{}
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DILocation(line: 1, scope: !4)
!4 = distinct !DISubprogram(name: "g", scope: !5, file: !5, line: 1, type: !7, spFlags: DISPFlagDefinition, unit: !6)
!5 = !DIFile(filename: "a.cu", directory: "/")
!6 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !5, emissionKind: LineTablesOnly)
!7 = !DISubroutineType(types: !1)
