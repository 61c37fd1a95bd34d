; Where the operations of a DIExpression may stand: a stack value at the end or before a fragment, a fragment at the end, and nothing
; that needs an operand below without one.
; RUN[GOOD]: sed 's/^;GOOD //' %s >%t.ll && %B/tools/iropt %t.ll >%t.out 2>&1; grep -c 'invalid DIExpression' %t.out
; EXIT[GOOD]: 1
; GOOD: 0
; RUN[BAD]: sed 's/^;BAD //' %s >%t.ll && %B/tools/iropt %t.ll >%t.out 2>&1; grep -c 'invalid DIExpression' %t.out
; BAD: 4
;GOOD !named = !{!0, !1, !2, !3, !4, !5}
;GOOD !0 = !{!DIExpression(DW_OP_plus_uconst, 8, DW_OP_deref)}
;GOOD !1 = !{!DIExpression(DW_OP_constu, 3, DW_OP_swap, DW_OP_minus, DW_OP_deref)}
;GOOD !2 = !{!DIExpression(DW_OP_lit1, DW_OP_plus, DW_OP_stack_value)}
;GOOD !3 = !{!DIExpression(DW_OP_lit1, DW_OP_plus, DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 8)}
;GOOD !4 = !{!DIExpression(DW_OP_deref, DW_OP_LLVM_fragment, 8, 8)}
;GOOD !5 = !{!DIExpression()}
;BAD !named = !{!0, !1, !2, !3}
;BAD !0 = !{!DIExpression(DW_OP_stack_value, DW_OP_deref)}
;BAD !1 = !{!DIExpression(DW_OP_lit1, DW_OP_stack_value, DW_OP_plus)}
;BAD !2 = !{!DIExpression(DW_OP_LLVM_fragment, 0, 8, DW_OP_stack_value)}
;BAD !3 = !{!DIExpression(DW_OP_swap)}
