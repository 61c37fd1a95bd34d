source_filename = "d.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%union.Bits = type { float }
%struct.Both = type { %struct.Left.base, %"struct.outer::v1::Point", %"struct.Both::Inner", i32, [4 x i8], %class.Base.base }
%struct.Left.base = type <{ ptr, i32 }>
%"struct.outer::v1::Point" = type { i32, i32 }
%"struct.Both::Inner" = type { [3 x i8] }
%class.Base.base = type <{ ptr, i32, i16 }>
%struct.Table = type { [5 x [2 x float]], ptr }
%class.anon = type { i32 }
%class.Base = type <{ ptr, i32, i16, [2 x i8] }>

$_ZN4BothC1Ei = comdat any

$_Z4passIRiEOT_S2_ = comdat any

$_ZNK4Both4areaEv = comdat any

$_ZN4BaseC2Ev = comdat any

$_ZN4LeftC2Ev = comdat any

$_ZNK4Base4areaEv = comdat any

$_ZTv0_n24_NK4Both4areaEv = comdat any

$_ZTV4Both = comdat any

$_ZTT4Both = comdat any

$_ZTC4Both0_4Left = comdat any

$_ZTV4Base = comdat any

@_ZN5outer7counterE = dso_local addrspace(1) externally_initialized global i32 0, align 4, !dbg !0
@_ZN4Both5scaleE = dso_local addrspace(1) externally_initialized global float 2.000000e+00, align 4, !dbg !5
@tile = dso_local addrspace(3) global [8 x i32] undef, align 4, !dbg !73
@table = dso_local addrspace(4) externally_initialized global [2 x double] zeroinitializer, align 8, !dbg !78
@watched = dso_local addrspace(1) externally_initialized global ptr null, align 8, !dbg !84
@_ZZ6kernelPi4BitsbE5local = internal addrspace(3) global [4 x i16] undef, align 2, !dbg !88
@_ZTV4Both = linkonce_odr dso_local unnamed_addr constant { [4 x ptr], [4 x ptr] } { [4 x ptr] [ptr inttoptr (i64 32 to ptr), ptr null, ptr null, ptr @_ZNK4Both4areaEv], [4 x ptr] [ptr inttoptr (i64 -32 to ptr), ptr inttoptr (i64 -32 to ptr), ptr null, ptr @_ZTv0_n24_NK4Both4areaEv] }, comdat, align 8
@_ZTT4Both = linkonce_odr dso_local unnamed_addr constant [4 x ptr] [ptr getelementptr inbounds inrange(-24, 8) ({ [4 x ptr], [4 x ptr] }, ptr @_ZTV4Both, i32 0, i32 0, i32 3), ptr getelementptr inbounds inrange(-24, 0) ({ [3 x ptr], [4 x ptr] }, ptr @_ZTC4Both0_4Left, i32 0, i32 0, i32 3), ptr getelementptr inbounds inrange(-24, 8) ({ [3 x ptr], [4 x ptr] }, ptr @_ZTC4Both0_4Left, i32 0, i32 1, i32 3), ptr getelementptr inbounds inrange(-24, 8) ({ [4 x ptr], [4 x ptr] }, ptr @_ZTV4Both, i32 0, i32 1, i32 3)], comdat, align 8
@_ZTC4Both0_4Left = linkonce_odr dso_local unnamed_addr constant { [3 x ptr], [4 x ptr] } { [3 x ptr] [ptr inttoptr (i64 32 to ptr), ptr null, ptr null], [4 x ptr] [ptr null, ptr inttoptr (i64 -32 to ptr), ptr null, ptr @_ZNK4Base4areaEv] }, comdat, align 8
@_ZTV4Base = linkonce_odr dso_local unnamed_addr constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZNK4Base4areaEv] }, comdat, align 8
@llvm.compiler.used = appending global [4 x ptr] [ptr addrspacecast (ptr addrspace(1) @_ZN5outer7counterE to ptr), ptr addrspacecast (ptr addrspace(1) @_ZN4Both5scaleE to ptr), ptr addrspacecast (ptr addrspace(4) @table to ptr), ptr addrspacecast (ptr addrspace(1) @watched to ptr)], section "llvm.metadata"

define dso_local void @_Z6kernelPi4Bitsb(ptr noundef %0, ptr noundef byval(%union.Bits) align 4 %1, i1 noundef zeroext %2) #0 !dbg !90 {
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  %6 = alloca %struct.Both, align 8
  %7 = alloca %struct.Table, align 8
  %8 = alloca i64, align 8
  %9 = alloca { i64, i64 }, align 8
  %10 = alloca i32, align 4
  %11 = alloca i8, align 1
  %12 = alloca <4 x i32>, align 16
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = alloca i128, align 16
  %16 = alloca i32, align 4
  %17 = alloca i32, align 4
  %18 = alloca %class.anon, align 4
  store ptr %0, ptr %4, align 8
    #dbg_declare(ptr %4, !114, !DIExpression(), !115)
    #dbg_declare(ptr %1, !116, !DIExpression(), !117)
  %19 = zext i1 %2 to i8
  store i8 %19, ptr %5, align 1
    #dbg_declare(ptr %5, !118, !DIExpression(), !119)
    #dbg_declare(ptr %6, !120, !DIExpression(), !121)
  call void @_ZN4BothC1Ei(ptr noundef nonnull align 8 dereferenceable(28) %6, i32 noundef 3) #3, !dbg !121
    #dbg_declare(ptr %7, !122, !DIExpression(), !140)
    #dbg_declare(ptr %8, !141, !DIExpression(), !143)
  store i64 24, ptr %8, align 8, !dbg !143
    #dbg_declare(ptr %9, !144, !DIExpression(), !146)
  store { i64, i64 } { i64 1, i64 0 }, ptr %9, align 8, !dbg !146
    #dbg_declare(ptr %10, !147, !DIExpression(), !148)
  store i32 -3, ptr %10, align 4, !dbg !148
    #dbg_declare(ptr %11, !149, !DIExpression(), !150)
  store i8 -1, ptr %11, align 1, !dbg !150
    #dbg_declare(ptr %12, !151, !DIExpression(), !154)
  store <4 x i32> <i32 1, i32 2, i32 3, i32 4>, ptr %12, align 16, !dbg !154
    #dbg_declare(ptr %13, !155, !DIExpression(), !160)
  store ptr null, ptr %13, align 8, !dbg !160
    #dbg_declare(ptr %14, !161, !DIExpression(), !163)
  store ptr null, ptr %14, align 8, !dbg !163
    #dbg_declare(ptr %15, !164, !DIExpression(), !166)
  store i128 5, ptr %15, align 16, !dbg !166
    #dbg_declare(ptr %16, !167, !DIExpression(), !169)
  store i32 0, ptr %16, align 4, !dbg !169
  br label %20, !dbg !170

