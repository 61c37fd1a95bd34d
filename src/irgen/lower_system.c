// SPDX-License-Identifier: Apache-2.0
// Builtin device functions of the machine: warps, clusters, address spaces, copies, the run-time
// system.
#include "irgen/lower.h"

#include <stdlib.h>

// ---- warp ---------------------------------------------------------------------------------------

IrValue *lower_match_all(Lower *c) {
    bool wide = c->arg[1]->type == c->m->ty_i64;
    IrType *pair = ir_ty_struct(c->m, 2, (IrType *[]){c->m->ty_i32, c->m->ty_i1}, false);
    IrValue *r =
        lower_intr(c, wide ? "llvm.nvvm.match.all.sync.i64p" : "llvm.nvvm.match.all.sync.i32p",
                   pair, 2, c->arg);
    ir_store(c->b, ir_zext(c->b, ir_extract(c->b, r, 1), c->m->ty_i32), c->arg[2], 4);
    return ir_extract(c->b, r, 0);
}

// The arguments with number k as a condition.
static IrValue **with_bool(Lower *c, uint32_t k) {
    c->arg[k] = ir_cmp(c->b, IR_NE, c->arg[k], &ir_null(c->m, c->arg[k]->type)->v);
    return c->arg;
}

IrValue *lower_vote(Lower *c) { // ([mask,] int predicate); tail "all.sync"
    bool ballot = strncmp(c->tail, "ballot", 6) == 0;
    IrType *t = ballot ? c->m->ty_i32 : c->m->ty_i1;
    IrValue *r = lower_intrf(c, t, c->n, with_bool(c, c->n - 1), "llvm.nvvm.vote.%s", c->tail);
    return ballot ? r : ir_zext(c->b, r, c->ret);
}

IrValue *lower_redux(Lower *c) { // CUDA gives (mask, value), the instruction (value, mask)
    IrValue *a[2] = {c->arg[1], c->arg[0]};
    return lower_intrf(c, c->ret, 2, a, "llvm.nvvm.redux.sync.%s", c->tail);
}

// ---- address spaces -----------------------------------------------------------------------------

IrValue *lower_isspace(Lower *c) {
    IrValue *r = lower_intrf(c, c->m->ty_i1, 1, c->arg, "llvm.nvvm.isspacep.%s", c->tail);
    return ir_zext(c->b, r, c->ret);
}

IrValue *lower_to_space(Lower *c) {
    IrType *p = ir_ty_ptr(c->m, (uint32_t)(c->tail[0] - '0'));
    IrValue *v = ir_addrspacecast(c->b, c->arg[0], p);
    return ir_int_resize(c->b, ir_ptrtoint(c->b, v, ir_ty_int(c->m, p->bits)), c->ret, false);
}

IrValue *lower_from_space(Lower *c) {
    IrType *p = ir_ty_ptr(c->m, (uint32_t)(c->tail[0] - '0'));
    IrValue *v = ir_int_resize(c->b, c->arg[0], ir_ty_int(c->m, p->bits), false);
    return ir_addrspacecast(c->b, ir_inttoptr(c->b, v, p), c->m->ty_ptr);
}

// ---- run-time system ----------------------------------------------------------------------------

IrValue *lower_memcpy(Lower *c) {
    IR_CALL(c->b, IR_I_memcpy, NULL, c->arg[0], c->arg[1], c->arg[2], &ir_false(c->m)->v);
    return c->arg[0];
}

IrValue *lower_memmove(Lower *c) {
    IR_CALL(c->b, IR_I_memmove, NULL, c->arg[0], c->arg[1], c->arg[2], &ir_false(c->m)->v);
    return c->arg[0];
}

IrValue *lower_memset(Lower *c) {
    IrValue *byte = ir_trunc(c->b, c->arg[1], c->m->ty_i8);
    IR_CALL(c->b, IR_I_memset, NULL, c->arg[0], byte, c->arg[2], &ir_false(c->m)->v);
    return c->arg[0];
}

static IrValue *assert_call(Lower *c) {
    IrModule *m = c->m;
    IrType *p[5] = {m->ty_ptr, m->ty_ptr, m->ty_i32, m->ty_ptr, m->ty_i64};
    IrFunc *f = lower_runtime(c->m, "__assertfail", m->ty_void, 5, p);
    ir_fn_attr(f, IR_AT_FN, IR_ATTR_NORETURN);
    ir_call_fn(c->b, f, 5, c->arg);
    c->no_return = true;
    return NULL;
}

