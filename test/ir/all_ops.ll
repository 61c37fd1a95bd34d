; Every instruction and kind of constant survives reading and printing; LLVM accepts our text.
; RUN: %B/tools/iropt %s > %t.1.ll && %B/tools/iropt - < %t.1.ll > %t.2.ll && tail -n +2 %t.1.ll > %t.a && tail -n +2 %t.2.ll > %t.b && cmp %t.a %t.b && cat %t.1.ll
target triple = "nvptx64-nvidia-cuda"

%S = type { i32, [2 x float], %T }
%T = type <{ i8, i64 }>
%opaque = type opaque

$c1 = comdat any

@a = internal addrspace(1) global i32 -5, align 4
@b = addrspace(4) constant [3 x i8] c"x\0A\00"
@v = addrspace(1) global <2 x half> <half 0xH3C00, half 0xHC000>, align 4
@s = internal addrspace(1) global %S { i32 1, [2 x float] [float 1.0, float 0x3FB99999A0000000], %T <{ i8 2, i64 3 }> }
@p = internal addrspace(1) global ptr addrspacecast (ptr addrspace(1) getelementptr inbounds (%S, ptr addrspace(1) @s, i64 0, i32 1, i64 1) to ptr)
@ext = external addrspace(3) global [0 x float], align 16
@w = internal addrspace(1) global i128 170141183460469231731687303715884105727
@q = internal addrspace(1) global fp128 0xL00000000000000003FFF000000000000
@bf = internal addrspace(1) global bfloat 0xR3F80
@lo = linkonce_odr addrspace(1) global i64 0, comdat($c1)
; CHECK: @s = internal addrspace(1) global %S { i32 1, [2 x float] [float 1.000000e+00, float 0x3FB99999A0000000], %T <{ i8 2, i64 3 }> }
; CHECK: @p = internal addrspace(1) global ptr addrspacecast (ptr addrspace(1) getelementptr inbounds (i8, ptr addrspace(1) @s, i64 8) to ptr)

@al = alias i32, ptr addrspace(1) @a

declare void @ext_fn(ptr byval(%S) align 8, i32 zeroext, ...) #1

; CHECK-LABEL: define void @arith
define void @arith(i32 %x, i32 %y, float %f, <4 x i32> %v) {
  %1 = add nuw nsw i32 %x, %y
  %2 = sub i32 %1, 3
  %3 = mul nsw i32 %2, %x
  %4 = udiv exact i32 %3, %y
  %5 = srem i32 %4, 7
  %6 = shl nuw i32 %5, 1
  %7 = lshr exact i32 %6, 1
  %8 = ashr i32 %7, 2
  %9 = and i32 %8, -256
  %10 = or disjoint i32 %9, 1
  %11 = xor i32 %10, -1
  %12 = fadd fast float %f, 1.0
  %13 = fsub nnan nsz float %12, -0.0
  %14 = fmul reassoc contract float %13, 0x7FF0000000000000
  %15 = frem float %14, 2.5
  %16 = fneg float %15
  %17 = icmp slt i32 %11, %x
  %18 = fcmp fast ult float %16, %f
  %19 = select i1 %17, float %16, float %f
  %20 = zext nneg i32 %x to i64
  %21 = trunc nuw i64 %20 to i8
  %22 = sitofp i8 %21 to double
  %23 = fptoui double %22 to i16
  %24 = fptrunc double %22 to half
  %25 = bitcast half %24 to i16
  %26 = inttoptr i64 %20 to ptr
  %27 = addrspacecast ptr %26 to ptr addrspace(1)
  %28 = ptrtoint ptr addrspace(1) %27 to i64
  %29 = extractelement <4 x i32> %v, i32 2
  %30 = insertelement <4 x i32> %v, i32 %29, i64 0
  %31 = shufflevector <4 x i32> %30, <4 x i32> poison, <2 x i32> <i32 3, i32 poison>
  %32 = freeze i32 %x
  ; CHECK: or disjoint i32
  ; CHECK: fadd fast float
  ; CHECK: shufflevector <4 x i32> %30, <4 x i32> poison, <2 x i32> <i32 3, i32 poison>
  ret void
}

; CHECK-LABEL: define ptx_kernel void @mem
define ptx_kernel void @mem(ptr noalias nocapture readonly align 16 %p, ptr addrspace(3) %sh) #0 !dbg !5 {
entry:
  %al = alloca [4 x i32], align 16
  %dyn = alloca i8, i32 8, align 1, addrspace(5)
  %l = load volatile i32, ptr %p, align 4, !dbg !8
  %la = load atomic i32, ptr %p syncscope("block") acquire, align 4
  store atomic volatile i32 %l, ptr %p release, align 4
  store i32 1, ptr addrspace(3) %sh, align 2, !nontemporal !3
  %n64 = sext i32 %l to i64
  %g = getelementptr inbounds nuw %S, ptr %p, i64 1, i32 1, i64 %n64
  fence syncscope("device") seq_cst
  %cx = cmpxchg weak ptr %p, i32 0, i32 1 syncscope("singlethread") acq_rel monotonic, align 4
  %old = extractvalue { i32, i1 } %cx, 0
  %ins = insertvalue { i32, { i8, float } } poison, float 2.0, 1, 1
  %rm = atomicrmw uinc_wrap ptr %p, i32 %old monotonic, align 4
  br label %next

nowhere:
  br label %entry2

entry2:
  switch i32 1, label %next [
    i32 0, label %nowhere
    i32 -1, label %next
  ]

next:
  %c = call fastcc float @callee(float nofpclass(nan) 1.0) #1
  %as = call i32 asm sideeffect "mov.u32 $0, %clock;", "=r,~{memory}"()
  call void (ptr, i32, ...) @ext_fn(ptr byval(%S) align 8 %p, i32 zeroext 1, double 2.0)
  %sum = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !4
  unreachable
}

define internal fastcc float @callee(float %x) alwaysinline memory(argmem: read) {
  ret float %x
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

attributes #0 = { convergent nounwind "nvvm.maxntid"="256,1,1" "key" }
attributes #1 = { nounwind memory(none) }

!nvvm.annotations = !{!0}
!llvm.module.flags = !{!1}
!llvm.dbg.cu = !{!6}
!0 = !{ptr @mem, !"kernel", i32 1}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 1}
!4 = !{i32 0, i32 1024}
!5 = distinct !DISubprogram(name: "mem", scope: !7, file: !7, line: 3, type: !9, unit: !6, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!6 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !7, emissionKind: LineTablesOnly)
!7 = !DIFile(filename: "a.cu", directory: "/d")
!8 = !DILocation(line: 4, column: 2, scope: !5)
!9 = !DISubroutineType(types: !10)
!10 = !{null}
