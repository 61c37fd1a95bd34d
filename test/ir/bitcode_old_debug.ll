; Debug information in the dialect of LLVM 7: each kind of node that a C++ front end makes (this is clang's output),
; read back by LLVM 19; local imported entities move to the unit.
; RUN: cuprum as --dialect=llvm7 %s -o %t.bc && llvm-dis-19 %t.bc -o - && opt-19 -passes=verify %t.bc -o /dev/null && echo valid
; REQUIRES: llvm-dis-19, opt-19
; CHECK: !llvm.dbg.cu = !{[[UNIT:![0-9]+]]}
; CHECK: !nvvmir.version = !{[[V:![0-9]+]]}
; CHECK-DAG: DIGlobalVariable(name: "counter", scope: [[UNIT]], file: {{![0-9]+}}, line: 5, type: {{![0-9]+}}, isLocal: false, isDefinition: true)
; CHECK-DAG: [[UNIT]] = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: {{![0-9]+}}, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: {{![0-9]+}}, globals: {{![0-9]+}}, imports: {{![0-9]+}}, splitDebugInlining: false)
; CHECK-DAG: DICompositeType(tag: DW_TAG_enumeration_type, name: "E", scope: {{![0-9]+}}, file: {{![0-9]+}}, line: 4, baseType: {{![0-9]+}}, size: 32, elements: {{![0-9]+}}, identifier: "_ZTSN1N1QIiE1EE")
; CHECK-DAG: DINamespace(name: "N", scope: null)
; CHECK-DAG: DIDerivedType(tag: DW_TAG_member, name: "e", scope: {{![0-9]+}}, file: {{![0-9]+}}, line: 4, baseType: {{![0-9]+}}, size: 32, offset: 32)
; CHECK-DAG: DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
; CHECK-DAG: DITemplateTypeParameter(name: "T", type: {{![0-9]+}})
; CHECK-DAG: DIEnumerator(name: "A", value: -7)
; CHECK-DAG: DIEnumerator(name: "B", value: 1, isUnsigned: true)
; CHECK-DAG: distinct !DISubprogram(name: "k", linkageName: "_Z1kPi1Pi", scope: {{![0-9]+}}, file: {{![0-9]+}}, line: 8, type: {{![0-9]+}}, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: [[UNIT]], retainedNodes: {{![0-9]+}})
; CHECK-DAG: DISubrange(count: 3, lowerBound: 0)
; CHECK-DAG: DIImportedEntity(tag: DW_TAG_imported_module, scope: {{![0-9]+}}, entity: {{![0-9]+}}, file: {{![0-9]+}}, line: 9)
; CHECK-DAG: DILocation(line: 7, column: 77, scope: {{![0-9]+}}, inlinedAt: {{![0-9]+}})
; CHECK-DAG: DILocalVariable(name: "r", scope: {{![0-9]+}}, file: {{![0-9]+}}, line: 7, type: {{![0-9]+}})
; CHECK-DAG: [[V]] = !{i32 2, i32 0, i32 3, i32 2}
; CHECK: valid
; RUN[BAD]: sed 's/^; BAD//' %s > %t.ll; cuprum as --dialect=llvm7 %t.ll -o %t.bc 2>&1 | cat
; BAD: error: debug information DIStringType is not known to LLVM 7, whose bitcode was asked for
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%"struct.N::Q" = type { i32, i32 }
%struct.P = type { i32, [3 x float] }

@counter = dso_local addrspace(1) externally_initialized global i32 0, align 4, !dbg !0
@gq = dso_local addrspace(1) externally_initialized global %"struct.N::Q" zeroinitializer, align 4, !dbg !20
@llvm.compiler.used = appending global [2 x ptr] [ptr addrspacecast (ptr addrspace(1) @counter to ptr), ptr addrspacecast (ptr addrspace(1) @gq to ptr)], section "llvm.metadata"

