source_filename = "v3.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Pair = type { i32, float, i8, [4 x i8] }

@tile = dso_local addrspace(3) global [4 x i32] undef, align 4, !dbg !0
@total = dso_local addrspace(1) externally_initialized global i32 7, align 4, !dbg !13
@.str = private unnamed_addr constant [2 x i8] c"x\00", align 1, !dbg !15

define dso_local noundef i32 @_Z4pickPKii5Color(ptr noundef %0, i32 noundef %1, i32 noundef %2) #0 !dbg !32 {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca double, align 8
  %9 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
    #dbg_declare(ptr %5, !38, !DIExpression(), !39)
  store i32 %1, ptr %6, align 4
    #dbg_declare(ptr %6, !40, !DIExpression(), !41)
  store i32 %2, ptr %7, align 4
    #dbg_declare(ptr %7, !42, !DIExpression(), !43)
    #dbg_declare(ptr %8, !44, !DIExpression(), !46)
  store double 5.000000e-01, ptr %8, align 8, !dbg !46
  %10 = load i32, ptr %6, align 4, !dbg !47
  %11 = icmp sgt i32 %10, 2, !dbg !49
  br i1 %11, label %12, label %30, !dbg !50

12:                                               ; preds = %3
    #dbg_declare(ptr %9, !51, !DIExpression(), !53)
  %13 = load i32, ptr %6, align 4, !dbg !54
  %14 = mul nsw i32 %13, 100, !dbg !55
  store i32 %14, ptr %9, align 4, !dbg !53
  %15 = load ptr, ptr %5, align 8, !dbg !56
  %16 = load i32, ptr %6, align 4, !dbg !57
  %17 = load i32, ptr %9, align 4, !dbg !58
  %18 = add nsw i32 %16, %17, !dbg !59
  %19 = sext i32 %18 to i64, !dbg !56
  %20 = getelementptr inbounds i32, ptr %15, i64 %19, !dbg !56
  %21 = load i32, ptr %20, align 4, !dbg !56
  %22 = load i32, ptr %9, align 4, !dbg !60
  %23 = sitofp i32 %22 to double, !dbg !60
  %24 = load double, ptr %8, align 8, !dbg !61
  %25 = fmul contract double %23, %24, !dbg !62
  %26 = fptosi double %25 to i32, !dbg !63
  %27 = add nsw i32 %21, %26, !dbg !64
  %28 = load i32, ptr %7, align 4, !dbg !65
  %29 = add nsw i32 %27, %28, !dbg !66
  store i32 %29, ptr %4, align 4, !dbg !67
  br label %36, !dbg !67

30:                                               ; preds = %3
  %31 = load ptr, ptr %5, align 8, !dbg !68
  %32 = load i32, ptr %6, align 4, !dbg !69
  %33 = sext i32 %32 to i64, !dbg !68
  %34 = getelementptr inbounds i32, ptr %31, i64 %33, !dbg !68
  %35 = load i32, ptr %34, align 4, !dbg !68
  store i32 %35, ptr %4, align 4, !dbg !70
  br label %36, !dbg !70

36:                                               ; preds = %30, %12
  %37 = load i32, ptr %4, align 4, !dbg !71
  ret i32 %37, !dbg !71
}

define dso_local void @kernel(ptr noundef %0, ptr noundef byval(%struct.Pair) align 4 %1, i32 noundef %2) #1 !dbg !72 {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca [10 x float], align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i8, align 1
  %10 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
    #dbg_declare(ptr %4, !85, !DIExpression(), !86)
    #dbg_declare(ptr %1, !87, !DIExpression(), !88)
  store i32 %2, ptr %5, align 4
    #dbg_declare(ptr %5, !89, !DIExpression(), !90)
    #dbg_declare(ptr %6, !91, !DIExpression(), !95)
    #dbg_declare(ptr %7, !96, !DIExpression(), !98)
  store i32 0, ptr %7, align 4, !dbg !98
  br label %11, !dbg !99

11:                                               ; preds = %21, %3
  %12 = load i32, ptr %7, align 4, !dbg !100
  %13 = icmp slt i32 %12, 10, !dbg !102
  br i1 %13, label %14, label %24, !dbg !103

14:                                               ; preds = %11
  %15 = load i32, ptr %7, align 4, !dbg !104
  %16 = sitofp i32 %15 to float, !dbg !104
  %17 = fmul contract float %16, 1.500000e+00, !dbg !105
  %18 = load i32, ptr %7, align 4, !dbg !106
  %19 = sext i32 %18 to i64, !dbg !107
  %20 = getelementptr inbounds [10 x float], ptr %6, i64 0, i64 %19, !dbg !107
  store float %17, ptr %20, align 4, !dbg !108
  br label %21, !dbg !107

