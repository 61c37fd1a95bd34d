// SPDX-License-Identifier: Apache-2.0
// Builtin device functions of the machine: warps, clusters, address spaces, copies, the run-time
// system.
#include "irgen/lower.h"

#include "ir/intrin_id.h"

#include <stdlib.h>

// ---- warp ---------------------------------------------------------------------------------------

IrValue *lower_match_all(Lower *lower) {
    bool wide = lower->arg[1]->type == lower->m->ty_i64;
    IrType *pair =
        ir_ty_struct(lower->m, 2, (IrType *[]){lower->m->ty_i32, lower->m->ty_i1}, false);
    IrValue *r =
        lower_intr(lower, wide ? "llvm.nvvm.match.all.sync.i64p" : "llvm.nvvm.match.all.sync.i32p",
                   pair, 2, lower->arg);
    ir_store(lower->b, ir_zext(lower->b, ir_extract(lower->b, r, 1), lower->m->ty_i32),
             lower->arg[2], 4);
    return ir_extract(lower->b, r, 0);
}

// The arguments with number k as a condition.
static IrValue **with_bool(Lower *lower, uint32_t k) {
    lower->arg[k] =
        ir_cmp(lower->b, IR_NE, lower->arg[k], &ir_null(lower->m, lower->arg[k]->type)->v);
    return lower->arg;
}

IrValue *lower_vote(Lower *lower) { // ([mask,] int predicate); tail "all.sync"
    bool ballot = strncmp(lower->tail, "ballot", 6) == 0;
    IrType *t = ballot ? lower->m->ty_i32 : lower->m->ty_i1;
    IrValue *r = lower_intrf(lower, t, lower->n, with_bool(lower, lower->n - 1),
                             "llvm.nvvm.vote.%s", lower->tail);
    return ballot ? r : ir_zext(lower->b, r, lower->ret);
}

IrValue *lower_redux(Lower *lower) { // CUDA gives (mask, value), the instruction (value, mask)
    IrValue *a[2] = {lower->arg[1], lower->arg[0]};
    return lower_intrf(lower, lower->ret, 2, a, "llvm.nvvm.redux.sync.%s", lower->tail);
}

// ---- address spaces -----------------------------------------------------------------------------

IrValue *lower_isspace(Lower *lower) {
    IrValue *r =
        lower_intrf(lower, lower->m->ty_i1, 1, lower->arg, "llvm.nvvm.isspacep.%s", lower->tail);
    return ir_zext(lower->b, r, lower->ret);
}

IrValue *lower_to_space(Lower *lower) {
    IrType *p = ir_ty_ptr(lower->m, (uint32_t)(lower->tail[0] - '0'));
    IrValue *v = ir_addrspacecast(lower->b, lower->arg[0], p);
    return ir_int_resize(lower->b, ir_ptrtoint(lower->b, v, ir_ty_int(lower->m, p->bits)),
                         lower->ret, false);
}

IrValue *lower_from_space(Lower *lower) {
    IrType *p = ir_ty_ptr(lower->m, (uint32_t)(lower->tail[0] - '0'));
    IrValue *v = ir_int_resize(lower->b, lower->arg[0], ir_ty_int(lower->m, p->bits), false);
    return ir_addrspacecast(lower->b, ir_inttoptr(lower->b, v, p), lower->m->ty_ptr);
}

// Memory that nobody writes while the kernel runs, by the read-only cache. Tail: none for a scalar;
// "32.4" for a vector of so many bits each, which goes where the second argument says.
IrValue *lower_ldg(Lower *lower) {
    bool is_vector = *lower->tail;
    IrType *type = lower->ret;
    if (is_vector) {
        IrType *element = ir_ty_int(lower->m, (uint32_t)atoi(lower->tail));
        type = ir_ty_vector(lower->m, element, (uint32_t)atoi(strchr(lower->tail, '.') + 1));
    }
    IrType *global = ir_ty_ptr(lower->m, IR_AS_GLOBAL);
    uint32_t bytes = (uint32_t)type->store_size;
    IrValue *from = ir_addrspacecast(lower->b, lower->arg[0], global);
    IrInst *loaded = ir_load(lower->b, type, from, bytes);
    IrMd *nothing = ir_md_node(lower->m, 0, NULL);
    ir_set_md(loaded, atom_cstr(lower->ctx, "invariant.load"), nothing);
    if (!is_vector) return &loaded->v;
    ir_store(lower->b, &loaded->v, lower->arg[1], bytes);
    return NULL;
}

// ---- run-time system ----------------------------------------------------------------------------

IrValue *lower_memcpy(Lower *lower) {
    IR_CALL(lower->b, IR_I_memcpy, NULL, lower->arg[0], lower->arg[1], lower->arg[2],
            &ir_false(lower->m)->v);
    return lower->arg[0];
}

IrValue *lower_memmove(Lower *lower) {
    IR_CALL(lower->b, IR_I_memmove, NULL, lower->arg[0], lower->arg[1], lower->arg[2],
            &ir_false(lower->m)->v);
    return lower->arg[0];
}

IrValue *lower_memset(Lower *lower) {
    IrValue *byte = ir_trunc(lower->b, lower->arg[1], lower->m->ty_i8);
    IR_CALL(lower->b, IR_I_memset, NULL, lower->arg[0], byte, lower->arg[2],
            &ir_false(lower->m)->v);
    return lower->arg[0];
}