define dso_local void @_Z1kPi1Pi(ptr noundef %0, ptr noundef byval(%struct.P) align 4 %1, i32 noundef %2) !dbg !29 {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  store ptr %0, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  %10 = load i32, ptr %7, align 4, !dbg !51
  %11 = add nsw i32 %10, 1, !dbg !52
  store i32 %11, ptr %8, align 4, !dbg !50
  store i32 0, ptr %9, align 4, !dbg !55
  br label %12, !dbg !56

12:                                               ; preds = %32, %3
  %13 = load i32, ptr %9, align 4, !dbg !57
  %14 = load i32, ptr %7, align 4, !dbg !59
  %15 = icmp slt i32 %13, %14, !dbg !60
  br i1 %15, label %16, label %35, !dbg !61

16:                                               ; preds = %12
  %17 = getelementptr inbounds %struct.P, ptr %1, i32 0, i32 0, !dbg !62
  %18 = load i32, ptr %17, align 4, !dbg !62
  %19 = load i32, ptr %9, align 4, !dbg !64
  %20 = add nsw i32 %18, %19, !dbg !65
  store i32 %20, ptr %4, align 4
  %21 = load i32, ptr %4, align 4, !dbg !75
  %22 = mul nsw i32 %21, 2, !dbg !76
  store i32 %22, ptr %5, align 4, !dbg !74
  %23 = load i32, ptr %5, align 4, !dbg !77
  %24 = load i32, ptr getelementptr inbounds (%"struct.N::Q", ptr addrspacecast (ptr addrspace(1) @gq to ptr), i32 0, i32 1), align 4, !dbg !78
  %25 = add nsw i32 %23, %24, !dbg !79
  %26 = load ptr, ptr %6, align 8, !dbg !80
  %27 = load i32, ptr %8, align 4, !dbg !81
  %28 = sext i32 %27 to i64, !dbg !80
  %29 = getelementptr inbounds i32, ptr %26, i64 %28, !dbg !80
  %30 = load i32, ptr %29, align 4, !dbg !82
  %31 = add nsw i32 %30, %25, !dbg !82
  store i32 %31, ptr %29, align 4, !dbg !82
  br label %32, !dbg !83

32:                                               ; preds = %16
  %33 = load i32, ptr %9, align 4, !dbg !84
  %34 = add nsw i32 %33, 1, !dbg !84
  store i32 %34, ptr %9, align 4, !dbg !84
  br label %12, !dbg !85, !llvm.loop !86

35:                                               ; preds = %12
  %36 = load i32, ptr %8, align 4, !dbg !89
  store i32 %36, ptr addrspacecast (ptr addrspace(1) @counter to ptr), align 4, !dbg !90
  ret void, !dbg !91
}


