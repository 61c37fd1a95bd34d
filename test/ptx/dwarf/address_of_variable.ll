; A debugger finds the variable whose address another one holds, whatever space the address is of.
; RUN: cuprum -x ir %s -G -o -
; CHECK: .section .debug_info
; CHECK: .b64 table
; CHECK: .b64 plain
target triple = "nvptx64-nvidia-cuda"
@table = internal addrspace(1) global [4 x i32] zeroinitializer
@plain = internal global i32 0
define void @k(ptr %out, i32 %n) !dbg !4 {
    #dbg_value(ptr addrspacecast (ptr addrspace(1) @table to ptr), !9, !DIExpression(), !11)
    #dbg_value(ptr @plain, !10, !DIExpression(), !11)
  store i32 %n, ptr %out, !dbg !11
  store i32 %n, ptr addrspacecast (ptr addrspace(1) @table to ptr), !dbg !11
  store i32 %n, ptr @plain, !dbg !11
  ret void, !dbg !11
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug, isOptimized: true)
!1 = !DIFile(filename: "k.cu", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 2, !"Dwarf Version", i32 2}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !5, scopeLine: 1, unit: !0, retainedNodes: !8, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !12, size: 64)
!8 = !{!9, !10}
!9 = !DILocalVariable(name: "where", scope: !4, file: !1, line: 2, type: !7)
!10 = !DILocalVariable(name: "single", scope: !4, file: !1, line: 3, type: !7)
!11 = !DILocation(line: 4, scope: !4)
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
