; What the verifier says of debug information that hangs on more than !dbg.
; RUN: %B/tools/iropt %s 2>&1 >/dev/null
; EXIT: 1
!named = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !20)
!1 = !{!21}
!2 = !{!DIExpression(DW_OP_swap), !DIExpression(DW_OP_LLVM_fragment, 0, 8, DW_OP_deref), !DIExpression(DW_OP_constu)}
!3 = !DISubrange(count: 1, upperBound: 2)
!4 = !DISubrange(lowerBound: !20)
!5 = !DIGenericSubrange(lowerBound: !DIExpression(), count: !DIExpression(), upperBound: !DIExpression())
!6 = !DIDerivedType(tag: DW_TAG_member, baseType: null, dwarfAddressSpace: 1)
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !"name", scope: !"name")
!8 = !DICompositeType(tag: DW_TAG_structure_type, templateParams: !22)
!9 = !DICompositeType(tag: DW_TAG_structure_type, flags: DIFlagLValueReference | DIFlagRValueReference)
!10 = !DICompositeType(tag: DW_TAG_structure_type, discriminator: !6)
!11 = !DICompositeType(tag: DW_TAG_structure_type, rank: 1)
!12 = !DIExpression(DW_OP_LLVM_entry_value, 2)
!20 = !DIFile(filename: "a", directory: "b")
!21 = !DILocation(line: 1, scope: !0)
!22 = !{!20}
; EXPECT:
; verify: DICompileUnit not listed in llvm.dbg.cu
; verify: DILocation not allowed within this metadata node
; verify: invalid DIExpression
; verify: invalid DIExpression
; verify: invalid DIExpression
; verify: subrange can have any one of count or upperBound
; verify: bound of a subrange must be a constant, variable or expression
; verify: subrange can have any one of count or upperBound
; verify: generic subrange must contain lowerBound and stride
; verify: DWARF address space only applies to pointer or reference types
; verify: invalid base type
; verify: invalid scope
; verify: invalid template params
; verify: invalid reference flags
; verify: discriminator can only appear on variant part
; verify: dataLocation, associated, allocated and rank can only appear in array type
; verify: invalid DIExpression