!llvm.dbg.cu = !{!2}
!nvvm.annotations = !{!22}
!llvm.module.flags = !{!23, !24, !25, !26, !27}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !6, line: 5, type: !11, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !19, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "/tmp/y.cu", directory: "/d")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "E", scope: !7, file: !6, line: 4, baseType: !15, size: 32, elements: !16, identifier: "_ZTSN1N1QIiE1EE")
!6 = !DIFile(filename: "/tmp/y.cu", directory: "")
!7 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Q<int>", scope: !8, file: !6, line: 4, size: 64, flags: DIFlagTypePassByValue, elements: !9, templateParams: !13, identifier: "_ZTSN1N1QIiEE")
!8 = !DINamespace(name: "N", scope: null)
!9 = !{!10, !12}
!10 = !DIDerivedType(tag: DW_TAG_member, name: "v", scope: !7, file: !6, line: 4, baseType: !11, size: 32)
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!12 = !DIDerivedType(tag: DW_TAG_member, name: "e", scope: !7, file: !6, line: 4, baseType: !5, size: 32, offset: 32)
!13 = !{!14}
!14 = !DITemplateTypeParameter(name: "T", type: !11)
!15 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!16 = !{!17, !18}
!17 = !DIEnumerator(name: "A", value: -7)
!18 = !DIEnumerator(name: "B", value: 1, isUnsigned: true)
!19 = !{!0, !20}
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "gq", scope: !2, file: !6, line: 6, type: !7, isLocal: false, isDefinition: true)
!22 = !{ptr @_Z1kPi1Pi, !"kernel", i32 1}
!23 = !{i32 7, !"Dwarf Version", i32 2}
!24 = !{i32 2, !"Debug Info Version", i32 3}
!25 = !{i32 1, !"wchar_size", i32 4}
!26 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!27 = !{i32 7, !"frame-pointer", i32 2}
!28 = !{!"clang"}
!29 = distinct !DISubprogram(name: "k", linkageName: "_Z1kPi1Pi", scope: !6, file: !6, line: 8, type: !30, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !41)
!30 = !DISubroutineType(types: !31)
!31 = !{null, !32, !33, !11}
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !11, size: 64)
!33 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "P", file: !6, line: 3, size: 128, flags: DIFlagTypePassByValue, elements: !34, identifier: "_ZTS1P")
!34 = !{!35, !36}
!35 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !33, file: !6, line: 3, baseType: !11, size: 32)
!36 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !33, file: !6, line: 3, baseType: !37, size: 96, offset: 32)
!37 = !DICompositeType(tag: DW_TAG_array_type, baseType: !38, size: 96, elements: !39)
!38 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!39 = !{!40}
!40 = !DISubrange(count: 3)
!41 = !{!42}
!42 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !29, entity: !8, file: !6, line: 9)
!43 = !DILocalVariable(name: "p", arg: 1, scope: !29, file: !6, line: 8, type: !32)
!44 = !DILocation(line: 8, column: 24, scope: !29)
!45 = !DILocalVariable(name: "q", arg: 2, scope: !29, file: !6, line: 8, type: !33)
!46 = !DILocation(line: 8, column: 29, scope: !29)
!47 = !DILocalVariable(name: "n", arg: 3, scope: !29, file: !6, line: 8, type: !11)
!48 = !DILocation(line: 8, column: 36, scope: !29)
!49 = !DILocalVariable(name: "i", scope: !29, file: !6, line: 10, type: !11)
!50 = !DILocation(line: 10, column: 7, scope: !29)
!51 = !DILocation(line: 10, column: 11, scope: !29)
!52 = !DILocation(line: 10, column: 12, scope: !29)
!53 = !DILocalVariable(name: "j", scope: !54, file: !6, line: 11, type: !11)
!54 = distinct !DILexicalBlock(scope: !29, file: !6, line: 11, column: 3)
!55 = !DILocation(line: 11, column: 12, scope: !54)
!56 = !DILocation(line: 11, column: 8, scope: !54)
!57 = !DILocation(line: 11, column: 19, scope: !58)
!58 = distinct !DILexicalBlock(scope: !54, file: !6, line: 11, column: 3)
!59 = !DILocation(line: 11, column: 23, scope: !58)
!60 = !DILocation(line: 11, column: 21, scope: !58)
!61 = !DILocation(line: 11, column: 3, scope: !54)
!62 = !DILocation(line: 12, column: 21, scope: !63)
!63 = distinct !DILexicalBlock(scope: !58, file: !6, line: 11, column: 31)
!64 = !DILocation(line: 12, column: 25, scope: !63)
!65 = !DILocation(line: 12, column: 23, scope: !63)
!66 = !DILocalVariable(name: "v", arg: 1, scope: !67, file: !6, line: 7, type: !11)
!67 = distinct !DISubprogram(name: "twice", linkageName: "_Z5twicei", scope: !6, file: !6, line: 7, type: !68, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !70)
!68 = !DISubroutineType(types: !69)
!69 = !{!11, !11}
!70 = !{!73}
!71 = !DILocation(line: 7, column: 64, scope: !67, inlinedAt: !72)
!72 = distinct !DILocation(line: 12, column: 13, scope: !63)
!73 = !DILocalVariable(name: "r", scope: !67, file: !6, line: 7, type: !11)
!74 = !DILocation(line: 7, column: 73, scope: !67, inlinedAt: !72)
!75 = !DILocation(line: 7, column: 77, scope: !67, inlinedAt: !72)
!76 = !DILocation(line: 7, column: 79, scope: !67, inlinedAt: !72)
!77 = !DILocation(line: 7, column: 91, scope: !67, inlinedAt: !72)
!78 = !DILocation(line: 12, column: 33, scope: !63)
!79 = !DILocation(line: 12, column: 28, scope: !63)
!80 = !DILocation(line: 12, column: 5, scope: !63)
!81 = !DILocation(line: 12, column: 7, scope: !63)
!82 = !DILocation(line: 12, column: 10, scope: !63)
!83 = !DILocation(line: 13, column: 3, scope: !63)
!84 = !DILocation(line: 11, column: 27, scope: !58)
!85 = !DILocation(line: 11, column: 3, scope: !58)
!86 = distinct !{!86, !61, !87, !88}
!87 = !DILocation(line: 13, column: 3, scope: !54)
!88 = !{!"llvm.loop.mustprogress"}
!89 = !DILocation(line: 14, column: 13, scope: !29)
!90 = !DILocation(line: 14, column: 11, scope: !29)
!91 = !DILocation(line: 15, column: 1, scope: !29)
; BAD!extra = !{!900}
; BAD!900 = !DIStringType(name: "s", size: 8)
