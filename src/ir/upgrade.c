// SPDX-License-Identifier: Apache-2.0
// What old dialects wrote differently, brought to the one inner form after reading: block-copy
// intrinsics that had the alignment as an operand (before LLVM 7), and NVVM intrinsics that became
// general ones (clz, popc, abs, min, max, brev, h2f) or are plain instructions.
#include "ir/ir_int.h"

static IrValue *one(IrBuilder *b, IrIntrin id, IrValue *x) {
    return ir_call_intrin(b, id, NULL, 1, &x);
}

static IrValue *two(IrBuilder *b, IrIntrin id, IrValue *x, IrValue *y) {
    IrValue *arg[2] = {x, y};
    return ir_call_intrin(b, id, NULL, 2, arg);
}

// The value that a call of a former NVVM intrinsic now is, or NULL.
static IrValue *modern(IrBuilder *b, const IrInst *c) {
    IrModule *m = b->m;
    IrValue *no = &ir_false(m)->v, *x = ir_op(c, 0);
    switch (ir_intrin_of(c)) {
    case IR_I_nvvm_abs_i:
    case IR_I_nvvm_abs_ll: return two(b, IR_I_abs, x, no);
    case IR_I_nvvm_clz_i: return two(b, IR_I_ctlz, x, no);
    case IR_I_nvvm_clz_ll: return ir_trunc(b, two(b, IR_I_ctlz, x, no), m->ty_i32);
    case IR_I_nvvm_popc_i: return one(b, IR_I_ctpop, x);
    case IR_I_nvvm_popc_ll: return ir_trunc(b, one(b, IR_I_ctpop, x), m->ty_i32);
    case IR_I_nvvm_brev32:
    case IR_I_nvvm_brev64: return one(b, IR_I_bitreverse, x);
    case IR_I_nvvm_min_i:
    case IR_I_nvvm_min_ll: return two(b, IR_I_smin, x, ir_op(c, 1));
    case IR_I_nvvm_max_i:
    case IR_I_nvvm_max_ll: return two(b, IR_I_smax, x, ir_op(c, 1));
    case IR_I_nvvm_min_ui:
    case IR_I_nvvm_min_ull: return two(b, IR_I_umin, x, ir_op(c, 1));
    case IR_I_nvvm_max_ui:
    case IR_I_nvvm_max_ull: return two(b, IR_I_umax, x, ir_op(c, 1));
    case IR_I_nvvm_h2f: return ir_fpext(b, ir_bitcast(b, x, m->ty_half), m->ty_float);
    case IR_I_nvvm_f2h_rn:
    case IR_I_nvvm_f2h_rn_ftz: // what is flushed rounds to zero anyway
        return ir_bitcast(b, ir_fptrunc(b, x, m->ty_half), m->ty_i16);
    case IR_I_nvvm_bitcast_f2i:
    case IR_I_nvvm_bitcast_i2f:
    case IR_I_nvvm_bitcast_ll2d:
    case IR_I_nvvm_bitcast_d2ll: return ir_bitcast(b, x, c->v.type);
    case IR_I_nvvm_d2i_lo: return ir_trunc(b, ir_bitcast(b, x, m->ty_i64), m->ty_i32);
    case IR_I_nvvm_d2i_hi: {
        IrValue *w = ir_lshr(b, ir_bitcast(b, x, m->ty_i64), &ir_int(m->ty_i64, 32)->v);
        return ir_trunc(b, w, m->ty_i32);
    }
    case IR_I_nvvm_lohi_i2d: {
        IrValue *hi = ir_shl(b, ir_zext(b, ir_op(c, 1), m->ty_i64), &ir_int(m->ty_i64, 32)->v);
        IrValue *w = ir_bin(b, IR_OR, IR_DISJOINT, hi, ir_zext(b, x, m->ty_i64));
        return ir_bitcast(b, w, m->ty_double);
    }
    case IR_I_nvvm_fabs:
    case IR_I_nvvm_fabs_f:
    case IR_I_nvvm_fabs_d: return one(b, IR_I_fabs, x);
    case IR_I_nvvm_floor_f:
    case IR_I_nvvm_floor_d: return one(b, IR_I_floor, x);
    case IR_I_nvvm_ceil_f:
    case IR_I_nvvm_ceil_d: return one(b, IR_I_ceil, x);
    case IR_I_nvvm_trunc_f:
    case IR_I_nvvm_trunc_d: return one(b, IR_I_trunc, x);
    case IR_I_nvvm_round_f: // cvt.rni: half to even
    case IR_I_nvvm_round_d: return one(b, IR_I_rint, x);
    case IR_I_nvvm_fmin_f:
    case IR_I_nvvm_fmin_d: return two(b, IR_I_minnum, x, ir_op(c, 1));
    case IR_I_nvvm_fmax_f:
    case IR_I_nvvm_fmax_d: return two(b, IR_I_maxnum, x, ir_op(c, 1));
    default: return NULL;
    }
}