IrValue *lower_assertfail(Lower *c) {
    return assert_call(c);
}

IrValue *lower_assert_fail(Lower *c) { // glibc's name: no character size
    c->arg[c->n++] = &ir_int(c->m->ty_i64, 1)->v;
    return assert_call(c);
}

IrValue *lower_clock(Lower *c) {
    IrValue *v = lower_intr(c, "llvm.nvvm.read.ptx.sreg.clock", c->m->ty_i32, 0, NULL);
    return ir_sext(c->b, v, c->ret);
}

// The argument is the number of an event, which the instruction takes as a constant.
IrValue *lower_pm_event(Lower *c) {
    const IrConst *k = ir_as_cint(c->arg[0]);
    if (k) {
        lower_asm(c, c->m->ty_void,
                  arena_printf(&c->ctx->scratch, "pmevent %u;", (unsigned)ir_uval(k) & 15), "", 0,
                  NULL, true);
        return NULL;
    }
    Buf b;
    buf_init(&b, &c->ctx->scratch);
    buf_puts(&b, "{ .reg .pred %pe; ");
    for (unsigned i = 0; i < 16; i++)
        buf_printf(&b, "setp.eq.u32 %%pe, $0, %u; @%%pe pmevent %u; ", i, i);
    buf_puts(&b, "}");
    lower_asm(c, c->m->ty_void, buf_cstr(&b), "r", 1, c->arg, true);
    return NULL;
}

// printf: the arguments in a struct with natural alignment whose address goes to vprintf (CUDA:
// "Formatted Output"; the layout is that of a C struct).
IrValue *lower_printf(Lower *c, IrValue *format, uint32_t n, IrValue **arg) {
    IrValue *buf = &ir_null(c->m, c->m->ty_ptr)->v;
    if (n) {
        IrType **t = arena_array(&c->ctx->scratch, IrType *, n);
        for (uint32_t i = 0; i < n; i++) t[i] = arg[i]->type;
        IrType *st = ir_ty_struct(c->m, n, t, false);
        buf = &ir_entry_alloca(c->b->fn, st, CU_MAX(st->align, 8), atom_cstr(c->ctx, "printf"))->v;
        for (uint32_t i = 0; i < n; i++) {
            IrValue *p = ir_ptradd_c(c->b, buf, (int64_t)ir_ty_member_offset(st, i), IR_INBOUNDS);
            ir_store(c->b, arg[i], p, 0);
        }
    }
    IrType *pp[2] = {c->m->ty_ptr, c->m->ty_ptr};
    IrFunc *f = lower_runtime(c->m, "vprintf", c->m->ty_i32, 2, pp);
    IrValue *a[2] = {format, buf};
    return &ir_call_fn(c->b, f, 2, a)->v;
}

// ---- clusters, copies ---------------------------------------------------------------------------

IrValue *lower_sreg3(Lower *c) { // (unsigned *x, *y, *z)
    for (uint32_t i = 0; i < 3; i++) {
        IrValue *v = lower_intrf(c, c->m->ty_i32, 0, NULL, "llvm.nvvm.read.ptx.sreg.%s.%c", c->tail,
                                 (int)('x' + i));
        ir_store(c->b, v, c->arg[i], 4);
    }
    return NULL;
}

// (void *shared, const void *global, unsigned source size); tail: the size of the copy
IrValue *lower_copy_async(Lower *c) {
    uint64_t size = strtoul(c->tail, NULL, 10);
    IrValue *a[3] = {ir_addrspacecast(c->b, c->arg[0], ir_ty_ptr(c->m, IR_AS_SHARED)),
                     ir_addrspacecast(c->b, c->arg[1], ir_ty_ptr(c->m, IR_AS_GLOBAL)), c->arg[2]};
    bool whole = ir_is_int(c->arg[2], size);
    lower_intrf(c, c->m->ty_void, whole ? 2 : 3, a, "llvm.nvvm.cp.async.ca.shared.global.%s%s",
                c->tail, whole ? "" : ".s");
    return NULL;
}

// The property is a hint to the cache; the pointer is what it was.
IrValue *lower_access_property(Lower *c) {
    return c->arg[0];
}

IrValue *lower_condition(Lower *c) { // an intrinsic that gives i1, as an integer
    IrValue *r = lower_intr(c, c->tail, c->m->ty_i1, c->n, c->arg);
    return ir_zext(c->b, r, c->ret);
}
