source_filename = "p.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Vec = type { float, float, i32, i8 }

@__const.kernel.sum = private unnamed_addr constant %struct.Vec { float 0.000000e+00, float 0.000000e+00, i32 0, i8 97 }, align 4

define dso_local void @kernel(ptr noundef %0, ptr noundef %1, i32 noundef %2) #0 !dbg !9 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca %struct.Vec, align 4
  %8 = alloca i32, align 4
  %9 = alloca %struct.Vec, align 4
  %10 = alloca %struct.Vec, align 4
  %11 = alloca %struct.Vec, align 4
  %12 = alloca %struct.Vec, align 4
  store ptr %0, ptr %4, align 8
    #dbg_declare(ptr %4, !18, !DIExpression(), !19)
  store ptr %1, ptr %5, align 8
    #dbg_declare(ptr %5, !20, !DIExpression(), !21)
  store i32 %2, ptr %6, align 4
    #dbg_declare(ptr %6, !22, !DIExpression(), !23)
    #dbg_declare(ptr %7, !24, !DIExpression(), !32)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %7, ptr align 4 @__const.kernel.sum, i64 16, i1 false), !dbg !32
    #dbg_declare(ptr %8, !33, !DIExpression(), !35)
  store i32 0, ptr %8, align 4, !dbg !35
  br label %13, !dbg !36

13:                                               ; preds = %53, %3
  %14 = load i32, ptr %8, align 4, !dbg !37
  %15 = load i32, ptr %6, align 4, !dbg !39
  %16 = icmp slt i32 %14, %15, !dbg !40
  br i1 %16, label %17, label %56, !dbg !41

17:                                               ; preds = %13
    #dbg_declare(ptr %9, !42, !DIExpression(), !44)
  %18 = getelementptr inbounds %struct.Vec, ptr %9, i32 0, i32 0, !dbg !45
  %19 = load ptr, ptr %5, align 8, !dbg !46
  %20 = load i32, ptr %8, align 4, !dbg !47
  %21 = sext i32 %20 to i64, !dbg !46
  %22 = getelementptr inbounds float, ptr %19, i64 %21, !dbg !46
  %23 = load float, ptr %22, align 4, !dbg !46
  store float %23, ptr %18, align 4, !dbg !45
  %24 = getelementptr inbounds %struct.Vec, ptr %9, i32 0, i32 1, !dbg !45
  %25 = load ptr, ptr %5, align 8, !dbg !48
  %26 = load i32, ptr %8, align 4, !dbg !49
  %27 = add nsw i32 %26, 1, !dbg !50
  %28 = sext i32 %27 to i64, !dbg !48
  %29 = getelementptr inbounds float, ptr %25, i64 %28, !dbg !48
  %30 = load float, ptr %29, align 4, !dbg !48
  store float %30, ptr %24, align 4, !dbg !45
  %31 = getelementptr inbounds %struct.Vec, ptr %9, i32 0, i32 2, !dbg !45
  %32 = load i32, ptr %8, align 4, !dbg !51
  store i32 %32, ptr %31, align 4, !dbg !45
  %33 = getelementptr inbounds %struct.Vec, ptr %9, i32 0, i32 3, !dbg !45
  store i8 118, ptr %33, align 4, !dbg !45
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %11, ptr align 4 %7, i64 16, i1 false), !dbg !52
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %12, ptr align 4 %9, i64 16, i1 false), !dbg !53
  %34 = call %struct.Vec @_ZL3add3VecS_(ptr noundef byval(%struct.Vec) align 4 %11, ptr noundef byval(%struct.Vec) align 4 %12) #3, !dbg !54
  %35 = getelementptr inbounds %struct.Vec, ptr %10, i32 0, i32 0, !dbg !54
  %36 = extractvalue %struct.Vec %34, 0, !dbg !54
  store float %36, ptr %35, align 4, !dbg !54
  %37 = getelementptr inbounds %struct.Vec, ptr %10, i32 0, i32 1, !dbg !54
  %38 = extractvalue %struct.Vec %34, 1, !dbg !54
  store float %38, ptr %37, align 4, !dbg !54
  %39 = getelementptr inbounds %struct.Vec, ptr %10, i32 0, i32 2, !dbg !54
  %40 = extractvalue %struct.Vec %34, 2, !dbg !54
  store i32 %40, ptr %39, align 4, !dbg !54
  %41 = getelementptr inbounds %struct.Vec, ptr %10, i32 0, i32 3, !dbg !54
  %42 = extractvalue %struct.Vec %34, 3, !dbg !54
  store i8 %42, ptr %41, align 4, !dbg !54
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %7, ptr align 4 %10, i64 16, i1 false), !dbg !55
  %43 = getelementptr inbounds %struct.Vec, ptr %7, i32 0, i32 0, !dbg !56
  %44 = load float, ptr %43, align 4, !dbg !56
  %45 = getelementptr inbounds %struct.Vec, ptr %7, i32 0, i32 1, !dbg !57
  %46 = load float, ptr %45, align 4, !dbg !57
  %47 = fmul contract float %44, %46, !dbg !58
  %48 = load ptr, ptr %4, align 8, !dbg !59
  %49 = load i32, ptr %8, align 4, !dbg !60
  %50 = add nsw i32 %49, 3, !dbg !61
  %51 = sext i32 %50 to i64, !dbg !59
  %52 = getelementptr inbounds float, ptr %48, i64 %51, !dbg !59
  store float %47, ptr %52, align 4, !dbg !62
  br label %53, !dbg !63

