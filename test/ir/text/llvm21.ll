; What LLVM 20 and 21 write: new flags, operations, attributes and nodes.
; RUN: %B/tools/iropt %s
source_filename = "new"
declare void @attrs(ptr captures(none), ptr captures(address, read_provenance), ptr dead_on_return, i8 noext) sanitize_type memory(errnomem: write)
; CHECK: declare void @attrs(ptr nocapture, ptr, ptr, i8)
define i64 @flags(i32 %x, i32 %y, double %d, ptr %p, float %f) {
  %a = icmp samesign ult i32 %x, %y
; CHECK: icmp samesign ult
  %b = fptrunc fast double %d to float
  %c = fpext nnan float %b to double
  %e = ptrtoaddr ptr %p to i64
; CHECK: ptrtoint ptr %p to i64
  %g = getelementptr inbounds nuw i8, ptr %p, i64 %e
  %h = trunc nuw nsw i64 %e to i32
  %i = uitofp nneg i32 %h to float
  %j = or disjoint i32 %x, %y
  %k = atomicrmw usub_cond ptr %p, i32 1 monotonic
  %l = atomicrmw usub_sat ptr %p, i32 1 monotonic
  %m = atomicrmw fmaximum ptr %p, float %f monotonic
  %n = atomicrmw fminimum ptr %p, float %f monotonic
; CHECK: atomicrmw usub_cond ptr %p, i32 1 monotonic, align 4
; CHECK: atomicrmw fminimum ptr %p, float %f monotonic, align 4
    #dbg_declare(ptr %p, !2, !DIExpression(), !3)
    #dbg_value(i32 %x, !2, !DIExpression(), !3)
  ret i64 %e
}
!0 = !DISubrangeType(name: "r", file: !1, line: 2, size: 32, lowerBound: 1, upperBound: 9, bias: 3)
!1 = !DIFile(filename: "a", directory: "b")
!2 = !DILocalVariable(name: "x", scope: !4)
!3 = !DILocation(line: 1, scope: !4, atomGroup: 1, atomRank: 2)
!4 = distinct !DISubprogram(name: "flags", unit: !5, keyInstructions: true)
!5 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1)
!6 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", size: !7, numExtraInhabitants: 1)
!7 = !{}
!keep = !{!0, !6}
; CHECK: !DISubrangeType(name: "r"