static bool has_prefix(const char *s, const char *prefix) {
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

// memcpy(dst, src, n, i32 align, volatile) as it was: the alignment becomes an attribute.
static bool old_block_copy(IrBuilder *b, IrInst *c, const IrFunc *f) {
    const char *s = atom_str(b->m->ctx, f->g.v.name);
    IrIntrin id = has_prefix(s, "llvm.memcpy.")    ? IR_I_memcpy
                  : has_prefix(s, "llvm.memmove.") ? IR_I_memmove
                  : has_prefix(s, "llvm.memset.")  ? IR_I_memset
                                                   : IR_I_NONE;
    if (!id || f->intrin || ir_call_nargs(c) != 5) return false;
    const IrConst *al = ir_as_cint(ir_op(c, 3));
    if (!al || ir_op(c, 0)->type->kind != IR_TY_PTR || !ir_ty_is_i(ir_op(c, 4)->type, 1))
        return false;
    IrValue *arg[4] = {ir_op(c, 0), ir_op(c, 1), ir_op(c, 2), ir_op(c, 4)};
    IrInst *n = ir_as_inst(ir_call_intrin(b, id, NULL, 4, arg));
    uint64_t bytes = ir_uval(al);
    if (n && bytes && bytes <= 1u << 30 && !(bytes & (bytes - 1))) {
        const IrAttrSet *a = ir_attr_add_int(b->m, NULL, IR_ATTR_ALIGN, bytes);
        ir_attrs_set(b->m, &n->call->attrs, 0, a);
        if (id != IR_I_memset) ir_attrs_set(b->m, &n->call->attrs, 1, a);
    }
    ir_erase(c);
    return true;
}

// { priority, function } was the whole of a member; now the data it belongs to follows: none.
void ir_upgrade_ctors(IrModule *m) {
    static const char *const names[] = {"llvm.global_ctors", "llvm.global_dtors"};
    for (uint32_t k = 0; k < CU_COUNT(names); k++) {
        IrGlobal *g = ir_find(m, atom_cstr(m->ctx, names[k]));
        const IrType *list = g && g->v.kind == IR_C_VAR ? g->vty : NULL;
        const IrType *old = list && list->kind == IR_TY_ARRAY ? list->elem : NULL;
        if (!old || old->kind != IR_TY_STRUCT || old->n != 2 || !g->init) continue;
        IrType *field[3] = {old->sub[0], old->sub[1], m->ty_ptr};
        IrType *member = ir_ty_struct(m, 3, field, false);
        uint32_t n = g->init->n;
        g->vty = ir_ty_array(m, member, list->n);
        if (g->init->v.kind != IR_C_AGG || n != list->n) { // without members
            g->init = ir_null(m, g->vty);
            continue;
        }
        IrConst **elem = arena_array(&m->arena, IrConst *, n);
        for (uint32_t i = 0; i < n; i++) {
            IrConst *x = ir_elem(m, g->init, i);
            IrConst *part[3] = {ir_elem(m, x, 0), ir_elem(m, x, 1), ir_null(m, m->ty_ptr)};
            elem[i] = ir_agg(m, member, 3, part);
        }
        g->init = ir_agg(m, g->vty, n, elem);
    }
}

static bool is_old(const IrFunc *f, Ctx *ctx) {
    if (!ir_is_decl(f)) return false;
    if (f->intrin) return strncmp(ir_intrins[f->intrin].name, "llvm.nvvm.", 10) == 0 && f->nargs;
    const char *s = atom_str(ctx, f->g.v.name);
    return has_prefix(s, "llvm.mem") || has_prefix(s, "llvm.nvvm.shfl.sync.") ||
           has_prefix(s, "llvm.nvvm.vote.sync") || has_prefix(s, "llvm.nvvm.match.all.") ||
           ir_upgrade_is_old_name(f);
}

#define STILL_CALLED ((void *)1)

static IrValue *now(IrBuilder *b, IrInst *i, const IrFunc *to) {
    if (to->intrin) return modern(b, i);
    IrValue *v = ir_upgrade_warp(b, i, atom_str(b->m->ctx, to->g.v.name));
    return v ? v : ir_upgrade_by_name(b, i, to);
}

// `old`: which calls may have to change; NULL: find out.
static void upgrade_inst(IrModule *m, IrInst *i, Map *old) {
    if (i->md) ir_upgrade_metadata(m, i);
    const IrFunc *to = i->v.op == IR_CALL ? ir_called(i) : NULL;
    if (!to || (old ? !map_get(old, (uintptr_t)to) : !is_old(to, m->ctx))) return;
    IrBuilder b = ir_builder_at(i);
    IrValue *v = now(&b, i, to);
    if (v) {
        ir_replace_erase(i, v);
    } else if (!to->intrin) {
        if (!old_block_copy(&b, i, to) && old) map_put(old, (uintptr_t)to, STILL_CALLED);
    }
}

// Old declarations that no call needs any more go away, and what took their place gets its name.
static void clean_up(IrModule *m, const Map *old, uint32_t first_new) {
    VEC(IrGlobal *) dead = {0};
    MAP_FOREACH (e, old) {
        IrFunc *f = (IrFunc *)(uintptr_t)e->key;
        if (!f->intrin && e->val != STILL_CALLED) vec_push(&m->arena, &dead, &f->g);
    }
    if (!dead.n) return;
    VEC(IrFunc *) added = {0};
    for (uint32_t k = first_new; k < m->funcs.n; k++) vec_push(&m->arena, &added, m->funcs.at[k]);
    ir_globals_poison(m, dead.n, dead.at);
    ir_globals_remove(m, dead.n, dead.at);
    for (uint32_t k = 0; k < added.n; k++) {
        IrFunc *f = added.at[k];
        if (!f->intrin || ir_is_family(f->intrin)) continue;
        char *name = ir_intrin_mangle(m, f->intrin, f->noverload, f->overload, &m->arena);
        ir_global_rename(&f->g, atom_cstr(m->ctx, name));
    }
}

// LLVM ignores the debug information of a module where !dbg is no location or subprogram; here that
// !dbg is ignored.
static void drop_bad_subprogram(IrFunc *f) {
    for (IrMdAttach **a = &f->g.md; *a;) {
        const IrMd *d = (*a)->md;
        Ctx *ctx = f->g.m->ctx;
        bool dbg = strcmp(atom_str(ctx, (*a)->kind), "dbg") == 0;
        bool good = d->kind == IR_MD_DI && strcmp(atom_str(ctx, d->text), "DISubprogram") == 0;
        if (dbg && !good)
            *a = (*a)->next;
        else
            a = &(*a)->next;
    }
}

static void upgrade_body(IrModule *m, IrFunc *f, Map *old) {
    drop_bad_subprogram(f);
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST_SAFE(i, bb) {
            if (i->dbg && i->dbg->kind != IR_MD_LOC) i->dbg = NULL;
            if (i->md || i->v.op == IR_CALL) upgrade_inst(m, i, old);
        }
    }
}

void ir_upgrade_func(IrFunc *f) {
    ir_expand_old_func(f);
    upgrade_body(f->g.m, f, NULL);
}

void ir_upgrade(IrModule *m) {
    Arena a;
    Map old; // declarations that calls may have to change for
    ir_upgrade_annotations(m);
    arena_init(&a, m->ctx, "ir-upgrade");
    map_init(&old, &a);
    IR_FOREACH_FUNC(f, m) {
        if (is_old(f, m->ctx)) map_put(&old, (uintptr_t)f, f);
    }
    uint32_t n = m->funcs.n; // declarations are added meanwhile
    bool nothing = !old.n && !m->intern->nmds;
    for (uint32_t k = 0; !nothing && k < n; k++) upgrade_body(m, m->funcs.at[k], &old);
    if (old.n) clean_up(m, &old, n);
    arena_free(&a);
}
