; What no GPU can run is read and written all the same: types, symbols, attributes, exception
; handling, bundles, constants. LLVM takes our text, and reading it again changes nothing.
; REQUIRES: llvm-as-19, llvm-dis-19
; RUN: %B/tools/iropt %s > %t.1.ll && %B/tools/iropt %t.1.ll > %t.2.ll && tail -n +3 %t.1.ll > %t.a && tail -n +3 %t.2.ll > %t.b && cmp %t.a %t.b && llvm-as-19 %t.1.ll -o %t.bc && llvm-dis-19 %t.bc -o %t.3.ll && %B/tools/iropt %t.3.ll >%t.4.ll && cat %t.1.ll
source_filename = "whole"
module asm ".globl x"

%struct = type { i32, <{ i8, i64 }> }
%alias = type i32
%opaque = type opaque
$any = comdat any
$largest = comdat largest

@tls = internal thread_local(initialexec) global i32 0, section "s", partition "p", align 8
@dll = external dllimport global i32
@exp = dllexport global i32 0, comdat($largest), no_sanitize_address, sanitize_memtag, code_model "large"
@num = global %alias 7
@0 = global i32 1
global i32 2
@x86 = global x86_fp80 1.5
@ppc = global ppc_fp128 0xM3FF80000000000000000000000000000
@mmx = global x86_mmx zeroinitializer
@hex = global [3 x i32] [i32 u0xFF, i32 s0x80, i32 -1]
@wide = global i2000 -1
@block = global ptr blockaddress(@eh, %next)
@equal = global ptr dso_local_equivalent @may
@cfi = global ptr no_cfi @may
@auth = global ptr ptrauth (ptr @num, i32 2, i64 5)
@splat = global <4 x float> splat (float 2.0)
@vec = global <2 x ptr> getelementptr (i8, <2 x ptr> zeroinitializer, <2 x i64> <i64 1, i64 2>)
@ext = global i32 extractelement (<2 x i32> <i32 3, i32 4>, i32 1)
@ins = global <2 x i32> insertelement (<2 x i32> undef, i32 9, i32 0)
@shuf = global <2 x i32> shufflevector (<2 x i32> <i32 1, i32 2>, <2 x i32> <i32 3, i32 4>, <2 x i32> <i32 3, i32 0>)
@old = global i32 select (i1 icmp eq (i32 1, i32 1), i32 10, i32 20)
@range = global ptr getelementptr inbounds inrange(-4, 8) ([4 x i32], ptr @num, i64 0, i64 1)
@al = hidden alias i32, ptr @num, partition "p"
@if = ifunc void (), ptr @resolver
; CHECK: @tls = internal thread_local(initialexec) global i32 0, section "s", partition "p", align 8
; CHECK: @exp = dllexport global i32 0, comdat($largest), no_sanitize_address, sanitize_memtag, align 4, code_model "large"
; CHECK: @x86 = global x86_fp80 0xK3FFFC000000000000000
; CHECK: @hex = global [3 x i32] [i32 255, i32 -128, i32 -1]
; CHECK: @block = global ptr blockaddress(@eh, %next)
; CHECK: @ext = global i32 4
; CHECK: @old = global i32 10