53:                                               ; preds = %17
  %54 = load i32, ptr %8, align 4, !dbg !64
  %55 = add nsw i32 %54, 1, !dbg !64
  store i32 %55, ptr %8, align 4, !dbg !64
  br label %13, !dbg !65, !llvm.loop !66

56:                                               ; preds = %13
  %57 = getelementptr inbounds %struct.Vec, ptr %7, i32 0, i32 0, !dbg !69
  %58 = load float, ptr %57, align 4, !dbg !69
  %59 = load ptr, ptr %4, align 8, !dbg !70
  %60 = getelementptr inbounds float, ptr %59, i64 0, !dbg !70
  store float %58, ptr %60, align 4, !dbg !71
  %61 = getelementptr inbounds %struct.Vec, ptr %7, i32 0, i32 1, !dbg !72
  %62 = load float, ptr %61, align 4, !dbg !72
  %63 = load ptr, ptr %4, align 8, !dbg !73
  %64 = getelementptr inbounds float, ptr %63, i64 1, !dbg !73
  store float %62, ptr %64, align 4, !dbg !74
  %65 = getelementptr inbounds %struct.Vec, ptr %7, i32 0, i32 2, !dbg !75
  %66 = load i32, ptr %65, align 4, !dbg !75
  %67 = getelementptr inbounds %struct.Vec, ptr %7, i32 0, i32 3, !dbg !76
  %68 = load i8, ptr %67, align 4, !dbg !76
  %69 = sext i8 %68 to i32, !dbg !77
  %70 = add nsw i32 %66, %69, !dbg !78
  %71 = sitofp i32 %70 to float, !dbg !79
  %72 = load ptr, ptr %4, align 8, !dbg !80
  %73 = getelementptr inbounds float, ptr %72, i64 2, !dbg !80
  store float %71, ptr %73, align 4, !dbg !81
  ret void, !dbg !82
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #1

define internal %struct.Vec @_ZL3add3VecS_(ptr noundef byval(%struct.Vec) align 4 %0, ptr noundef byval(%struct.Vec) align 4 %1) #2 !dbg !83 {
  %3 = alloca %struct.Vec, align 4
    #dbg_declare(ptr %0, !86, !DIExpression(), !87)
    #dbg_declare(ptr %1, !88, !DIExpression(), !89)
    #dbg_declare(ptr %3, !90, !DIExpression(), !91)
  %4 = getelementptr inbounds %struct.Vec, ptr %0, i32 0, i32 0, !dbg !92
  %5 = load float, ptr %4, align 4, !dbg !92
  %6 = getelementptr inbounds %struct.Vec, ptr %1, i32 0, i32 0, !dbg !93
  %7 = load float, ptr %6, align 4, !dbg !93
  %8 = fadd contract float %5, %7, !dbg !94
  %9 = getelementptr inbounds %struct.Vec, ptr %3, i32 0, i32 0, !dbg !95
  store float %8, ptr %9, align 4, !dbg !96
  %10 = getelementptr inbounds %struct.Vec, ptr %0, i32 0, i32 1, !dbg !97
  %11 = load float, ptr %10, align 4, !dbg !97
  %12 = getelementptr inbounds %struct.Vec, ptr %1, i32 0, i32 1, !dbg !98
  %13 = load float, ptr %12, align 4, !dbg !98
  %14 = fadd contract float %11, %13, !dbg !99
  %15 = getelementptr inbounds %struct.Vec, ptr %3, i32 0, i32 1, !dbg !100
  store float %14, ptr %15, align 4, !dbg !101
  %16 = getelementptr inbounds %struct.Vec, ptr %0, i32 0, i32 2, !dbg !102
  %17 = load i32, ptr %16, align 4, !dbg !102
  %18 = getelementptr inbounds %struct.Vec, ptr %1, i32 0, i32 2, !dbg !103
  %19 = load i32, ptr %18, align 4, !dbg !103
  %20 = add nsw i32 %17, %19, !dbg !104
  %21 = getelementptr inbounds %struct.Vec, ptr %3, i32 0, i32 2, !dbg !105
  store i32 %20, ptr %21, align 4, !dbg !106
  %22 = getelementptr inbounds %struct.Vec, ptr %3, i32 0, i32 3, !dbg !107
  store i8 116, ptr %22, align 4, !dbg !108
  %23 = load %struct.Vec, ptr %3, align 4, !dbg !109
  ret %struct.Vec %23, !dbg !109
}