static IrValue *assert_call(Lower *lower) {
    IrModule *m = lower->m;
    IrType *p[5] = {m->ty_ptr, m->ty_ptr, m->ty_i32, m->ty_ptr, m->ty_i64};
    IrFunc *f = lower_runtime(lower->m, "__assertfail", m->ty_void, 5, p);
    ir_fn_attr(f, IR_AT_FN, IR_ATTR_NORETURN);
    ir_call_fn(lower->b, f, 5, lower->arg);
    lower->no_return = true;
    return NULL;
}

IrValue *lower_assertfail(Lower *lower) {
    return assert_call(lower);
}

IrValue *lower_assert_fail(Lower *lower) { // glibc's name: no character size
    lower->arg[lower->n++] = &ir_int(lower->m->ty_i64, 1)->v;
    return assert_call(lower);
}

IrValue *lower_clock(Lower *lower) {
    IrValue *v = lower_intr(lower, "llvm.nvvm.read.ptx.sreg.clock", lower->m->ty_i32, 0, NULL);
    return ir_sext(lower->b, v, lower->ret);
}

// The argument is the number of an event, which the instruction takes as a constant.
IrValue *lower_pm_event(Lower *lower) {
    const IrConst *constant = ir_as_cint(lower->arg[0]);
    if (constant) {
        lower_asm(
            lower, lower->m->ty_void,
            arena_printf(&lower->ctx->scratch, "pmevent %u;", (unsigned)ir_uval(constant) & 15), "",
            0, NULL, true);
        return NULL;
    }
    Buf b;
    buf_init(&b, &lower->ctx->scratch);
    buf_puts(&b, "{ .reg .pred %pe; ");
    for (unsigned i = 0; i < 16; i++)
        buf_printf(&b, "setp.eq.u32 %%pe, $0, %u; @%%pe pmevent %u; ", i, i);
    buf_puts(&b, "}");
    lower_asm(lower, lower->m->ty_void, buf_cstr(&b), "r", 1, lower->arg, true);
    return NULL;
}

// printf: the arguments in a struct with natural alignment whose address goes to vprintf (CUDA:
// "Formatted Output"; the layout is that of a C struct).
IrValue *lower_printf(Lower *lower, IrValue *format, uint32_t n, IrValue **arg) {
    IrValue *buf = &ir_null(lower->m, lower->m->ty_ptr)->v;
    if (n) {
        IrType **t = arena_array(&lower->ctx->scratch, IrType *, n);
        for (uint32_t i = 0; i < n; i++) t[i] = arg[i]->type;
        IrType *st = ir_ty_struct(lower->m, n, t, false);
        buf = &ir_entry_alloca(lower->b->fn, st, CU_MAX(st->align, 8),
                               atom_cstr(lower->ctx, "printf"))
                   ->v;
        for (uint32_t i = 0; i < n; i++) {
            IrValue *p =
                ir_ptradd_c(lower->b, buf, (int64_t)ir_ty_member_offset(st, i), IR_INBOUNDS);
            ir_store(lower->b, arg[i], p, 0);
        }
    }
    IrType *pp[2] = {lower->m->ty_ptr, lower->m->ty_ptr};
    IrFunc *f = lower_runtime(lower->m, "vprintf", lower->m->ty_i32, 2, pp);
    IrValue *a[2] = {format, buf};
    return &ir_call_fn(lower->b, f, 2, a)->v;
}

// ---- clusters, copies ---------------------------------------------------------------------------

IrValue *lower_sreg3(Lower *lower) { // (unsigned *x, *y, *z)
    for (uint32_t i = 0; i < 3; i++) {
        IrValue *v = lower_intrf(lower, lower->m->ty_i32, 0, NULL, "llvm.nvvm.read.ptx.sreg.%s.%c",
                                 lower->tail, (int)('x' + i));
        ir_store(lower->b, v, lower->arg[i], 4);
    }
    return NULL;
}

// (void *shared, const void *global, unsigned source size); tail: the size of the copy
IrValue *lower_copy_async(Lower *lower) {
    uint64_t size = strtoul(lower->tail, NULL, 10);
    IrValue *a[3] = {ir_addrspacecast(lower->b, lower->arg[0], ir_ty_ptr(lower->m, IR_AS_SHARED)),
                     ir_addrspacecast(lower->b, lower->arg[1], ir_ty_ptr(lower->m, IR_AS_GLOBAL)),
                     lower->arg[2]};
    bool whole = ir_is_int(lower->arg[2], size);
    lower_intrf(lower, lower->m->ty_void, whole ? 2 : 3, a,
                "llvm.nvvm.cp.async.ca.shared.global.%s%s", lower->tail, whole ? "" : ".s");
    return NULL;
}

// The property is a hint to the cache; the pointer is what it was.
IrValue *lower_access_property(Lower *lower) {
    return lower->arg[0];
}

IrValue *lower_condition(Lower *lower) { // an intrinsic that gives i1, as an integer
    IrValue *r = lower_intr(lower, lower->tail, lower->m->ty_i1, lower->n, lower->arg);
    return ir_zext(lower->b, r, lower->ret);
}