20:                                               ; preds = %56, %3
  %21 = load i32, ptr %16, align 4, !dbg !171
  %22 = icmp slt i32 %21, 3, !dbg !173
  br i1 %22, label %23, label %59, !dbg !174

23:                                               ; preds = %20
    #dbg_declare(ptr %17, !175, !DIExpression(), !177)
  %24 = load i32, ptr %16, align 4, !dbg !178
  %25 = load i32, ptr %16, align 4, !dbg !179
  %26 = mul nsw i32 %24, %25, !dbg !180
  store i32 %26, ptr %17, align 4, !dbg !177
  %27 = load i32, ptr %17, align 4, !dbg !181
  %28 = trunc i32 %27 to i16, !dbg !181
  %29 = sext i16 %28 to i32, !dbg !182
  %30 = load i32, ptr %16, align 4, !dbg !183
  %31 = sext i32 %30 to i64, !dbg !184
  %32 = getelementptr inbounds [8 x i32], ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 0, i64 %31, !dbg !184
  %33 = load i32, ptr %32, align 4, !dbg !184
  %34 = add nsw i32 %29, %33, !dbg !185
  %35 = load double, ptr addrspacecast (ptr addrspace(4) @table to ptr), align 8, !dbg !186
  %36 = fptosi double %35 to i16, !dbg !186
  %37 = sext i16 %36 to i32, !dbg !187
  %38 = add nsw i32 %34, %37, !dbg !188
  %39 = trunc i32 %38 to i16, !dbg !182
  %40 = load i32, ptr %16, align 4, !dbg !189
  %41 = sext i32 %40 to i64, !dbg !190
  %42 = getelementptr inbounds [4 x i16], ptr addrspacecast (ptr addrspace(3) @_ZZ6kernelPi4BitsbE5local to ptr), i64 0, i64 %41, !dbg !190
  store i16 %39, ptr %42, align 2, !dbg !191
    #dbg_declare(ptr %18, !192, !DIExpression(), !197)
  %43 = getelementptr inbounds %class.anon, ptr %18, i32 0, i32 0, !dbg !198
  %44 = load i32, ptr %17, align 4, !dbg !199
  store i32 %44, ptr %43, align 4, !dbg !198
  %45 = load i32, ptr %16, align 4, !dbg !200
  %46 = call noundef i32 @_ZZ6kernelPi4BitsbENKUliE_clEi(ptr noundef nonnull align 4 dereferenceable(4) %18, i32 noundef %45) #3, !dbg !201
  %47 = call noundef nonnull align 4 dereferenceable(4) ptr @_Z4passIRiEOT_S2_(ptr noundef nonnull align 4 dereferenceable(4) %16) #3, !dbg !202
  %48 = load i32, ptr %47, align 4, !dbg !202
  %49 = add nsw i32 %46, %48, !dbg !203
  %50 = load i32, ptr addrspacecast (ptr addrspace(1) @_ZN5outer7counterE to ptr), align 4, !dbg !204
  %51 = add nsw i32 %49, %50, !dbg !205
  %52 = load ptr, ptr %4, align 8, !dbg !206
  %53 = load i32, ptr %16, align 4, !dbg !207
  %54 = sext i32 %53 to i64, !dbg !206
  %55 = getelementptr inbounds i32, ptr %52, i64 %54, !dbg !206
  store i32 %51, ptr %55, align 4, !dbg !208
  br label %56, !dbg !209

56:                                               ; preds = %23
  %57 = load i32, ptr %16, align 4, !dbg !210
  %58 = add nsw i32 %57, 1, !dbg !210
  store i32 %58, ptr %16, align 4, !dbg !210
  br label %20, !dbg !211, !llvm.loop !212

59:                                               ; preds = %20
  %60 = call noundef i32 @_ZNK4Both4areaEv(ptr noundef nonnull align 8 dereferenceable(28) %6) #3, !dbg !215
  %61 = getelementptr inbounds %struct.Table, ptr %7, i32 0, i32 0, !dbg !216
  %62 = getelementptr inbounds [5 x [2 x float]], ptr %61, i64 0, i64 0, !dbg !217
  %63 = getelementptr inbounds [2 x float], ptr %62, i64 0, i64 0, !dbg !217
  %64 = load float, ptr %63, align 8, !dbg !217
  %65 = fptosi float %64 to i32, !dbg !217
  %66 = add nsw i32 %60, %65, !dbg !218
  %67 = load i64, ptr %8, align 8, !dbg !219
  %68 = getelementptr inbounds i8, ptr %6, i64 %67, !dbg !220
  %69 = load i32, ptr %68, align 4, !dbg !220
  %70 = add nsw i32 %66, %69, !dbg !221
  %71 = load { i64, i64 }, ptr %9, align 8, !dbg !222
  %72 = extractvalue { i64, i64 } %71, 1, !dbg !223
  %73 = getelementptr inbounds i8, ptr %6, i64 %72, !dbg !223
  %74 = extractvalue { i64, i64 } %71, 0, !dbg !223
  %75 = and i64 %74, 1, !dbg !223
  %76 = icmp ne i64 %75, 0, !dbg !223
  br i1 %76, label %77, label %82, !dbg !223

