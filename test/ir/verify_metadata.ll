; What the verifier says of metadata.
; RUN: %B/tools/iropt %s 2>&1 >/dev/null
; EXIT: 1
@absolute = external global i8, !absolute_symbol !1
@associated = global i32 0, !associated !5
define void @kcfi() !kcfi_type !5 !kcfi_type !5 !prof !6 {
  ret void
}
declare void @callee(ptr)
declare void @llvm.experimental.noalias.scope.decl(metadata)
define void @inst(ptr %p, float %f, i32 %x, i1 %c) {
  store i8 0, ptr %p, !range !0
  %a = load i8, ptr %p, !range !1
  %b = load i8, ptr %p, !range !2
  %d = load i8, ptr %p, !range !3
  %e = load i16, ptr %p, !range !0
  %g = load i8, ptr %p, !range !4
  %h = load i8, ptr %p, !range !7
  %i = load i32, ptr %p, !alias.scope !8
  %j = load i32, ptr %p, !noalias !9
  call void @llvm.experimental.noalias.scope.decl(metadata !1)
  %k = load i32, ptr %p, !llvm.access.group !9
  %l = add i32 %x, 1, !tbaa !8
  %m = load i32, ptr %p, !tbaa !8
  %n = load i32, ptr %p, !tbaa !10
  %o = load i32, ptr %p, !tbaa !12
  %o2 = load i32, ptr %p, !tbaa !22
  %o3 = load i32, ptr %p, !tbaa !23
  %q = load i32, ptr %p, !annotation !1
  %r = add i32 %x, 2, !mmra !8
  %s = select i1 %c, i32 1, i32 2, !prof !11
  %t = add i32 %x, 3, !fpmath !8
  %u = load i32, ptr %p, !align !8
  %v = add i32 %x, 4, !invariant.group !1
  %w = load i32, ptr %p, !nonnull !1
  ret void
}
!0 = !{i8 0, i8 2}
!1 = !{}
!2 = !{i8 0}
!3 = !{!"a", !"b"}
!4 = !{i8 1, i8 1}
!5 = !{i64 1}
!6 = !{!"what", i64 1}
!7 = !{i8 5, i8 6, i8 1, i8 2}
!8 = !{!"scope"}
!9 = !{!13}
!10 = !{!1, !5, i64 0}
!11 = !{!"branch_weights", i32 1}
!12 = !{!14, !15, i64 0}
!13 = !{!"x"}
!14 = !{!"S", !15, i64 4, !15, i64 0}
!15 = !{!"int", !1, i64 0}
!22 = !{!15}
!23 = !{!15, !24, i64 0}
!24 = !{!"int", !1, i64 7}
!llvm.ident = !{!1}
!llvm.module.flags = !{!5, !16, !17, !18, !19, !19, !20, !21}
!16 = !{i32 99, !"a", i32 1}
!17 = !{i32 1, i32 2, i32 1}
!18 = !{i32 3, !"r", i32 1}
!19 = !{i32 1, !"twice", i32 1}
!20 = !{i32 1, !"Linker Options", i32 1}
!21 = !{i32 1, !"aarch64-elf-pauthabi-version", i32 1}
; EXPECT:
; verify: @absolute: it should have at least one range
; verify: @associated: associated metadata must have one operand that is a global
; verify: @kcfi: !kcfi_type must have exactly one operand, a constant i32
; verify: @kcfi: there must be a single !kcfi_type attachment
; verify: @kcfi: !kcfi_type must have exactly one operand, a constant i32
; verify: @kcfi: malformed !prof annotation
; verify: the operands of llvm.ident must be nodes of one string
; verify: incorrect number of operands in module flag
; verify: invalid behavior operand in module flag (expected constant integer)
; verify: invalid ID operand in module flag (expected metadata string)
; verify: invalid value of module flag 'r'
; verify: module flag 'twice' is given twice
; verify: 'Linker Options' named metadata no longer supported
; verify: either both or no 'aarch64-elf-pauthabi-platform' and 'aarch64-elf-pauthabi-version' module flags must be present
; verify: @inst: ranges are only for loads, calls and invokes:  store i8 0, ptr %p, align 1, !range !0
; verify: @inst: it should have at least one range:  %a = load i8, ptr %p, align 1, !range !0
; verify: @inst: unfinished range:  %b = load i8, ptr %p, align 1, !range !0
; verify: @inst: the limits of a range must be integers:  %d = load i8, ptr %p, align 1, !range !0
; verify: @inst: range types must match instruction type:  %e = load i16, ptr %p, align 2, !range !0
; verify: @inst: range must not be empty:  %g = load i8, ptr %p, align 1, !range !0
; verify: @inst: intervals are overlapping, contiguous or not in order:  %h = load i8, ptr %p, align 1, !range !0
; verify: @inst: scope list must consist of metadata nodes:  %i = load i32, ptr %p, align 4, !alias.scope !0
; verify: @inst: scope must have two or three operands: itself or a string, its domain, a name:  %j = load i32, ptr %p, align 4, !noalias !0
; verify: @inst: !id.scope.list must point to a list with a single scope:  call void @llvm.experimental.noalias.scope.decl(metadata !0)
; verify: @inst: access scope list contains invalid access scope:  %k = load i32, ptr %p, align 4, !llvm.access.group !0
; verify: @inst: this instruction shall not have a TBAA access tag:  %l = add i32 %x, 1, !tbaa !0
; verify: @inst: malformed TBAA struct type node:  %o = load i32, ptr %p, align 4, !tbaa !0
; verify: @inst: malformed TBAA access tag:  %o2 = load i32, ptr %p, align 4, !tbaa !0
; verify: @inst: access type node must be a valid scalar type:  %o3 = load i32, ptr %p, align 4, !tbaa !0
; verify: @inst: annotation must have operands that are strings or tuples of strings:  %q = load i32, ptr %p, align 4, !annotation !0
; verify: @inst: !mmra metadata on an unexpected instruction, or malformed:  %r = add i32 %x, 2, !mmra !0
; verify: @inst: malformed !prof annotation:  %s = select i1 %c, i32 1, i32 2, !prof !0
; verify: @inst: fpmath needs a floating-point result and one positive float operand:  %t = add i32 %x, 3, !fpmath !0
; verify: @inst: align applies only to loads of pointers and has one i64 operand:  %u = load i32, ptr %p, align 4, !align !0
; verify: @inst: invariant.group metadata is only for loads and stores:  %v = add i32 %x, 4, !invariant.group !0
; verify: @inst: nonnull applies only to loads of pointers and is empty:  %w = load i32, ptr %p, align 4, !nonnull !0
