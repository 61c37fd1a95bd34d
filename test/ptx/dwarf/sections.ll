; SPDX-License-Identifier: Apache-2.0
; The text of the sections, without any tool: labels, the frame's slot, a register by its name, strings in place.
; RUN: cuprum %s -G -arch=sm_80 -o -
; CHECK: .target sm_80, debug
; CHECK: $L__func_begin0:
; CHECK: mov.u64 %SPL, __local_depot0;
; CHECK: $L__tmp{{[0-9]+}}:
; CHECK: .loc 1 3 3
; CHECK: $L__func_end0:
; CHECK: .file 1 "/work/here/x.cu"
; CHECK: .section .debug_abbrev
; The unit: 0x11, with children; producer 0x25 as a string.
; CHECK-NEXT: {
; CHECK-NEXT: .b8 1
; CHECK-NEXT: .b8 17
; CHECK-NEXT: .b8 1
; CHECK-NEXT: .b8 37
; CHECK-NEXT: .b8 8
; CHECK: .section .debug_info
; CHECK-NEXT: {
; CHECK-NEXT: .b32 {{[0-9]+}}
; CHECK-NEXT: .b8 2
; CHECK-NEXT: .b8 0
; CHECK-NEXT: .b32 .debug_abbrev
; CHECK-NEXT: .b8 8
; CHECK: .b8 120,46,99,117,0
; CHECK: .b32 .debug_line
; CHECK: .b8 102,0
; CHECK: .b64 $L__func_begin0
; CHECK-NEXT: .b64 $L__func_end0
; DW_TAG_formal_parameter "n": DW_OP_regx, of the number's name; class 2.
; CHECK: .b8 110,0
; CHECK: .b8 144
; CHECK: .b8 2
; DW_TAG_variable "x": DW_OP_addr of the frame, DW_OP_plus_uconst 4; class 6.
; CHECK: .b8 120,0
; CHECK: .b8 11
; CHECK-NEXT: .b8 3
; CHECK-NEXT: .b64 __local_depot0
; CHECK-NEXT: .b8 35
; CHECK-NEXT: .b8 4
; CHECK-NEXT: .b8 6
; CHECK: .b8 105,110,116,0
target triple = "nvptx64-nvidia-cuda"
define i32 @f(i32 %n) !dbg !5 {
    #dbg_value(i32 %n, !9, !DIExpression(), !12)
  %y = alloca i32, align 4
  %x = alloca i32, align 4
    #dbg_declare(ptr %x, !10, !DIExpression(), !12)
  store volatile i32 %n, ptr %y, align 4, !dbg !12
  store volatile i32 %n, ptr %x, align 4, !dbg !12
  %r = load volatile i32, ptr %x, align 4, !dbg !12
  ret i32 %r, !dbg !12
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
!9 = !DILocalVariable(name: "n", arg: 1, scope: !5, file: !1, line: 1, type: !8)
!10 = !DILocalVariable(name: "x", scope: !5, file: !1, line: 2, type: !8)
!12 = !DILocation(line: 3, column: 3, scope: !5)