77:                                               ; preds = %59
  %78 = load ptr, ptr %73, align 8, !dbg !223
  %79 = sub i64 %74, 1, !dbg !223
  %80 = getelementptr i8, ptr %78, i64 %79, !dbg !223, !nosanitize !224
  %81 = load ptr, ptr %80, align 8, !dbg !223, !nosanitize !224
  br label %84, !dbg !223

82:                                               ; preds = %59
  %83 = inttoptr i64 %74 to ptr, !dbg !223
  br label %84, !dbg !223

84:                                               ; preds = %82, %77
  %85 = phi ptr [ %81, %77 ], [ %83, %82 ], !dbg !223
  %86 = call noundef i32 %85(ptr noundef nonnull align 8 dereferenceable(28) %73) #3, !dbg !223
  %87 = add nsw i32 %70, %86, !dbg !225
  %88 = load i32, ptr %10, align 4, !dbg !226
  %89 = add nsw i32 %87, %88, !dbg !227
  %90 = load i8, ptr %11, align 1, !dbg !228
  %91 = zext i8 %90 to i32, !dbg !229
  %92 = add nsw i32 %89, %91, !dbg !230
  %93 = load <4 x i32>, ptr %12, align 16, !dbg !231
  %94 = extractelement <4 x i32> %93, i32 0, !dbg !231
  %95 = add nsw i32 %92, %94, !dbg !232
  %96 = load ptr, ptr %13, align 8, !dbg !233
  %97 = icmp ne ptr %96, null, !dbg !234
  %98 = zext i1 %97 to i32, !dbg !235
  %99 = add nsw i32 %95, %98, !dbg !236
  %100 = load i128, ptr %15, align 16, !dbg !237
  %101 = trunc i128 %100 to i32, !dbg !237
  %102 = add nsw i32 %99, %101, !dbg !238
  %103 = load i8, ptr %5, align 1, !dbg !239
  %104 = trunc i8 %103 to i1, !dbg !239
  %105 = zext i1 %104 to i32, !dbg !239
  %106 = add nsw i32 %102, %105, !dbg !240
  %107 = load float, ptr addrspacecast (ptr addrspace(1) @_ZN4Both5scaleE to ptr), align 4, !dbg !241
  %108 = fptosi float %107 to i32, !dbg !241
  %109 = add nsw i32 %106, %108, !dbg !242
  %110 = add nsw i32 %109, 12, !dbg !243
  %111 = load ptr, ptr %4, align 8, !dbg !244
  %112 = getelementptr inbounds i32, ptr %111, i64 0, !dbg !244
  store i32 %110, ptr %112, align 4, !dbg !245
  %113 = load ptr, ptr %4, align 8, !dbg !246
  %114 = load i32, ptr %1, align 4, !dbg !247
  %115 = zext i32 %114 to i64, !dbg !248
  %116 = getelementptr inbounds i32, ptr %113, i64 %115, !dbg !248
  store volatile ptr %116, ptr addrspacecast (ptr addrspace(1) @watched to ptr), align 8, !dbg !249
  ret void, !dbg !250
}

define linkonce_odr dso_local void @_ZN4BothC1Ei(ptr noundef nonnull align 8 dereferenceable(28) %0, i32 noundef %1) unnamed_addr #1 comdat align 2 !dbg !251 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !252, !DIExpression(), !254)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !255, !DIExpression(), !256)
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 32, !dbg !257
  call void @_ZN4BaseC2Ev(ptr noundef nonnull align 8 dereferenceable(14) %6) #3, !dbg !258
  call void @_ZN4LeftC2Ev(ptr noundef nonnull align 8 dereferenceable(12) %5, ptr addrspace(1) noundef addrspacecast (ptr getelementptr inbounds ([4 x ptr], ptr @_ZTT4Both, i64 0, i64 1) to ptr addrspace(1))) #3, !dbg !258
  %7 = getelementptr inbounds i8, ptr %5, i64 12, !dbg !257
  store ptr getelementptr inbounds inrange(-24, 8) ({ [4 x ptr], [4 x ptr] }, ptr @_ZTV4Both, i32 0, i32 0, i32 3), ptr %5, align 8, !dbg !257
  %8 = getelementptr inbounds i8, ptr %5, i64 32, !dbg !257
  store ptr getelementptr inbounds inrange(-24, 8) ({ [4 x ptr], [4 x ptr] }, ptr @_ZTV4Both, i32 0, i32 1, i32 3), ptr %8, align 8, !dbg !257
  %9 = getelementptr inbounds %struct.Both, ptr %5, i32 0, i32 2, !dbg !258
  %10 = getelementptr inbounds %struct.Both, ptr %5, i32 0, i32 3, !dbg !259
  %11 = load i32, ptr %4, align 4, !dbg !260
  store i32 %11, ptr %10, align 8, !dbg !259
  ret void, !dbg !261
}

define internal noundef i32 @_ZZ6kernelPi4BitsbENKUliE_clEi(ptr noundef nonnull align 4 dereferenceable(4) %0, i32 noundef %1) #1 align 2 !dbg !262 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !268, !DIExpression(), !270)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !271, !DIExpression(), !272)
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4, !dbg !273
  %7 = getelementptr inbounds %class.anon, ptr %5, i32 0, i32 0, !dbg !274
  %8 = load i32, ptr %7, align 4, !dbg !274
  %9 = add nsw i32 %6, %8, !dbg !275
  ret i32 %9, !dbg !276
}

define linkonce_odr dso_local noundef nonnull align 4 dereferenceable(4) ptr @_Z4passIRiEOT_S2_(ptr noundef nonnull align 4 dereferenceable(4) %0) #1 comdat !dbg !277 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !283, !DIExpression(), !284)
  %3 = load ptr, ptr %2, align 8, !dbg !285
  ret ptr %3, !dbg !286
}

