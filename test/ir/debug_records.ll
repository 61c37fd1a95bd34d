; SPDX-License-Identifier: Apache-2.0
; Calls of debug intrinsics become records, which stand before the next instruction; values may come later in the
; text, an assignment counts as its value, labels and what is malformed are dropped.
; RUN: cuprum opt %s --passes=div-rem-pairs -S -o %t.ll && cat %t.ll && cuprum opt %t.ll --passes=div-rem-pairs -S -o %t2.ll && grep -v "ModuleID\|source_file" %t.ll >%t.1; grep -v "ModuleID\|source_file" %t2.ll | diff %t.1 - && echo stable
; CHECK: define i32 @f(i32 %n)
; CHECK-NEXT: #dbg_value(i32 %n, [[X:![0-9]+]], !DIExpression(), [[LOC:![0-9]+]])
; CHECK-NEXT: #dbg_value(i32 7, [[X]], !DIExpression(), [[LOC]])
; CHECK-NEXT: %x = alloca i32
; CHECK-NEXT: #dbg_declare(ptr %x, [[X]], !DIExpression(DW_OP_plus_uconst, 4), [[LOC]])
; CHECK-NEXT: br label %next
; CHECK: end:
; CHECK-NEXT: #dbg_value(i32 %late, [[X]], !DIExpression(), [[LOC]])
; CHECK-NEXT: #dbg_value(i1 poison, [[X]], !DIExpression(), [[LOC]])
; CHECK-NEXT: #dbg_value(!DIArgList(i32 %late, i32 1), [[X]], !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_stack_value), [[LOC]])
; CHECK-NEXT: ret i32 %late
; CHECK: next:
; CHECK-NEXT: %late = add
; CHECK-NOT: #dbg
; CHECK: [[X]] = !DILocalVariable(
; CHECK: stable
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)
declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)
define i32 @f(i32 %n) !dbg !5 {
  call void @llvm.dbg.value(metadata i32 %n, metadata !10, metadata !DIExpression()), !dbg !12
  call void @llvm.dbg.assign(metadata i32 7, metadata !10, metadata !DIExpression(), metadata !14, metadata ptr undef, metadata !DIExpression()), !dbg !12
  %x = alloca i32, align 4
  tail call void @llvm.dbg.declare(metadata ptr %x, metadata !10, metadata !DIExpression(DW_OP_plus_uconst, 4)), !dbg !12
  call void @llvm.dbg.label(metadata !13), !dbg !12
  call void @llvm.dbg.value(metadata i32 %n, metadata !8, metadata !DIExpression()), !dbg !12
  br label %next
end:
  call void @llvm.dbg.value(metadata i32 %late, metadata !10, metadata !DIExpression()), !dbg !12
  call void @llvm.dbg.value(metadata !{}, metadata !10, metadata !DIExpression()), !dbg !12
  call void @llvm.dbg.value(metadata !DIArgList(i32 %late, i32 1), metadata !10, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_stack_value)), !dbg !12
  ret i32 %late
next:
  %late = add i32 %n, 1
  br label %end
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, producer: "p", emissionKind: FullDebug)
!1 = !DIFile(filename: "x.cu", directory: "/work/here")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, scopeLine: 2, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !7)
!7 = !{!8, !8}
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DILocalVariable(name: "x", scope: !5, file: !1, line: 2, type: !8)
!12 = !DILocation(line: 3, column: 3, scope: !5)
!13 = !DILabel(scope: !5, name: "there", file: !1, line: 3)
!14 = distinct !DIAssignID()
