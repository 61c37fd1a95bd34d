; SPDX-License-Identifier: Apache-2.0
; Records go through bitcode: declarations by metadata of the function, values as they are, what is gone as poison.
; RUN: cuprum as %s -o %t.bc && cuprum dis %t.bc -o -
; CHECK: define i32 @f(i32 %n)
; CHECK-NEXT: entry:
; CHECK-NEXT: #dbg_value(i32 %n, [[X:![0-9]+]], !DIExpression(), [[LOC:![0-9]+]])
; CHECK-NEXT: #dbg_value(i32 7, [[X]], !DIExpression(), [[LOC]])
; CHECK-NEXT: %u = alloca i32
; CHECK-NEXT: %x = alloca i32
; CHECK-NEXT: #dbg_declare(ptr %x, [[Y:![0-9]+]], !DIExpression(DW_OP_plus_uconst, 4), [[LOC]])
; CHECK-NEXT: br label %next
; CHECK: end:
; CHECK-NEXT: #dbg_value(i32 %late, [[X]], !DIExpression(), [[LOC]])
; CHECK-NEXT: #dbg_value(i1 poison, [[X]], !DIExpression(), [[LOC]])
; CHECK-NEXT: ret i32 %late
; CHECK: next:
; CHECK-NEXT: %late = add
target triple = "nvptx64-nvidia-cuda"
define i32 @f(i32 %n) !dbg !5 {
entry:
    #dbg_value(i32 %n, !10, !DIExpression(), !12)
    #dbg_value(i32 7, !10, !DIExpression(), !12)
  %u = alloca i32, align 4
  %x = alloca i32, align 4
    #dbg_declare(ptr %x, !11, !DIExpression(DW_OP_plus_uconst, 4), !12)
  br label %next
end:
    #dbg_value(i32 %late, !10, !DIExpression(), !12)
    #dbg_value(!DIArgList(i32 %late, i32 1), !10, !DIExpression(), !12)
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
!11 = !DILocalVariable(name: "y", scope: !5, file: !1, line: 2, type: !8)
!12 = !DILocation(line: 3, column: 3, scope: !5)