21:                                               ; preds = %14
  %22 = load i32, ptr %7, align 4, !dbg !109
  %23 = add nsw i32 %22, 1, !dbg !109
  store i32 %23, ptr %7, align 4, !dbg !109
  br label %11, !dbg !110, !llvm.loop !111

24:                                               ; preds = %11
    #dbg_declare(ptr %8, !114, !DIExpression(), !115)
  store i32 5, ptr %8, align 4, !dbg !115
    #dbg_declare(ptr %9, !116, !DIExpression(), !118)
  %25 = load i32, ptr %5, align 4, !dbg !119
  %26 = icmp sgt i32 %25, 3, !dbg !120
  %27 = zext i1 %26 to i8, !dbg !118
  store i8 %27, ptr %9, align 1, !dbg !118
  store i32 3, ptr addrspacecast (ptr addrspace(3) @tile to ptr), align 4, !dbg !121
    #dbg_declare(ptr %10, !122, !DIExpression(), !124)
  store ptr @.str, ptr %10, align 8, !dbg !124
  %28 = load ptr, ptr %4, align 8, !dbg !125
  %29 = load i32, ptr %5, align 4, !dbg !126
  %30 = load i32, ptr %8, align 4, !dbg !127
  %31 = call noundef i32 @_Z4pickPKii5Color(ptr noundef %28, i32 noundef %29, i32 noundef %30) #2, !dbg !128
  %32 = load i32, ptr %5, align 4, !dbg !129
  %33 = sext i32 %32 to i64, !dbg !130
  %34 = getelementptr inbounds [10 x float], ptr %6, i64 0, i64 %33, !dbg !130
  %35 = load float, ptr %34, align 4, !dbg !130
  %36 = fptosi float %35 to i32, !dbg !130
  %37 = add nsw i32 %31, %36, !dbg !131
  %38 = load i8, ptr %9, align 1, !dbg !132
  %39 = trunc i8 %38 to i1, !dbg !132
  %40 = zext i1 %39 to i32, !dbg !132
  %41 = add nsw i32 %37, %40, !dbg !133
  %42 = load i32, ptr addrspacecast (ptr addrspace(3) @tile to ptr), align 4, !dbg !134
  %43 = add nsw i32 %41, %42, !dbg !135
  %44 = load ptr, ptr %10, align 8, !dbg !136
  %45 = load i8, ptr %44, align 1, !dbg !137
  %46 = sext i8 %45 to i32, !dbg !137
  %47 = add nsw i32 %43, %46, !dbg !138
  %48 = load ptr, ptr %4, align 8, !dbg !139
  %49 = load i32, ptr %5, align 4, !dbg !140
  %50 = sext i32 %49 to i64, !dbg !139
  %51 = getelementptr inbounds i32, ptr %48, i64 %50, !dbg !139
  store i32 %47, ptr %51, align 4, !dbg !141
  %52 = getelementptr inbounds %struct.Pair, ptr %1, i32 0, i32 0, !dbg !142
  %53 = load i32, ptr %52, align 4, !dbg !142
  %54 = load ptr, ptr %4, align 8, !dbg !143
  %55 = load i32, ptr %5, align 4, !dbg !144
  %56 = add nsw i32 %55, 100, !dbg !145
  %57 = sext i32 %56 to i64, !dbg !143
  %58 = getelementptr inbounds i32, ptr %54, i64 %57, !dbg !143
  store i32 %53, ptr %58, align 4, !dbg !146
  ret void, !dbg !147
}

attributes #0 = { convergent mustprogress nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx85,+sm_80" }
attributes #1 = { convergent mustprogress norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx85,+sm_80" "uniform-work-group-size"="true" }
attributes #2 = { convergent nounwind }

