// SPDX-License-Identifier: Apache-2.0
// Builtin atomic functions that are more than one instruction of the IR: on 128 bits and on vectors
// of floats, whose operands are in memory.
#include "irgen/lower.h"

#include <stdio.h>

// PTX's word for a row's scope; the device is what atom means without one.
static const char *scope_word(const char *s) {
    return strcmp(s, "cta") == 0 ? ".cta" : strcmp(s, "sys") == 0 ? ".sys" : "";
}

// tail: "cas.gpu" (address, compare, value, old) or "exch.gpu" (address, value, old)
IrValue *lower_atomic128(Lower *lower) {
    IrType *type = lower->m->ty_i128;
    const char *scope = lower_word(lower, 1);
    IrValue *old, *value = &ir_load(lower->b, type, lower->arg[1], 16)->v;
    if (strcmp(lower_word(lower, 0), "cas") == 0) {
        IrValue *neu = &ir_load(lower->b, type, lower->arg[2], 16)->v;
        IrInst *x = ir_cmpxchg(lower->b, lower->arg[0], value, neu, IR_MONOTONIC, IR_MONOTONIC,
                               lower_scope(scope));
        old = ir_extract(lower->b, &x->v, 0);
    } else {
        char text[64];
        snprintf(text, sizeof text, "atom%s.exch.b128 $0, [$1], $2;", scope_word(scope));
        IrValue *a[2] = {lower->arg[0], value};
        old = lower_asm(lower, type, text, "=q,l,q,~{memory}", 2, a, true);
    }
    ir_store(lower->b, old, lower->arg[lower->n - 1], 16);
    return NULL;
}

// (float2 or float4 *address, value); tail: number of floats, scope
IrValue *lower_atomic_vec(Lower *lower) {
    uint32_t n = (uint32_t)(lower_word(lower, 0)[0] - '0');
    IrType *type = lower->m->ty_float, *part[4] = {type, type, type, type};
    IrValue *value[5] = {lower->arg[0]};
    for (uint32_t i = 0; i < n; i++)
        value[i + 1] =
            &ir_load(lower->b, type, ir_ptradd_c(lower->b, lower->arg[1], i * 4, IR_INBOUNDS), 4)
                 ->v;
    char text[96];
    snprintf(text, sizeof text,
             n == 2 ? "atom%s.add.v2.f32 {$0, $1}, [$2], {$3, $4};"
                    : "atom%s.add.v4.f32 {$0, $1, $2, $3}, [$4], {$5, $6, $7, $8};",
             scope_word(lower_word(lower, 1)));
    IrValue *r = lower_asm(lower, ir_ty_struct(lower->m, n, part, false), text,
                           n == 2 ? "=f,=f,l,f,f,~{memory}" : "=f,=f,=f,=f,l,f,f,f,f,~{memory}",
                           n + 1, value, true);
    IrValue *to = lower->ret_mem ? lower->ret_mem : lower->arg[2];
    for (uint32_t i = 0; i < n; i++) {
        IrValue *place = ir_ptradd_c(lower->b, to, i * 4, IR_INBOUNDS);
        ir_store(lower->b, ir_extract(lower->b, r, i), place, 4);
    }
    return NULL;
}