attributes #0 = { convergent mustprogress norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx85,+sm_80" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { convergent mustprogress nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx85,+sm_80" }
attributes #3 = { convergent nounwind }

!llvm.dbg.cu = !{!0}
!nvvm.annotations = !{!2}
!llvm.module.flags = !{!3, !4, !5, !6, !7}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "p.cu", directory: "/work/here")
!2 = !{ptr @kernel, !"kernel", i32 1}
!3 = !{i32 7, !"Dwarf Version", i32 2}
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = !{i32 1, !"wchar_size", i32 4}
!6 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!7 = !{i32 7, !"frame-pointer", i32 2}
!8 = !{!"clang"}
!9 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 5, type: !10, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !17)
!10 = !DISubroutineType(types: !11)
!11 = !{null, !12, !14, !16}
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!13 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64)
!15 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !13)
!16 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!17 = !{}
!18 = !DILocalVariable(name: "out", arg: 1, scope: !9, file: !1, line: 5, type: !12)
!19 = !DILocation(line: 5, column: 42, scope: !9)
!20 = !DILocalVariable(name: "in", arg: 2, scope: !9, file: !1, line: 5, type: !14)
!21 = !DILocation(line: 5, column: 60, scope: !9)
!22 = !DILocalVariable(name: "n", arg: 3, scope: !9, file: !1, line: 5, type: !16)
!23 = !DILocation(line: 5, column: 68, scope: !9)
!24 = !DILocalVariable(name: "sum", scope: !9, file: !1, line: 6, type: !25)
!25 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Vec", file: !1, line: 3, size: 128, flags: DIFlagTypePassByValue, elements: !26, identifier: "_ZTS3Vec")
!26 = !{!27, !28, !29, !30}
!27 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !25, file: !1, line: 3, baseType: !13, size: 32)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !25, file: !1, line: 3, baseType: !13, size: 32, offset: 32)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "n", scope: !25, file: !1, line: 3, baseType: !16, size: 32, offset: 64)
!30 = !DIDerivedType(tag: DW_TAG_member, name: "tag", scope: !25, file: !1, line: 3, baseType: !31, size: 8, offset: 96)
!31 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!32 = !DILocation(line: 6, column: 7, scope: !9)
!33 = !DILocalVariable(name: "i", scope: !34, file: !1, line: 7, type: !16)
!34 = distinct !DILexicalBlock(scope: !9, file: !1, line: 7, column: 3)
!35 = !DILocation(line: 7, column: 12, scope: !34)
!36 = !DILocation(line: 7, column: 8, scope: !34)
!37 = !DILocation(line: 7, column: 19, scope: !38)
!38 = distinct !DILexicalBlock(scope: !34, file: !1, line: 7, column: 3)
!39 = !DILocation(line: 7, column: 23, scope: !38)
!40 = !DILocation(line: 7, column: 21, scope: !38)
!41 = !DILocation(line: 7, column: 3, scope: !34)
!42 = !DILocalVariable(name: "v", scope: !43, file: !1, line: 8, type: !25)
!43 = distinct !DILexicalBlock(scope: !38, file: !1, line: 7, column: 31)
!44 = !DILocation(line: 8, column: 9, scope: !43)
!45 = !DILocation(line: 8, column: 13, scope: !43)
!46 = !DILocation(line: 8, column: 14, scope: !43)
!47 = !DILocation(line: 8, column: 17, scope: !43)
!48 = !DILocation(line: 8, column: 21, scope: !43)
!49 = !DILocation(line: 8, column: 24, scope: !43)
!50 = !DILocation(line: 8, column: 26, scope: !43)
!51 = !DILocation(line: 8, column: 32, scope: !43)
!52 = !DILocation(line: 9, column: 15, scope: !43)
!53 = !DILocation(line: 9, column: 20, scope: !43)
!54 = !DILocation(line: 9, column: 11, scope: !43)
!55 = !DILocation(line: 9, column: 9, scope: !43)
!56 = !DILocation(line: 10, column: 22, scope: !43)
!57 = !DILocation(line: 10, column: 30, scope: !43)
!58 = !DILocation(line: 10, column: 24, scope: !43)
!59 = !DILocation(line: 10, column: 5, scope: !43)
!60 = !DILocation(line: 10, column: 9, scope: !43)
!61 = !DILocation(line: 10, column: 11, scope: !43)
!62 = !DILocation(line: 10, column: 16, scope: !43)
!63 = !DILocation(line: 11, column: 3, scope: !43)
!64 = !DILocation(line: 7, column: 27, scope: !38)
!65 = !DILocation(line: 7, column: 3, scope: !38)
!66 = distinct !{!66, !41, !67, !68}
!67 = !DILocation(line: 11, column: 3, scope: !34)
!68 = !{!"llvm.loop.mustprogress"}
!69 = !DILocation(line: 12, column: 16, scope: !9)
!70 = !DILocation(line: 12, column: 3, scope: !9)
!71 = !DILocation(line: 12, column: 10, scope: !9)
!72 = !DILocation(line: 12, column: 32, scope: !9)
!73 = !DILocation(line: 12, column: 19, scope: !9)
!74 = !DILocation(line: 12, column: 26, scope: !9)
!75 = !DILocation(line: 12, column: 48, scope: !9)
!76 = !DILocation(line: 12, column: 56, scope: !9)
!77 = !DILocation(line: 12, column: 52, scope: !9)
!78 = !DILocation(line: 12, column: 50, scope: !9)
!79 = !DILocation(line: 12, column: 44, scope: !9)
!80 = !DILocation(line: 12, column: 35, scope: !9)
!81 = !DILocation(line: 12, column: 42, scope: !9)
!82 = !DILocation(line: 13, column: 1, scope: !9)
!83 = distinct !DISubprogram(name: "add", linkageName: "_ZL3add3VecS_", scope: !1, file: !1, line: 4, type: !84, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !17)
!84 = !DISubroutineType(types: !85)
!85 = !{!25, !25, !25}
!86 = !DILocalVariable(name: "a", arg: 1, scope: !83, file: !1, line: 4, type: !25)
!87 = !DILocation(line: 4, column: 38, scope: !83)
!88 = !DILocalVariable(name: "b", arg: 2, scope: !83, file: !1, line: 4, type: !25)
!89 = !DILocation(line: 4, column: 45, scope: !83)
!90 = !DILocalVariable(name: "r", scope: !83, file: !1, line: 4, type: !25)
!91 = !DILocation(line: 4, column: 54, scope: !83)
!92 = !DILocation(line: 4, column: 65, scope: !83)
!93 = !DILocation(line: 4, column: 71, scope: !83)
!94 = !DILocation(line: 4, column: 67, scope: !83)
!95 = !DILocation(line: 4, column: 59, scope: !83)
!96 = !DILocation(line: 4, column: 61, scope: !83)
!97 = !DILocation(line: 4, column: 82, scope: !83)
!98 = !DILocation(line: 4, column: 88, scope: !83)
!99 = !DILocation(line: 4, column: 84, scope: !83)
!100 = !DILocation(line: 4, column: 76, scope: !83)
!101 = !DILocation(line: 4, column: 78, scope: !83)
!102 = !DILocation(line: 4, column: 99, scope: !83)
!103 = !DILocation(line: 4, column: 105, scope: !83)
!104 = !DILocation(line: 4, column: 101, scope: !83)
!105 = !DILocation(line: 4, column: 93, scope: !83)
!106 = !DILocation(line: 4, column: 95, scope: !83)
!107 = !DILocation(line: 4, column: 110, scope: !83)
!108 = !DILocation(line: 4, column: 114, scope: !83)
!109 = !DILocation(line: 4, column: 121, scope: !83)
