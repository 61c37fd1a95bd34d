source_filename = "e.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Pair = type { i32, float }

define dso_local void @_Z6kernelPii4Pair(ptr noundef %0, i32 noundef %1, ptr noundef byval(%struct.Pair) align 4 %2) #0 !dbg !11 {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca float, align 4
  store ptr %0, ptr %4, align 8
    #dbg_declare(ptr %4, !21, !DIExpression(), !22)
  store i32 %1, ptr %5, align 4
    #dbg_declare(ptr %5, !23, !DIExpression(), !24)
    #dbg_declare(ptr %2, !25, !DIExpression(), !26)
    #dbg_declare(ptr %6, !27, !DIExpression(), !28)
  store i32 -1, ptr %6, align 4, !dbg !28
    #dbg_declare(ptr %7, !29, !DIExpression(), !31)
  store i32 0, ptr %7, align 4, !dbg !31
  br label %10, !dbg !32

10:                                               ; preds = %33, %3
  %11 = load i32, ptr %7, align 4, !dbg !33
  %12 = load i32, ptr %5, align 4, !dbg !35
  %13 = icmp slt i32 %11, %12, !dbg !36
  br i1 %13, label %14, label %36, !dbg !37

14:                                               ; preds = %10
    #dbg_declare(ptr %8, !38, !DIExpression(), !40)
  %15 = load i32, ptr %6, align 4, !dbg !41
  store i32 %15, ptr %8, align 4, !dbg !40
  %16 = load i32, ptr %7, align 4, !dbg !42
  %17 = load ptr, ptr %4, align 8, !dbg !43
  %18 = load i32, ptr %7, align 4, !dbg !44
  %19 = sext i32 %18 to i64, !dbg !43
  %20 = getelementptr inbounds i32, ptr %17, i64 %19, !dbg !43
  %21 = load i32, ptr %20, align 4, !dbg !43
  %22 = call noundef i32 @_ZL6scaledii(i32 noundef %16, i32 noundef %21) #2, !dbg !45
  store i32 %22, ptr %6, align 4, !dbg !46
  %23 = load i32, ptr %8, align 4, !dbg !47
  %24 = load i32, ptr %6, align 4, !dbg !48
  %25 = getelementptr inbounds %struct.Pair, ptr %2, i32 0, i32 0, !dbg !49
  %26 = load i32, ptr %25, align 4, !dbg !49
  %27 = call noundef i32 @_ZL6scaledii(i32 noundef %24, i32 noundef %26) #2, !dbg !50
  %28 = add nsw i32 %23, %27, !dbg !51
  %29 = load ptr, ptr %4, align 8, !dbg !52
  %30 = load i32, ptr %7, align 4, !dbg !53
  %31 = sext i32 %30 to i64, !dbg !52
  %32 = getelementptr inbounds i32, ptr %29, i64 %31, !dbg !52
  store i32 %28, ptr %32, align 4, !dbg !54
  br label %33, !dbg !55

33:                                               ; preds = %14
  %34 = load i32, ptr %7, align 4, !dbg !56
  %35 = add nsw i32 %34, 1, !dbg !56
  store i32 %35, ptr %7, align 4, !dbg !56
  br label %10, !dbg !57, !llvm.loop !58

36:                                               ; preds = %10
    #dbg_declare(ptr %9, !61, !DIExpression(), !62)
  %37 = load i32, ptr %5, align 4, !dbg !63
  %38 = sitofp i32 %37 to float, !dbg !63
  %39 = fmul contract float %38, 5.000000e-01, !dbg !64
  store float %39, ptr %9, align 4, !dbg !62
  %40 = load i32, ptr %6, align 4, !dbg !65
  %41 = load float, ptr %9, align 4, !dbg !66
  %42 = fptosi float %41 to i32, !dbg !66
  %43 = add nsw i32 %40, %42, !dbg !67
  %44 = load ptr, ptr %4, align 8, !dbg !68
  %45 = load i32, ptr %5, align 4, !dbg !69
  %46 = sext i32 %45 to i64, !dbg !68
  %47 = getelementptr inbounds i32, ptr %44, i64 %46, !dbg !68
  store i32 %43, ptr %47, align 4, !dbg !70
  ret void, !dbg !71
}

define internal noundef i32 @_ZL6scaledii(i32 noundef %0, i32 noundef %1) #1 !dbg !72 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
    #dbg_declare(ptr %3, !75, !DIExpression(), !76)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !77, !DIExpression(), !78)
    #dbg_declare(ptr %5, !79, !DIExpression(), !80)
  %6 = load i32, ptr %3, align 4, !dbg !81
  %7 = load i32, ptr %4, align 4, !dbg !82
  %8 = mul nsw i32 %6, %7, !dbg !83
  store i32 %8, ptr %5, align 4, !dbg !80
  %9 = load i32, ptr %5, align 4, !dbg !84
  %10 = add nsw i32 %9, 1, !dbg !85
  ret i32 %10, !dbg !86
}

attributes #0 = { convergent mustprogress norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx85,+sm_80" "uniform-work-group-size"="true" }
attributes #1 = { convergent mustprogress nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx85,+sm_80" }
attributes #2 = { convergent nounwind }