define linkonce_odr dso_local noundef i32 @_ZNK4Both4areaEv(ptr noundef nonnull align 8 dereferenceable(28) %0) unnamed_addr #1 comdat align 2 !dbg !287 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !288, !DIExpression(), !290)
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds %struct.Both, ptr %3, i32 0, i32 3, !dbg !291
  %5 = load i32, ptr %4, align 8, !dbg !291
  ret i32 %5, !dbg !292
}

define linkonce_odr dso_local void @_ZN4BaseC2Ev(ptr noundef nonnull align 8 dereferenceable(14) %0) unnamed_addr #1 comdat align 2 !dbg !293 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !298, !DIExpression(), !300)
  %3 = load ptr, ptr %2, align 8
  store ptr getelementptr inbounds inrange(-16, 8) ({ [3 x ptr] }, ptr @_ZTV4Base, i32 0, i32 0, i32 2), ptr %3, align 8, !dbg !301
  ret void, !dbg !301
}

define linkonce_odr dso_local void @_ZN4LeftC2Ev(ptr noundef nonnull align 8 dereferenceable(12) %0, ptr addrspace(1) noundef %1) unnamed_addr #1 comdat align 2 !dbg !302 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr addrspace(1), align 8
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !307, !DIExpression(), !309)
  store ptr addrspace(1) %1, ptr %4, align 8
    #dbg_declare(ptr %4, !310, !DIExpression(), !309)
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr addrspace(1), ptr %4, align 8
  %7 = load ptr, ptr addrspace(1) %6, align 8, !dbg !313
  store ptr %7, ptr %5, align 8, !dbg !313
  %8 = getelementptr inbounds ptr, ptr addrspace(1) %6, i64 1, !dbg !313
  %9 = load ptr, ptr addrspace(1) %8, align 8, !dbg !313
  %10 = load ptr, ptr %5, align 8, !dbg !313
  %11 = getelementptr i8, ptr %10, i64 -24, !dbg !313
  %12 = load i64, ptr %11, align 8, !dbg !313
  %13 = getelementptr inbounds i8, ptr %5, i64 %12, !dbg !313
  store ptr %9, ptr %13, align 8, !dbg !313
  ret void, !dbg !313
}

define linkonce_odr dso_local noundef i32 @_ZNK4Base4areaEv(ptr noundef nonnull align 8 dereferenceable(14) %0) unnamed_addr #1 comdat align 2 !dbg !314 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !315, !DIExpression(), !317)
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds %class.Base, ptr %3, i32 0, i32 1, !dbg !318
  %5 = load i32, ptr %4, align 8, !dbg !318
  ret i32 %5, !dbg !319
}

define linkonce_odr dso_local noundef i32 @_ZTv0_n24_NK4Both4areaEv(ptr noundef %0) unnamed_addr #2 comdat align 2 !dbg !320 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8, !dbg !322
  %4 = load ptr, ptr %3, align 8, !dbg !322
  %5 = getelementptr inbounds i8, ptr %4, i64 -24, !dbg !322
  %6 = load i64, ptr %5, align 8, !dbg !322
  %7 = getelementptr inbounds i8, ptr %3, i64 %6, !dbg !322
  %8 = tail call noundef i32 @_ZNK4Both4areaEv(ptr noundef nonnull align 8 dereferenceable(28) %7) #3, !dbg !322
  ret i32 %8, !dbg !322
}

attributes #0 = { convergent mustprogress noinline norecurse nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx85,+sm_80" "uniform-work-group-size"="true" }
attributes #1 = { convergent mustprogress noinline nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx85,+sm_80" }
attributes #2 = { convergent noinline nounwind optnone "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx85,+sm_80" }
attributes #3 = { convergent nounwind }

