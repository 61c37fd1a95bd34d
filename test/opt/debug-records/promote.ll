; SPDX-License-Identifier: Apache-2.0
; mem2reg: a declaration on an alloca becomes values where the alloca was stored to, and at phis; what is stored as
; another type than the variable's size says nothing.
; RUN: cuprum opt %s --passes=mem2reg -S -o -
; CHECK: define i32 @f(i32 %n, i1 %c)
; CHECK-NEXT: entry:
; CHECK-NEXT: #dbg_value(i32 %n, [[X:![0-9]+]], !DIExpression(), [[LOC:![0-9]+]])
; CHECK-NEXT: br i1 %c, label %then, label %end
; CHECK: then:
; CHECK-NEXT: %m = add i32 %n, 1
; CHECK-NEXT: #dbg_value(i32 %m, [[X]], !DIExpression(), [[LOC]])
; CHECK-NEXT: br label %end
; CHECK: end:
; CHECK-NEXT: [[PHI:%[a-z0-9.]+]] = phi i32
; CHECK-NEXT: #dbg_value(i32 [[PHI]], [[X]], !DIExpression(), [[LOC]])
; CHECK-NEXT: ret i32 [[PHI]]
; CHECK-NOT: #dbg_declare
target triple = "nvptx64-nvidia-cuda"
define i32 @f(i32 %n, i1 %c) !dbg !5 {
entry:
  %x = alloca i32, align 4
    #dbg_declare(ptr %x, !10, !DIExpression(), !12)
  store i32 %n, ptr %x, align 4
  br i1 %c, label %then, label %end
then:
  %m = add i32 %n, 1
  store i32 %m, ptr %x, align 4
  br label %end
end:
  %r = load i32, ptr %x, align 4
  ret i32 %r
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