!llvm.dbg.cu = !{!0}
!nvvm.annotations = !{!4}
!llvm.module.flags = !{!5, !6, !7, !8, !9}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "e.cu", directory: "/work/here")
!2 = !{!3}
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !{ptr @_Z6kernelPii4Pair, !"kernel", i32 1}
!5 = !{i32 7, !"Dwarf Version", i32 2}
!6 = !{i32 2, !"Debug Info Version", i32 3}
!7 = !{i32 1, !"wchar_size", i32 4}
!8 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!9 = !{i32 7, !"frame-pointer", i32 2}
!10 = !{!"clang"}
!11 = distinct !DISubprogram(name: "kernel", linkageName: "_Z6kernelPii4Pair", scope: !1, file: !1, line: 8, type: !12, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !20)
!12 = !DISubroutineType(types: !13)
!13 = !{null, !14, !3, !15}
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !3, size: 64)
!15 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Pair", file: !1, line: 3, size: 64, flags: DIFlagTypePassByValue, elements: !16, identifier: "_ZTS4Pair")
!16 = !{!17, !18}
!17 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !15, file: !1, line: 3, baseType: !3, size: 32)
!18 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !15, file: !1, line: 3, baseType: !19, size: 32, offset: 32)
!19 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!20 = !{}
!21 = !DILocalVariable(name: "out", arg: 1, scope: !11, file: !1, line: 8, type: !14)
!22 = !DILocation(line: 8, column: 29, scope: !11)
!23 = !DILocalVariable(name: "n", arg: 2, scope: !11, file: !1, line: 8, type: !3)
!24 = !DILocation(line: 8, column: 38, scope: !11)
!25 = !DILocalVariable(name: "pair", arg: 3, scope: !11, file: !1, line: 8, type: !15)
!26 = !DILocation(line: 8, column: 46, scope: !11)
!27 = !DILocalVariable(name: "last", scope: !11, file: !1, line: 9, type: !3)
!28 = !DILocation(line: 9, column: 7, scope: !11)
!29 = !DILocalVariable(name: "i", scope: !30, file: !1, line: 10, type: !3)
!30 = distinct !DILexicalBlock(scope: !11, file: !1, line: 10, column: 3)
!31 = !DILocation(line: 10, column: 12, scope: !30)
!32 = !DILocation(line: 10, column: 8, scope: !30)
!33 = !DILocation(line: 10, column: 19, scope: !34)
!34 = distinct !DILexicalBlock(scope: !30, file: !1, line: 10, column: 3)
!35 = !DILocation(line: 10, column: 23, scope: !34)
!36 = !DILocation(line: 10, column: 21, scope: !34)
!37 = !DILocation(line: 10, column: 3, scope: !30)
!38 = !DILocalVariable(name: "old", scope: !39, file: !1, line: 11, type: !3)
!39 = distinct !DILexicalBlock(scope: !34, file: !1, line: 10, column: 31)
!40 = !DILocation(line: 11, column: 9, scope: !39)
!41 = !DILocation(line: 11, column: 15, scope: !39)
!42 = !DILocation(line: 12, column: 19, scope: !39)
!43 = !DILocation(line: 12, column: 22, scope: !39)
!44 = !DILocation(line: 12, column: 26, scope: !39)
!45 = !DILocation(line: 12, column: 12, scope: !39)
!46 = !DILocation(line: 12, column: 10, scope: !39)
!47 = !DILocation(line: 13, column: 14, scope: !39)
!48 = !DILocation(line: 13, column: 27, scope: !39)
!49 = !DILocation(line: 13, column: 38, scope: !39)
!50 = !DILocation(line: 13, column: 20, scope: !39)
!51 = !DILocation(line: 13, column: 18, scope: !39)
!52 = !DILocation(line: 13, column: 5, scope: !39)
!53 = !DILocation(line: 13, column: 9, scope: !39)
!54 = !DILocation(line: 13, column: 12, scope: !39)
!55 = !DILocation(line: 14, column: 3, scope: !39)
!56 = !DILocation(line: 10, column: 27, scope: !34)
!57 = !DILocation(line: 10, column: 3, scope: !34)
!58 = distinct !{!58, !37, !59, !60}
!59 = !DILocation(line: 14, column: 3, scope: !30)
!60 = !{!"llvm.loop.mustprogress"}
!61 = !DILocalVariable(name: "half", scope: !11, file: !1, line: 15, type: !19)
!62 = !DILocation(line: 15, column: 9, scope: !11)
!63 = !DILocation(line: 15, column: 16, scope: !11)
!64 = !DILocation(line: 15, column: 18, scope: !11)
!65 = !DILocation(line: 16, column: 12, scope: !11)
!66 = !DILocation(line: 16, column: 24, scope: !11)
!67 = !DILocation(line: 16, column: 17, scope: !11)
!68 = !DILocation(line: 16, column: 3, scope: !11)
!69 = !DILocation(line: 16, column: 7, scope: !11)
!70 = !DILocation(line: 16, column: 10, scope: !11)
!71 = !DILocation(line: 17, column: 1, scope: !11)
!72 = distinct !DISubprogram(name: "scaled", linkageName: "_ZL6scaledii", scope: !1, file: !1, line: 4, type: !73, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !20)
!73 = !DISubroutineType(types: !74)
!74 = !{!3, !3, !3}
!75 = !DILocalVariable(name: "value", arg: 1, scope: !72, file: !1, line: 4, type: !3)
!76 = !DILocation(line: 4, column: 41, scope: !72)
!77 = !DILocalVariable(name: "by", arg: 2, scope: !72, file: !1, line: 4, type: !3)
!78 = !DILocation(line: 4, column: 52, scope: !72)
!79 = !DILocalVariable(name: "product", scope: !72, file: !1, line: 5, type: !3)
!80 = !DILocation(line: 5, column: 7, scope: !72)
!81 = !DILocation(line: 5, column: 17, scope: !72)
!82 = !DILocation(line: 5, column: 25, scope: !72)
!83 = !DILocation(line: 5, column: 23, scope: !72)
!84 = !DILocation(line: 6, column: 10, scope: !72)
!85 = !DILocation(line: 6, column: 18, scope: !72)
!86 = !DILocation(line: 6, column: 3, scope: !72)