!llvm.dbg.cu = !{!2}
!nvvm.annotations = !{!25}
!llvm.module.flags = !{!26, !27, !28, !29, !30}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_constu, 8, DW_OP_swap, DW_OP_xderef))
!1 = distinct !DIGlobalVariable(name: "tile", scope: !2, file: !3, line: 7, type: !22, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !10, globals: !12, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "v3.cu", directory: "/work/here")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Color", file: !3, line: 6, baseType: !6, size: 32, elements: !7, identifier: "_ZTS5Color")
!6 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!7 = !{!8, !9}
!8 = !DIEnumerator(name: "RED", value: 0, isUnsigned: true)
!9 = !DIEnumerator(name: "GREEN", value: 5, isUnsigned: true)
!10 = !{!11}
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!12 = !{!0, !13, !15}
!13 = !DIGlobalVariableExpression(var: !14, expr: !DIExpression())
!14 = distinct !DIGlobalVariable(name: "total", scope: !2, file: !3, line: 8, type: !11, isLocal: false, isDefinition: true)
!15 = !DIGlobalVariableExpression(var: !16, expr: !DIExpression())
!16 = distinct !DIGlobalVariable(scope: null, file: !3, line: 23, type: !17, isLocal: true, isDefinition: true)
!17 = !DICompositeType(tag: DW_TAG_array_type, baseType: !18, size: 16, elements: !20)
!18 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !19)
!19 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!20 = !{!21}
!21 = !DISubrange(count: 2)
!22 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, size: 128, elements: !23)
!23 = !{!24}
!24 = !DISubrange(count: 4)
!25 = !{ptr @kernel, !"kernel", i32 1}
!26 = !{i32 7, !"Dwarf Version", i32 2}
!27 = !{i32 2, !"Debug Info Version", i32 3}
!28 = !{i32 1, !"wchar_size", i32 4}
!29 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!30 = !{i32 7, !"frame-pointer", i32 2}
!31 = !{!"clang"}
!32 = distinct !DISubprogram(name: "pick", linkageName: "_Z4pickPKii5Color", scope: !3, file: !3, line: 9, type: !33, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!33 = !DISubroutineType(types: !34)
!34 = !{!11, !35, !11, !5}
!35 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !36, size: 64)
!36 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !11)
!37 = !{}
!38 = !DILocalVariable(name: "values", arg: 1, scope: !32, file: !3, line: 9, type: !35)
!39 = !DILocation(line: 9, column: 45, scope: !32)
!40 = !DILocalVariable(name: "at", arg: 2, scope: !32, file: !3, line: 9, type: !11)
!41 = !DILocation(line: 9, column: 57, scope: !32)
!42 = !DILocalVariable(name: "color", arg: 3, scope: !32, file: !3, line: 9, type: !5)
!43 = !DILocation(line: 9, column: 67, scope: !32)
!44 = !DILocalVariable(name: "scale", scope: !32, file: !3, line: 10, type: !45)
!45 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!46 = !DILocation(line: 10, column: 10, scope: !32)
!47 = !DILocation(line: 11, column: 7, scope: !48)
!48 = distinct !DILexicalBlock(scope: !32, file: !3, line: 11, column: 7)
!49 = !DILocation(line: 11, column: 10, scope: !48)
!50 = !DILocation(line: 11, column: 7, scope: !32)
!51 = !DILocalVariable(name: "inner", scope: !52, file: !3, line: 12, type: !11)
!52 = distinct !DILexicalBlock(scope: !48, file: !3, line: 11, column: 15)
!53 = !DILocation(line: 12, column: 9, scope: !52)
!54 = !DILocation(line: 12, column: 17, scope: !52)
!55 = !DILocation(line: 12, column: 20, scope: !52)
!56 = !DILocation(line: 13, column: 12, scope: !52)
!57 = !DILocation(line: 13, column: 19, scope: !52)
!58 = !DILocation(line: 13, column: 24, scope: !52)
!59 = !DILocation(line: 13, column: 22, scope: !52)
!60 = !DILocation(line: 13, column: 39, scope: !52)
!61 = !DILocation(line: 13, column: 47, scope: !52)
!62 = !DILocation(line: 13, column: 45, scope: !52)
!63 = !DILocation(line: 13, column: 38, scope: !52)
!64 = !DILocation(line: 13, column: 31, scope: !52)
!65 = !DILocation(line: 13, column: 56, scope: !52)
!66 = !DILocation(line: 13, column: 54, scope: !52)
!67 = !DILocation(line: 13, column: 5, scope: !52)
!68 = !DILocation(line: 15, column: 10, scope: !32)
!69 = !DILocation(line: 15, column: 17, scope: !32)
!70 = !DILocation(line: 15, column: 3, scope: !32)
!71 = !DILocation(line: 16, column: 1, scope: !32)
!72 = distinct !DISubprogram(name: "kernel", scope: !3, file: !3, line: 17, type: !73, scopeLine: 17, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !37)
!73 = !DISubroutineType(types: !74)
!74 = !{null, !75, !76, !11}
!75 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !11, size: 64)
!76 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Pair", file: !3, line: 5, size: 128, flags: DIFlagTypePassByValue, elements: !77, identifier: "_ZTS4Pair")
!77 = !{!78, !79, !81, !82, !83}
!78 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !76, file: !3, line: 5, baseType: !11, size: 32)
!79 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !76, file: !3, line: 5, baseType: !80, size: 32, offset: 32)
!80 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!81 = !DIDerivedType(tag: DW_TAG_member, name: "low", scope: !76, file: !3, line: 5, baseType: !6, size: 3, offset: 64, flags: DIFlagBitField, extraData: i64 64)
!82 = !DIDerivedType(tag: DW_TAG_member, name: "high", scope: !76, file: !3, line: 5, baseType: !6, size: 5, offset: 67, flags: DIFlagBitField, extraData: i64 64)
!83 = !DIDerivedType(tag: DW_TAG_member, name: "name", scope: !76, file: !3, line: 5, baseType: !84, size: 32, offset: 72)
!84 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 32, elements: !23)
!85 = !DILocalVariable(name: "out", arg: 1, scope: !72, file: !3, line: 17, type: !75)
!86 = !DILocation(line: 17, column: 40, scope: !72)
!87 = !DILocalVariable(name: "pair", arg: 2, scope: !72, file: !3, line: 17, type: !76)
!88 = !DILocation(line: 17, column: 50, scope: !72)
!89 = !DILocalVariable(name: "n", arg: 3, scope: !72, file: !3, line: 17, type: !11)
!90 = !DILocation(line: 17, column: 60, scope: !72)
!91 = !DILocalVariable(name: "row", scope: !72, file: !3, line: 18, type: !92)
!92 = !DICompositeType(tag: DW_TAG_array_type, baseType: !80, size: 320, elements: !93)
!93 = !{!94}
!94 = !DISubrange(count: 10)
!95 = !DILocation(line: 18, column: 9, scope: !72)
!96 = !DILocalVariable(name: "i", scope: !97, file: !3, line: 19, type: !11)
!97 = distinct !DILexicalBlock(scope: !72, file: !3, line: 19, column: 3)
!98 = !DILocation(line: 19, column: 12, scope: !97)
!99 = !DILocation(line: 19, column: 8, scope: !97)
!100 = !DILocation(line: 19, column: 19, scope: !101)
!101 = distinct !DILexicalBlock(scope: !97, file: !3, line: 19, column: 3)
!102 = !DILocation(line: 19, column: 21, scope: !101)
!103 = !DILocation(line: 19, column: 3, scope: !97)
!104 = !DILocation(line: 19, column: 41, scope: !101)
!105 = !DILocation(line: 19, column: 43, scope: !101)
!106 = !DILocation(line: 19, column: 36, scope: !101)
!107 = !DILocation(line: 19, column: 32, scope: !101)
!108 = !DILocation(line: 19, column: 39, scope: !101)
!109 = !DILocation(line: 19, column: 28, scope: !101)
!110 = !DILocation(line: 19, column: 3, scope: !101)
!111 = distinct !{!111, !103, !112, !113}
!112 = !DILocation(line: 19, column: 45, scope: !97)
!113 = !{!"llvm.loop.mustprogress"}
!114 = !DILocalVariable(name: "color", scope: !72, file: !3, line: 20, type: !5)
!115 = !DILocation(line: 20, column: 9, scope: !72)
!116 = !DILocalVariable(name: "flag", scope: !72, file: !3, line: 21, type: !117)
!117 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!118 = !DILocation(line: 21, column: 8, scope: !72)
!119 = !DILocation(line: 21, column: 15, scope: !72)
!120 = !DILocation(line: 21, column: 17, scope: !72)
!121 = !DILocation(line: 22, column: 11, scope: !72)
!122 = !DILocalVariable(name: "text", scope: !72, file: !3, line: 23, type: !123)
!123 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !18, size: 64)
!124 = !DILocation(line: 23, column: 15, scope: !72)
!125 = !DILocation(line: 24, column: 17, scope: !72)
!126 = !DILocation(line: 24, column: 22, scope: !72)
!127 = !DILocation(line: 24, column: 25, scope: !72)
!128 = !DILocation(line: 24, column: 12, scope: !72)
!129 = !DILocation(line: 24, column: 43, scope: !72)
!130 = !DILocation(line: 24, column: 39, scope: !72)
!131 = !DILocation(line: 24, column: 32, scope: !72)
!132 = !DILocation(line: 24, column: 48, scope: !72)
!133 = !DILocation(line: 24, column: 46, scope: !72)
!134 = !DILocation(line: 24, column: 55, scope: !72)
!135 = !DILocation(line: 24, column: 53, scope: !72)
!136 = !DILocation(line: 24, column: 66, scope: !72)
!137 = !DILocation(line: 24, column: 65, scope: !72)
!138 = !DILocation(line: 24, column: 63, scope: !72)
!139 = !DILocation(line: 24, column: 3, scope: !72)
!140 = !DILocation(line: 24, column: 7, scope: !72)
!141 = !DILocation(line: 24, column: 10, scope: !72)
!142 = !DILocation(line: 25, column: 23, scope: !72)
!143 = !DILocation(line: 25, column: 3, scope: !72)
!144 = !DILocation(line: 25, column: 7, scope: !72)
!145 = !DILocation(line: 25, column: 9, scope: !72)
!146 = !DILocation(line: 25, column: 16, scope: !72)
!147 = !DILocation(line: 26, column: 1, scope: !72)
