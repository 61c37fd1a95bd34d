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
IrValue *lower_atomic128(Lower *c) {
    IrType *t = c->m->ty_i128;
    const char *scope = lower_word(c, 1);
    IrValue *old, *v = &ir_load(c->b, t, c->arg[1], 16)->v;
    if (strcmp(lower_word(c, 0), "cas") == 0) {
        IrValue *neu = &ir_load(c->b, t, c->arg[2], 16)->v;
        IrInst *x =
            ir_cmpxchg(c->b, c->arg[0], v, neu, IR_MONOTONIC, IR_MONOTONIC, lower_scope(scope));
        old = ir_extract(c->b, &x->v, 0);
    } else {
        char text[64];
        snprintf(text, sizeof text, "atom%s.exch.b128 $0, [$1], $2;", scope_word(scope));
        IrValue *a[2] = {c->arg[0], v};
        old = lower_asm(c, t, text, "=q,l,q,~{memory}", 2, a, true);
    }
    ir_store(c->b, old, c->arg[c->n - 1], 16);
    return NULL;
}

// (float2 or float4 *address, value); tail: number of floats, scope
IrValue *lower_atomic_vec(Lower *c) {
    uint32_t n = (uint32_t)(lower_word(c, 0)[0] - '0');
    IrType *f = c->m->ty_float, *part[4] = {f, f, f, f};
    IrValue *a[5] = {c->arg[0]};
    for (uint32_t i = 0; i < n; i++)
        a[i + 1] = &ir_load(c->b, f, ir_ptradd_c(c->b, c->arg[1], i * 4, IR_INBOUNDS), 4)->v;
    char text[96];
    snprintf(text, sizeof text,
             n == 2 ? "atom%s.add.v2.f32 {$0, $1}, [$2], {$3, $4};"
                    : "atom%s.add.v4.f32 {$0, $1, $2, $3}, [$4], {$5, $6, $7, $8};",
             scope_word(lower_word(c, 1)));
    IrValue *r = lower_asm(c, ir_ty_struct(c->m, n, part, false), text,
                           n == 2 ? "=f,=f,l,f,f,~{memory}" : "=f,=f,=f,=f,l,f,f,f,f,~{memory}",
                           n + 1, a, true);
    IrValue *to = c->ret_mem ? c->ret_mem : c->arg[2];
    for (uint32_t i = 0; i < n; i++)
        ir_store(c->b, ir_extract(c->b, r, i), ir_ptradd_c(c->b, to, i * 4, IR_INBOUNDS), 4);
    return NULL;
}
