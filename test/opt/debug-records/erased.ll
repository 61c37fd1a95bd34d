; SPDX-License-Identifier: Apache-2.0
; What records name and dead code elimination erases: sums of constants, addresses and casts are computed from what
; is left, anything else is no value any more.
; RUN: cuprum opt %s --passes=dce -S -o -
; CHECK: #dbg_value(i32 %n, {{![0-9]+}}, !DIExpression(DW_OP_plus_uconst, 5, DW_OP_stack_value),
; CHECK-NEXT: #dbg_value(i32 %n, {{![0-9]+}}, !DIExpression(DW_OP_constu, 7, DW_OP_minus, DW_OP_stack_value),
; CHECK-NEXT: #dbg_value(ptr %p, {{![0-9]+}}, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value),
; CHECK-NEXT: #dbg_value(ptr %p, {{![0-9]+}}, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_deref, DW_OP_stack_value),
; CHECK-NEXT: #dbg_value(i32 poison, {{![0-9]+}}, !DIExpression(),
; CHECK-NEXT: #dbg_value(i32 %n, {{![0-9]+}}, !DIExpression(DW_OP_plus_uconst, 9, DW_OP_plus_uconst, 1, DW_OP_stack_value),
; CHECK-NEXT: #dbg_value(i32 %n, {{![0-9]+}}, !DIExpression(DW_OP_plus_uconst, 5, DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 16),
; CHECK-NEXT: #dbg_value(!DIArgList(i32 %n, i32 poison), {{![0-9]+}}, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value),
; CHECK-NEXT: ret void
target triple = "nvptx64-nvidia-cuda"
define void @f(i32 %n, ptr %p) !dbg !5 {
  %a = add i32 %n, 5
  %b = sub i32 %n, 7
  %c = getelementptr i32, ptr %p, i64 2
  %d = mul i32 %n, %n
  %e = add i32 %n, 9
  %g = add i32 %n, 5
  %h = xor i32 %n, 5
    #dbg_value(i32 %a, !10, !DIExpression(), !12)
    #dbg_value(i32 %b, !10, !DIExpression(), !12)
    #dbg_value(ptr %c, !10, !DIExpression(), !12)
    #dbg_value(ptr %c, !10, !DIExpression(DW_OP_deref, DW_OP_stack_value), !12)
    #dbg_value(i32 %d, !10, !DIExpression(), !12)
    #dbg_value(i32 %e, !10, !DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value), !12)
    #dbg_value(i32 %g, !10, !DIExpression(DW_OP_LLVM_fragment, 0, 16), !12)
    #dbg_value(!DIArgList(i32 %n, i32 %h), !10, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !12)
  ret void
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