!llvm.dbg.cu = !{!7}
!nvvm.annotations = !{!107}
!llvm.module.flags = !{!108, !109, !110, !111, !112}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "counter", linkageName: "_ZN5outer7counterE", scope: !2, file: !3, line: 12, type: !4, isLocal: false, isDefinition: true)
!2 = !DINamespace(name: "outer", scope: null)
!3 = !DIFile(filename: "d.cu", directory: "/work/here")
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "scale", linkageName: "_ZN4Both5scaleE", scope: !7, file: !3, line: 35, type: !53, isLocal: false, isDefinition: true, declaration: !52)
!7 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !8, retainedTypes: !18, globals: !72, imports: !104, splitDebugInlining: false, nameTableKind: None)
!8 = !{!9, !13}
!9 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Plain", file: !3, line: 42, baseType: !4, size: 32, elements: !10, identifier: "_ZTS5Plain")
!10 = !{!11, !12}
!11 = !DIEnumerator(name: "ZERO", value: 0)
!12 = !DIEnumerator(name: "MINUS", value: -3)
!13 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Small", file: !3, line: 43, baseType: !14, size: 8, flags: DIFlagEnumClass, elements: !15, identifier: "_ZTS5Small")
!14 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!15 = !{!16, !17}
!16 = !DIEnumerator(name: "A", value: 1, isUnsigned: true)
!17 = !DIEnumerator(name: "B", value: 255, isUnsigned: true)
!18 = !{!19, !4, !20}
!19 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!20 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Both", file: !3, line: 26, size: 384, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !21, vtableHolder: !23, identifier: "_ZTS4Both")
!21 = !{!22, !44, !50, !52, !54, !62, !63, !67}
!22 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !20, baseType: !23, extraData: i32 0)
!23 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Left", file: !3, line: 25, size: 256, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !24, vtableHolder: !23, identifier: "_ZTS4Left")
!24 = !{!25, !42, !43}
!25 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !23, baseType: !26, offset: 24, flags: DIFlagVirtual, extraData: i32 0)
!26 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "Base", file: !3, line: 16, size: 128, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !27, vtableHolder: !26, identifier: "_ZTS4Base")
!27 = !{!28, !33, !34, !36, !37}
!28 = !DIDerivedType(tag: DW_TAG_member, name: "_vptr$Base", scope: !3, file: !3, baseType: !29, size: 64, flags: DIFlagArtificial)
!29 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !30, size: 64)
!30 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "__vtbl_ptr_type", baseType: !31, size: 64)
!31 = !DISubroutineType(types: !32)
!32 = !{!4}
!33 = !DIDerivedType(tag: DW_TAG_member, name: "w", scope: !26, file: !3, line: 20, baseType: !4, size: 32, offset: 64, flags: DIFlagProtected)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "low", scope: !26, file: !3, line: 22, baseType: !35, size: 3, offset: 96, flags: DIFlagBitField, extraData: i64 96)
!35 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!36 = !DIDerivedType(tag: DW_TAG_member, name: "high", scope: !26, file: !3, line: 23, baseType: !35, size: 12, offset: 99, flags: DIFlagBitField, extraData: i64 96)
!37 = !DISubprogram(name: "area", linkageName: "_ZNK4Base4areaEv", scope: !26, file: !3, line: 18, type: !38, scopeLine: 18, containingType: !26, virtualIndex: 0, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagVirtual)
!38 = !DISubroutineType(types: !39)
!39 = !{!4, !40}
!40 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !41, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!41 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !26)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "_vptr$Left", scope: !3, file: !3, baseType: !29, size: 64, flags: DIFlagArtificial)
!43 = !DIDerivedType(tag: DW_TAG_member, name: "l", scope: !23, file: !3, line: 25, baseType: !4, size: 32, offset: 64)
!44 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !20, baseType: !45, offset: 96, extraData: i32 0)
!45 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Point", scope: !46, file: !3, line: 7, size: 64, flags: DIFlagTypePassByValue, elements: !47, identifier: "_ZTSN5outer2v15PointE")
!46 = !DINamespace(name: "v1", scope: !2, exportSymbols: true)
!47 = !{!48, !49}
!48 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !45, file: !3, line: 8, baseType: !4, size: 32)
!49 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !45, file: !3, line: 9, baseType: !4, size: 32, offset: 32)
!50 = !DIDerivedType(tag: DW_TAG_member, name: "limit", scope: !20, file: !3, line: 27, baseType: !51, flags: DIFlagStaticMember, extraData: i32 12)
!51 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)
!52 = !DIDerivedType(tag: DW_TAG_member, name: "scale", scope: !20, file: !3, line: 28, baseType: !53, flags: DIFlagStaticMember)
!53 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!54 = !DIDerivedType(tag: DW_TAG_member, name: "inner", scope: !20, file: !3, line: 32, baseType: !55, size: 24, offset: 160)
!55 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Inner", scope: !20, file: !3, line: 31, size: 24, flags: DIFlagTypePassByValue, elements: !56, identifier: "_ZTSN4Both5InnerE")
!56 = !{!57}
!57 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !55, file: !3, line: 31, baseType: !58, size: 24)
!58 = !DICompositeType(tag: DW_TAG_array_type, baseType: !59, size: 24, elements: !60)
!59 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!60 = !{!61}
!61 = !DISubrange(count: 3)
!62 = !DIDerivedType(tag: DW_TAG_member, name: "sum", scope: !20, file: !3, line: 33, baseType: !4, size: 32, offset: 192)
!63 = !DISubprogram(name: "Both", scope: !20, file: !3, line: 29, type: !64, scopeLine: 29, flags: DIFlagExplicit | DIFlagPrototyped, spFlags: 0)
!64 = !DISubroutineType(types: !65)
!65 = !{null, !66, !4}
!66 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!67 = !DISubprogram(name: "area", linkageName: "_ZNK4Both4areaEv", scope: !20, file: !3, line: 30, type: !68, scopeLine: 30, containingType: !20, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!68 = !DISubroutineType(types: !69)
!69 = !{!4, !70}
!70 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !71, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!71 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !20)
!72 = !{!0, !5, !73, !78, !84, !88}
!73 = !DIGlobalVariableExpression(var: !74, expr: !DIExpression(DW_OP_constu, 8, DW_OP_swap, DW_OP_xderef))
!74 = distinct !DIGlobalVariable(name: "tile", scope: !7, file: !3, line: 45, type: !75, isLocal: false, isDefinition: true)
!75 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 256, elements: !76)
!76 = !{!77}
!77 = !DISubrange(count: 8)
!78 = !DIGlobalVariableExpression(var: !79, expr: !DIExpression(DW_OP_constu, 4, DW_OP_swap, DW_OP_xderef))
!79 = distinct !DIGlobalVariable(name: "table", scope: !7, file: !3, line: 46, type: !80, isLocal: false, isDefinition: true)
!80 = !DICompositeType(tag: DW_TAG_array_type, baseType: !81, size: 128, elements: !82)
!81 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!82 = !{!83}
!83 = !DISubrange(count: 2)
!84 = !DIGlobalVariableExpression(var: !85, expr: !DIExpression())
!85 = distinct !DIGlobalVariable(name: "watched", scope: !7, file: !3, line: 47, type: !86, isLocal: false, isDefinition: true)
!86 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !87)
!87 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !51, size: 64)
!88 = !DIGlobalVariableExpression(var: !89, expr: !DIExpression(DW_OP_constu, 8, DW_OP_swap, DW_OP_xderef))
!89 = distinct !DIGlobalVariable(name: "local", scope: !90, file: !3, line: 52, type: !101, isLocal: true, isDefinition: true)
!90 = distinct !DISubprogram(name: "kernel", linkageName: "_Z6kernelPi4Bitsb", scope: !3, file: !3, line: 50, type: !91, scopeLine: 50, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !99)
!91 = !DISubroutineType(types: !92)
!92 = !{null, !93, !94, !98}
!93 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!94 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "Bits", file: !3, line: 41, size: 32, flags: DIFlagTypePassByValue, elements: !95, identifier: "_ZTS4Bits")
!95 = !{!96, !97}
!96 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !94, file: !3, line: 41, baseType: !53, size: 32)
!97 = !DIDerivedType(tag: DW_TAG_member, name: "u", scope: !94, file: !3, line: 41, baseType: !35, size: 32)
!98 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!99 = !{!100}
!100 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !90, entity: !2, file: !3, line: 51)
!101 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 64, elements: !102)
!102 = !{!103}
!103 = !DISubrange(count: 4)
!104 = !{!105, !106}
!105 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !7, entity: !1, file: !3, line: 14)
!106 = !DIImportedEntity(tag: DW_TAG_imported_declaration, name: "alias", scope: !7, entity: !2, file: !3, line: 15)
!107 = !{ptr @_Z6kernelPi4Bitsb, !"kernel", i32 1}
!108 = !{i32 7, !"Dwarf Version", i32 2}
!109 = !{i32 2, !"Debug Info Version", i32 3}
!110 = !{i32 1, !"wchar_size", i32 4}
!111 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!112 = !{i32 7, !"frame-pointer", i32 2}
!113 = !{!"clang"}
!114 = !DILocalVariable(name: "restrict_", arg: 1, scope: !90, file: !3, line: 50, type: !93)
!115 = !DILocation(line: 50, column: 29, scope: !90)
!116 = !DILocalVariable(name: "bits", arg: 2, scope: !90, file: !3, line: 50, type: !94)
!117 = !DILocation(line: 50, column: 45, scope: !90)
!118 = !DILocalVariable(name: "flag", arg: 3, scope: !90, file: !3, line: 50, type: !98)
!119 = !DILocation(line: 50, column: 56, scope: !90)
!120 = !DILocalVariable(name: "both", scope: !90, file: !3, line: 53, type: !20)
!121 = !DILocation(line: 53, column: 8, scope: !90)
!122 = !DILocalVariable(name: "t", scope: !90, file: !3, line: 54, type: !123)
!123 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Table<float, 5, Wrap, int, char>", file: !3, line: 36, size: 384, flags: DIFlagTypePassByValue, elements: !124, templateParams: !132, identifier: "_ZTS5TableIfLi5E4WrapJicEE")
!124 = !{!125, !129}
!125 = !DIDerivedType(tag: DW_TAG_member, name: "cells", scope: !123, file: !3, line: 37, baseType: !126, size: 320)
!126 = !DICompositeType(tag: DW_TAG_array_type, baseType: !53, size: 320, elements: !127)
!127 = !{!128, !83}
!128 = !DISubrange(count: 5)
!129 = !DIDerivedType(tag: DW_TAG_member, name: "other", scope: !123, file: !3, line: 38, baseType: !130, size: 64, offset: 320)
!130 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !131, size: 64)
!131 = !DICompositeType(tag: DW_TAG_structure_type, name: "Wrap<float>", file: !3, line: 40, flags: DIFlagFwdDecl | DIFlagNonTrivial, identifier: "_ZTS4WrapIfE")
!132 = !{!133, !134, !135, !136}
!133 = !DITemplateTypeParameter(name: "T", type: !53)
!134 = !DITemplateValueParameter(name: "N", type: !4, value: i32 5)
!135 = !DITemplateValueParameter(tag: DW_TAG_GNU_template_template_param, name: "F", value: !"Wrap")
!136 = !DITemplateValueParameter(tag: DW_TAG_GNU_template_parameter_pack, name: "R", value: !137)
!137 = !{!138, !139}
!138 = !DITemplateTypeParameter(type: !4)
!139 = !DITemplateTypeParameter(type: !59)
!140 = !DILocation(line: 54, column: 36, scope: !90)
!141 = !DILocalVariable(name: "member", scope: !90, file: !3, line: 55, type: !142)
!142 = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: !4, size: 64, extraData: !20)
!143 = !DILocation(line: 55, column: 14, scope: !90)
!144 = !DILocalVariable(name: "method", scope: !90, file: !3, line: 56, type: !145)
!145 = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: !68, size: 128, extraData: !20)
!146 = !DILocation(line: 56, column: 15, scope: !90)
!147 = !DILocalVariable(name: "plain", scope: !90, file: !3, line: 57, type: !9)
!148 = !DILocation(line: 57, column: 9, scope: !90)
!149 = !DILocalVariable(name: "small", scope: !90, file: !3, line: 58, type: !13)
!150 = !DILocation(line: 58, column: 9, scope: !90)
!151 = !DILocalVariable(name: "four", scope: !90, file: !3, line: 59, type: !152)
!152 = !DIDerivedType(tag: DW_TAG_typedef, name: "Four", file: !3, line: 44, baseType: !153)
!153 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 128, flags: DIFlagVector, elements: !102)
!154 = !DILocation(line: 59, column: 8, scope: !90)
!155 = !DILocalVariable(name: "callback", scope: !90, file: !3, line: 60, type: !156)
!156 = !DIDerivedType(tag: DW_TAG_typedef, name: "Callback", file: !3, line: 48, baseType: !157)
!157 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !158, size: 64)
!158 = !DISubroutineType(types: !159)
!159 = !{!4, !94, null}
!160 = !DILocation(line: 60, column: 12, scope: !90)
!161 = !DILocalVariable(name: "nothing", scope: !90, file: !3, line: 61, type: !162)
!162 = !DIBasicType(tag: DW_TAG_unspecified_type, name: "decltype(nullptr)")
!163 = !DILocation(line: 61, column: 21, scope: !90)
!164 = !DILocalVariable(name: "wide", scope: !90, file: !3, line: 62, type: !165)
!165 = !DIBasicType(name: "__int128", size: 128, encoding: DW_ATE_signed)
!166 = !DILocation(line: 62, column: 12, scope: !90)
!167 = !DILocalVariable(name: "i", scope: !168, file: !3, line: 63, type: !4)
!168 = distinct !DILexicalBlock(scope: !90, file: !3, line: 63, column: 3)
!169 = !DILocation(line: 63, column: 12, scope: !168)
!170 = !DILocation(line: 63, column: 8, scope: !168)
!171 = !DILocation(line: 63, column: 19, scope: !172)
!172 = distinct !DILexicalBlock(scope: !168, file: !3, line: 63, column: 3)
!173 = !DILocation(line: 63, column: 21, scope: !172)
!174 = !DILocation(line: 63, column: 3, scope: !168)
!175 = !DILocalVariable(name: "square", scope: !176, file: !3, line: 64, type: !4)
!176 = distinct !DILexicalBlock(scope: !172, file: !3, line: 63, column: 31)
!177 = !DILocation(line: 64, column: 9, scope: !176)
!178 = !DILocation(line: 64, column: 18, scope: !176)
!179 = !DILocation(line: 64, column: 22, scope: !176)
!180 = !DILocation(line: 64, column: 20, scope: !176)
!181 = !DILocation(line: 65, column: 23, scope: !176)
!182 = !DILocation(line: 65, column: 16, scope: !176)
!183 = !DILocation(line: 65, column: 37, scope: !176)
!184 = !DILocation(line: 65, column: 32, scope: !176)
!185 = !DILocation(line: 65, column: 30, scope: !176)
!186 = !DILocation(line: 65, column: 49, scope: !176)
!187 = !DILocation(line: 65, column: 42, scope: !176)
!188 = !DILocation(line: 65, column: 40, scope: !176)
!189 = !DILocation(line: 65, column: 11, scope: !176)
!190 = !DILocation(line: 65, column: 5, scope: !176)
!191 = !DILocation(line: 65, column: 14, scope: !176)
!192 = !DILocalVariable(name: "lambda", scope: !193, file: !3, line: 66, type: !194)
!193 = distinct !DILexicalBlock(scope: !176, file: !3, line: 66, column: 5)
!194 = distinct !DICompositeType(tag: DW_TAG_class_type, scope: !90, file: !3, line: 66, size: 32, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !195)
!195 = !{!196}
!196 = !DIDerivedType(tag: DW_TAG_member, name: "square", scope: !194, file: !3, line: 66, baseType: !4, size: 32)
!197 = !DILocation(line: 66, column: 12, scope: !193)
!198 = !DILocation(line: 66, column: 21, scope: !193)
!199 = !DILocation(line: 66, column: 22, scope: !193)
!200 = !DILocation(line: 66, column: 83, scope: !193)
!201 = !DILocation(line: 66, column: 76, scope: !193)
!202 = !DILocation(line: 66, column: 88, scope: !193)
!203 = !DILocation(line: 66, column: 86, scope: !193)
!204 = !DILocation(line: 66, column: 98, scope: !193)
!205 = !DILocation(line: 66, column: 96, scope: !193)
!206 = !DILocation(line: 66, column: 61, scope: !193)
!207 = !DILocation(line: 66, column: 71, scope: !193)
!208 = !DILocation(line: 66, column: 74, scope: !193)
!209 = !DILocation(line: 67, column: 3, scope: !176)
!210 = !DILocation(line: 63, column: 27, scope: !172)
!211 = !DILocation(line: 63, column: 3, scope: !172)
!212 = distinct !{!212, !174, !213, !214}
!213 = !DILocation(line: 67, column: 3, scope: !168)
!214 = !{!"llvm.loop.mustprogress"}
!215 = !DILocation(line: 68, column: 23, scope: !90)
!216 = !DILocation(line: 68, column: 39, scope: !90)
!217 = !DILocation(line: 68, column: 37, scope: !90)
!218 = !DILocation(line: 68, column: 30, scope: !90)
!219 = !DILocation(line: 68, column: 59, scope: !90)
!220 = !DILocation(line: 68, column: 57, scope: !90)
!221 = !DILocation(line: 68, column: 51, scope: !90)
!222 = !DILocation(line: 68, column: 75, scope: !90)
!223 = !DILocation(line: 68, column: 68, scope: !90)
!224 = !{}
!225 = !DILocation(line: 68, column: 66, scope: !90)
!226 = !DILocation(line: 68, column: 87, scope: !90)
!227 = !DILocation(line: 68, column: 85, scope: !90)
!228 = !DILocation(line: 68, column: 100, scope: !90)
!229 = !DILocation(line: 68, column: 95, scope: !90)
!230 = !DILocation(line: 68, column: 93, scope: !90)
!231 = !DILocation(line: 68, column: 108, scope: !90)
!232 = !DILocation(line: 68, column: 106, scope: !90)
!233 = !DILocation(line: 68, column: 119, scope: !90)
!234 = !DILocation(line: 68, column: 128, scope: !90)
!235 = !DILocation(line: 68, column: 118, scope: !90)
!236 = !DILocation(line: 68, column: 116, scope: !90)
!237 = !DILocation(line: 68, column: 147, scope: !90)
!238 = !DILocation(line: 68, column: 140, scope: !90)
!239 = !DILocation(line: 68, column: 154, scope: !90)
!240 = !DILocation(line: 68, column: 152, scope: !90)
!241 = !DILocation(line: 68, column: 166, scope: !90)
!242 = !DILocation(line: 68, column: 159, scope: !90)
!243 = !DILocation(line: 68, column: 178, scope: !90)
!244 = !DILocation(line: 68, column: 3, scope: !90)
!245 = !DILocation(line: 68, column: 16, scope: !90)
!246 = !DILocation(line: 69, column: 13, scope: !90)
!247 = !DILocation(line: 69, column: 30, scope: !90)
!248 = !DILocation(line: 69, column: 23, scope: !90)
!249 = !DILocation(line: 69, column: 11, scope: !90)
!250 = !DILocation(line: 70, column: 1, scope: !90)
!251 = distinct !DISubprogram(name: "Both", linkageName: "_ZN4BothC1Ei", scope: !20, file: !3, line: 29, type: !64, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !63, retainedNodes: !224)
!252 = !DILocalVariable(name: "this", arg: 1, scope: !251, type: !253, flags: DIFlagArtificial | DIFlagObjectPointer)
!253 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64)
!254 = !DILocation(line: 0, scope: !251)
!255 = !DILocalVariable(name: "n", arg: 2, scope: !251, file: !3, line: 29, type: !4)
!256 = !DILocation(line: 29, column: 32, scope: !251)
!257 = !DILocation(line: 29, column: 44, scope: !251)
!258 = !DILocation(line: 29, column: 23, scope: !251)
!259 = !DILocation(line: 29, column: 37, scope: !251)
!260 = !DILocation(line: 29, column: 41, scope: !251)
!261 = !DILocation(line: 29, column: 45, scope: !251)
!262 = distinct !DISubprogram(name: "operator()", linkageName: "_ZZ6kernelPi4BitsbENKUliE_clEi", scope: !194, file: !3, line: 66, type: !263, scopeLine: 66, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7, declaration: !267, retainedNodes: !224)
!263 = !DISubroutineType(types: !264)
!264 = !{!4, !265, !4}
!265 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !266, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!266 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !194)
!267 = !DISubprogram(name: "operator()", scope: !194, file: !3, line: 66, type: !263, scopeLine: 66, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagLocalToUnit)
!268 = !DILocalVariable(name: "this", arg: 1, scope: !262, type: !269, flags: DIFlagArtificial | DIFlagObjectPointer)
!269 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !266, size: 64)
!270 = !DILocation(line: 0, scope: !262)
!271 = !DILocalVariable(name: "k", arg: 2, scope: !262, file: !3, line: 66, type: !4)
!272 = !DILocation(line: 66, column: 34, scope: !262)
!273 = !DILocation(line: 66, column: 46, scope: !262)
!274 = !DILocation(line: 66, column: 50, scope: !262)
!275 = !DILocation(line: 66, column: 48, scope: !262)
!276 = !DILocation(line: 66, column: 39, scope: !262)
!277 = distinct !DISubprogram(name: "pass<int &>", linkageName: "_Z4passIRiEOT_S2_", scope: !3, file: !3, line: 49, type: !278, scopeLine: 49, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, templateParams: !281, retainedNodes: !224)
!278 = !DISubroutineType(types: !279)
!279 = !{!280, !280}
!280 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !4, size: 64)
!281 = !{!282}
!282 = !DITemplateTypeParameter(name: "T", type: !280)
!283 = !DILocalVariable(name: "t", arg: 1, scope: !277, file: !3, line: 49, type: !280)
!284 = !DILocation(line: 49, column: 44, scope: !277)
!285 = !DILocation(line: 49, column: 74, scope: !277)
!286 = !DILocation(line: 49, column: 49, scope: !277)
!287 = distinct !DISubprogram(name: "area", linkageName: "_ZNK4Both4areaEv", scope: !20, file: !3, line: 30, type: !68, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !67, retainedNodes: !224)
!288 = !DILocalVariable(name: "this", arg: 1, scope: !287, type: !289, flags: DIFlagArtificial | DIFlagObjectPointer)
!289 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !71, size: 64)
!290 = !DILocation(line: 0, scope: !287)
!291 = !DILocation(line: 30, column: 49, scope: !287)
!292 = !DILocation(line: 30, column: 42, scope: !287)
!293 = distinct !DISubprogram(name: "Base", linkageName: "_ZN4BaseC2Ev", scope: !26, file: !3, line: 16, type: !294, scopeLine: 16, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !297, retainedNodes: !224)
!294 = !DISubroutineType(types: !295)
!295 = !{null, !296}
!296 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !26, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!297 = !DISubprogram(name: "Base", scope: !26, type: !294, flags: DIFlagPublic | DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!298 = !DILocalVariable(name: "this", arg: 1, scope: !293, type: !299, flags: DIFlagArtificial | DIFlagObjectPointer)
!299 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !26, size: 64)
!300 = !DILocation(line: 0, scope: !293)
!301 = !DILocation(line: 16, column: 7, scope: !293)
!302 = distinct !DISubprogram(name: "Left", linkageName: "_ZN4LeftC2Ev", scope: !23, file: !3, line: 25, type: !303, scopeLine: 25, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !306, retainedNodes: !224)
!303 = !DISubroutineType(types: !304)
!304 = !{null, !305}
!305 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !23, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!306 = !DISubprogram(name: "Left", scope: !23, type: !303, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!307 = !DILocalVariable(name: "this", arg: 1, scope: !302, type: !308, flags: DIFlagArtificial | DIFlagObjectPointer)
!308 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !23, size: 64)
!309 = !DILocation(line: 0, scope: !302)
!310 = !DILocalVariable(name: "vtt", arg: 2, scope: !302, type: !311, flags: DIFlagArtificial)
!311 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !312, size: 64, dwarfAddressSpace: 5)
!312 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!313 = !DILocation(line: 25, column: 8, scope: !302)
!314 = distinct !DISubprogram(name: "area", linkageName: "_ZNK4Base4areaEv", scope: !26, file: !3, line: 18, type: !38, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !37, retainedNodes: !224)
!315 = !DILocalVariable(name: "this", arg: 1, scope: !314, type: !316, flags: DIFlagArtificial | DIFlagObjectPointer)
!316 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !41, size: 64)
!317 = !DILocation(line: 0, scope: !314)
!318 = !DILocation(line: 18, column: 48, scope: !314)
!319 = !DILocation(line: 18, column: 41, scope: !314)
!320 = distinct !DISubprogram(linkageName: "_ZTv0_n24_NK4Both4areaEv", scope: !3, file: !3, line: 30, type: !321, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !7)
!321 = !DISubroutineType(types: !224)
!322 = !DILocation(line: 0, scope: !320)