declare i32 @pers(...)
declare void @may() addrspace(0)
declare target("spirv.Image", i32, 0, 1) @image()
declare cc99 void @convention(i32 inreg noundef range(i32 0, 9), ptr byval(%struct) align 8 initializes((0, 4)), ptr captures(none) dead_on_unwind writable)
declare fastcc nofpclass(nan ninf) float @numbers(i32, float nofpclass(1023)) #0
declare void @llvm.dbg.value(metadata, metadata, metadata)
; CHECK: declare cc 99 void @convention(i32 inreg noundef range(i32 0, 9), ptr align 8 byval(%struct) initializes((0, 4)), ptr dead_on_unwind nocapture writable)
define ptr @resolver() prefix i32 5 prologue i8 1 {
  ret ptr null
}
define void @eh(ptr %p) gc "shadow-stack" personality ptr @pers {
  %r = invoke fastcc i32 %p(i32 1) [ "deopt"(i32 1, ptr %p), "other"() ]
          to label %next unwind label %pad
next:
  callbr void asm sideeffect "", "!i"() to label %done [label %other]
other:
  indirectbr ptr %p, [label %done, label %next2]
next2:
  ret void
done:
  ret void
pad:
  %l = landingpad { ptr, i32 }
          cleanup
          catch ptr @num
          filter [1 x ptr] [ptr @num]
  resume { ptr, i32 } %l
}
define void @funclets() personality ptr @pers {
  invoke void @may() to label %ok unwind label %dispatch
ok:
  ret void
dispatch:
  %cs = catchswitch within none [label %handler] unwind label %clean
handler:
  %cp = catchpad within %cs [ptr null, i32 64]
  call void @may() [ "funclet"(token %cp) ]
  catchret from %cp to label %ok
clean:
  %cl = cleanuppad within none []
  cleanupret from %cl unwind to caller
}
define <vscale x 4 x i32> @scalable(<vscale x 4 x i32> %v, ptr %p) {
  %a = add <vscale x 4 x i32> %v, splat (i32 1)
  %s = shufflevector <vscale x 4 x i32> %a, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer
  ret <vscale x 4 x i32> %s
}
define void @forward(ptr %f, ...) {
  musttail call void (ptr, ...) %f(ptr %f, ...)
  ret void
}
define i32 @flags(i32 %x, i32 %y, ptr %p, float %f) {
  %a = trunc nuw nsw i32 %x to i8
  %b = zext nneg i8 %a to i32
  %c = or disjoint i32 %x, %y
  %d = icmp ult i32 %x, %y
  %e = getelementptr inbounds nuw i8, ptr %p, i64 4
  %g = getelementptr nusw i8, ptr %p, i64 4
  %h = uitofp nneg i32 %x to float
  %i = fadd reassoc nnan float %f, %h
  %j = ptrtoaddr ptr %p to i64
  %k = va_arg ptr %p, i32
  %l = alloca inalloca i32
  %m = atomicrmw uinc_wrap ptr %p, i32 %x syncscope("agent") monotonic
  %n = fcmp fast oeq float %i, %f
  %o = freeze i32 %c
    #dbg_value(i32 %o, !1, !DIExpression(DW_OP_LLVM_arg, 0), !2)
    #dbg_label(!3, !2)
    #dbg_assign(i32 %o, !1, !DIExpression(), !4, ptr %p, !DIExpression(), !2)
  ret i32 %o, !prof !5
  uselistorder i32 %x, { 1, 0, 2, 3, 4 }
}
attributes #0 = { allocsize(0) memory(argmem: read) uwtable(sync) vscale_range(1,4) "key" "key2"="v" alignstack=16 }
; CHECK: attributes #{{.*}} allocsize
!1 = !DILocalVariable(name: "a", scope: !6, arg: 1, flags: DIFlagArtificial | DIFlagObjectPointer)
!2 = !DILocation(line: 1, column: 2, scope: !6)
!3 = !DILabel(scope: !6, name: "l", file: !7, line: 3)
!4 = distinct !DIAssignID()
!5 = !{!"x", i32 1}
!6 = distinct !DISubprogram(name: "flags", spFlags: DISPFlagDefinition, unit: !8)
!7 = !DIFile(filename: "a", directory: "b", checksumkind: CSK_MD5, checksum: "00000000000000000000000000000000")
!8 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !7, emissionKind: FullDebug)
!9 = !GenericDINode(tag: DW_TAG_array_type, header: "h", operands: {!5, null})
!10 = !DIEnumerator(name: "big", value: 1208925819614629174706176)
!keep = !{!9, !10}
!\23odd = !{!5}
^0 = module: (path: "x", hash: (1, 2, 3, 4, 5))
^1 = flags: 8
