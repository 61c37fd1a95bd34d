// SPDX-License-Identifier: Apache-2.0
// What LLVM 7 does not know, in terms that it does: a module to be written in the old dialect is
// copied and lowered first (instructions, intrinsics, kernels marked by !nvvm.annotations), then
// given typed pointers (bitwrite_typed.c). NVVM IR specification 2.0; LLVM 7 Language Reference.
#include "ir/bitwrite_int.h"

#include "ir/ir_diag.h"

static IrValue *choose(IrBuilder *b, IrPred p, IrValue *x, IrValue *y) {
    return ir_select(b, ir_cmp(b, p, x, y), x, y);
}

// The sum or difference, or the bound when it overflows.
static IrValue *saturate(IrBuilder *b, IrIntrin overflow, IrValue *x, IrValue *y, IrValue *bound) {
    IrType *t = x->type;
    IrValue *arg[2] = {x, y};
    IrValue *r = ir_call_intrin(b, overflow, t, 2, arg);
    return ir_select(b, ir_extract(b, r, 1), bound, ir_extract(b, r, 0));
}

// The most extreme value on the side to which x tends: the shifted sign, with the top bit flipped.
static IrValue *signed_bound(IrBuilder *b, IrValue *x) {
    IrType *e = ir_ty_scalar(x->type);
    IrConst *width = ir_int(e, e->bits - 1), *one = ir_int(e, 1);
    IrConst *top = ir_cexpr(b->m, IR_SUB, 0, e, NULL, 2,
                            (IrConst *[]){ir_fold_bin(b->m, IR_SHL, 0, one, width), one});
    if (ir_ty_is_vec(x->type)) {
        width = ir_splat(b->m, x->type, width);
        top = ir_splat(b->m, x->type, top);
    }
    return ir_xor(b, ir_ashr(b, x, &width->v), &top->v);
}

static IrValue *lowered_call(IrBuilder *b, const IrInst *c) {
    IrValue *x = ir_call_nargs(c) ? ir_op(c, 0) : NULL,
            *y = ir_call_nargs(c) > 1 ? ir_op(c, 1) : NULL;
    switch (ir_intrin_of(c)) {
    case IR_I_abs: return choose(b, IR_SGE, x, ir_neg(b, x));
    case IR_I_smin: return choose(b, IR_SLT, x, y);
    case IR_I_smax: return choose(b, IR_SGT, x, y);
    case IR_I_umin: return choose(b, IR_ULT, x, y);
    case IR_I_umax: return choose(b, IR_UGT, x, y);
    case IR_I_uadd_sat: {
        IrValue *s = ir_add(b, x, y);
        return ir_select(b, ir_cmp(b, IR_ULT, s, x), ir_not(b, &ir_null(b->m, x->type)->v), s);
    }
    case IR_I_usub_sat:
        return ir_select(b, ir_cmp(b, IR_UGT, x, y), ir_sub(b, x, y), &ir_null(b->m, x->type)->v);
    case IR_I_sadd_sat: return saturate(b, IR_I_sadd_with_overflow, x, y, signed_bound(b, x));
    case IR_I_ssub_sat: return saturate(b, IR_I_ssub_with_overflow, x, y, signed_bound(b, x));
    case IR_I_roundeven: return ir_call_intrin(b, IR_I_rint, NULL, 1, &x); // the default rounding
    default: return NULL;
    }
}

// Dot products, which came to LLVM later, as the instructions that they are:
// llvm.nvvm.idp4a.s.u(a, b, c) and idp2a.s.u(a, b, high, c).
static IrValue *dot_product(IrBuilder *b, const IrInst *c) {
    const IrFunc *f = ir_called(c);
    const char *s = f ? atom_str(b->m->ctx, f->g.v.name) : "";
    bool four = strncmp(s, "llvm.nvvm.idp4a.", 16) == 0;
    bool two = strncmp(s, "llvm.nvvm.idp2a.", 16) == 0;
    if ((!four && !two) || strlen(s) != 19 || ir_call_nargs(c) != (four ? 3u : 4u)) return NULL;
    bool high = two && !ir_is_zero(ir_op(c, 2));
    Atom text = atom_printf(b->m->ctx, "dp%ca%s.%c32.%c32 $0, $1, $2, $3;", four ? '4' : '2',
                            four   ? ""
                            : high ? ".hi"
                                   : ".lo",
                            s[16], s[18]);
    IrType *t = b->m->ty_i32, *p[3] = {t, t, t};
    IrType *fty = ir_ty_func(b->m, t, 3, p, false);
    IrAsm *a = ir_asm(b->m, fty, text, atom_cstr(b->m->ctx, "=r,r,r,r"), false);
    IrValue *arg[3] = {ir_op(c, 0), ir_op(c, 1), ir_op(c, four ? 2 : 3)};
    return &ir_call(b, fty, &a->v, 3, arg)->v;
}

// atomicrmw of kinds that came later: NVVM's own intrinsics.
static IrValue *lowered_rmw(IrBuilder *b, const IrInst *i) {
    IrIntrin id = IR_I_NONE;
    const IrType *t = i->v.type;
    switch (i->pred) {
    case IR_RMW_FADD:
        id = t->kind == IR_TY_FLOAT    ? IR_I_nvvm_atomic_load_add_f32
             : t->kind == IR_TY_DOUBLE ? IR_I_nvvm_atomic_load_add_f64
                                       : IR_I_NONE;
        break;
    case IR_RMW_UINC_WRAP: id = ir_ty_is_i(t, 32) ? IR_I_nvvm_atomic_load_inc_32 : IR_I_NONE; break;
    case IR_RMW_UDEC_WRAP: id = ir_ty_is_i(t, 32) ? IR_I_nvvm_atomic_load_dec_32 : IR_I_NONE; break;
    case IR_RMW_XCHG:
        if (ir_ty_is_fp(t)) { // integers only, then
            IrType *n = ir_ty_int(b->m, t->bits);
            IrInst *x = ir_atomicrmw(b, IR_RMW_XCHG, ir_op(i, 0), ir_bitcast(b, ir_op(i, 1), n),
                                     i->order, i->scope);
            x->v.flags = i->v.flags;
            return ir_bitcast(b, &x->v, (IrType *)(uintptr_t)t);
        }
        return NULL;
    default: return NULL;
    }
    IrValue *arg[2] = {ir_op(i, 0), ir_op(i, 1)};
    return id ? ir_call_intrin(b, id, NULL, 2, arg) : NULL;
}

static IrValue *lowered(IrInst *i) {
    IrBuilder b = ir_builder_at(i);
    b.fmf = i->fmf;
    IrValue *x = i->nops ? ir_op(i, 0) : NULL;
    switch (i->v.op) {
    case IR_FNEG: {
        IrType *e = ir_ty_scalar(x->type);
        IrConst *zero = ir_fp(b.m, e, -0.0);
        if (ir_ty_is_vec(x->type)) zero = ir_splat(b.m, x->type, zero);
        return ir_fsub(&b, &zero->v, x);
    }
    case IR_FREEZE: return x;
    case IR_ATOMICRMW: return lowered_rmw(&b, i);
    case IR_CALL: {
        IrValue *v = lowered_call(&b, i);
        return v ? v : dot_product(&b, i);
    }
    default: return NULL;
    }
}

static void refuse(IrModule *m, const char *what, const char *name) {
    diag(m->ctx, &ir_diag_rows[D_ir_bitcode_old], 0, what, name);
}

static const char *unknown(const IrInst *i) { // to LLVM 7
    switch (i->v.op) {
    case IR_ATOMICRMW: return i->pred > IR_RMW_UMIN ? ir_rmw_names[i->pred] : NULL;
    default: return i->v.type->kind == IR_TY_BFLOAT ? "bfloat" : NULL;
    }
}

static void lower_function(IrFunc *f) {
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST_SAFE(i, bb) {
            if (ir_intrin_of(i) == IR_I_assume) { // only a hint, and its bundles are newer
                ir_erase(i);
                continue;
            }
            IrValue *v = lowered(i);
            if (v) {
                ir_replace_erase(i, v);
            } else if (unknown(i)) {
                refuse(f->g.m, "operation", unknown(i));
            }
        }
    }
}

// ---- kernels ----

static IrMd *text(IrModule *m, const char *s) {
    return ir_md_string(m, s, strlen(s));
}

static void annotate(IrModule *m, IrFunc *f, const char *key, uint32_t v) {
    IrMd *op[3] = {ir_md_value(m, (IrConst *)f), text(m, key), ir_md_int(m, v)};
    ir_named_md_add(m, atom_cstr(m->ctx, "nvvm.annotations"), ir_md_node(m, 3, op));
}

// "nvvm.maxntid"="256,1,1" and its like back to a row for each component.
static void bounds(IrModule *m, IrFunc *f) {
    static const struct {
        const char *attr, *key[3];
    } rows[] = {{"nvvm.maxntid", {"maxntidx", "maxntidy", "maxntidz"}},
                {"nvvm.reqntid", {"reqntidx", "reqntidy", "reqntidz"}},
                {"nvvm.minctasm", {"minctasm"}},
                {"nvvm.maxnreg", {"maxnreg"}},
                {"nvvm.cluster_dim", {"cluster_dim_x", "cluster_dim_y", "cluster_dim_z"}},
                {"nvvm.maxclusterrank", {"cluster_max_blocks"}}};
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        Atom key = atom_cstr(m->ctx, rows[i].attr), value = ir_attr_str(f->attrs.fn, key);
        const char *s = value ? atom_str(m->ctx, value) : "";
        for (int k = 0; k < 3 && rows[i].key[k] && *s; k++) {
            uint32_t v = 0;
            for (; *s >= '0' && *s <= '9'; s++) v = v * 10 + (uint32_t)(*s - '0');
            if (*s == ',') s++;
            annotate(m, f, rows[i].key[k], v);
        }
        ir_attrs_set(m, &f->attrs, IR_AT_FN, ir_attr_remove_str(m, f->attrs.fn, key));
    }
}

static void mark_kernels(IrModule *m) {
    IR_FOREACH_FUNC(f, m) {
        if (f->cc == IR_CC_PTX_KERNEL) {
            annotate(m, f, "kernel", 1);
            f->cc = IR_CC_C;
        }
        bounds(m, f);
    }
    for (uint32_t i = 0; i < m->vars.n; i++) {
        IrGlobal *g = m->vars.at[i];
        if (!ir_attr_has_str(g->attrs, atom_cstr(m->ctx, "nvvm.managed"))) continue;
        IrMd *op[3] = {ir_md_value(m, (IrConst *)g), text(m, "managed"), ir_md_int(m, 1)};
        ir_named_md_add(m, atom_cstr(m->ctx, "nvvm.annotations"), ir_md_node(m, 3, op));
    }
    Atom version = atom_cstr(m->ctx, "nvvmir.version");
    if (ir_named_md_n(m, version)) return;
    bool debug = ir_named_md_n(m, atom_cstr(m->ctx, "llvm.dbg.cu"));
    IrMd *op[4] = {ir_md_int(m, 2), ir_md_int(m, 0), ir_md_int(m, 3), ir_md_int(m, 2)};
    ir_named_md_add(m, version, ir_md_node(m, debug ? 4 : 2, op));
}

// ---- debug information ----
// A subprogram's retained nodes are variables and labels only; imported entities stand in its unit.

typedef struct {
    IrModule *m;
    Map seen; // nodes of scopes
} Scopes;

static IrDiField *di_field(Scopes *s, IrMd *d, const char *key) {
    return (IrDiField *)(uintptr_t)ir_md_field(d, atom_cstr(s->m->ctx, key));
}

static void add_imports(Scopes *s, IrMd *unit, uint32_t n, IrMd *const *import) {
    Arena *a = &s->m->arena;
    VEC(IrMd *) all = {0};
    IrDiField *f = di_field(s, unit, "imports");
    const IrMd *had = f && f->kind == IR_DI_MD ? f->md : NULL;
    for (uint32_t i = 0; had && had->kind == IR_MD_NODE && i < had->n; i++)
        vec_push(a, &all, had->op[i]);
    for (uint32_t i = 0; i < n; i++) vec_push(a, &all, import[i]);
    if (!f) {
        f = arena_array(a, IrDiField, unit->n + 1);
        memcpy(f, unit->field, unit->n * sizeof *f);
        unit->field = f;
        f += unit->n++;
        *f = (IrDiField){.key = atom_cstr(s->m->ctx, "imports"), .kind = IR_DI_MD};
    }
    f->md = ir_md_node(s->m, all.n, all.at);
}

static void subprogram(Scopes *s, IrMd *d) {
    Arena *a = &s->m->arena;
    IrDiField *f = di_field(s, d, "retainedNodes"), *unit = di_field(s, d, "unit");
    if (!f || f->kind != IR_DI_MD || !f->md || f->md->kind != IR_MD_NODE) return;
    VEC(IrMd *) stay = {0}, import = {0};
    Atom entity = atom_cstr(s->m->ctx, "DIImportedEntity");
    for (uint32_t i = 0; i < f->md->n; i++) {
        IrMd *x = f->md->op[i];
        if (x && x->kind == IR_MD_DI && x->text == entity)
            vec_push(a, &import, x);
        else
            vec_push(a, &stay, x);
    }
    if (!import.n) return;
    f->md = ir_md_node(s->m, stay.n, stay.at);
    if (unit && unit->kind == IR_DI_MD && unit->md && unit->md->kind == IR_MD_DI)
        add_imports(s, unit->md, import.n, import.at);
}

// From a location or a scope outwards.
static void visit_scopes(Scopes *s, IrMd *d) {
    while (d && !map_get(&s->seen, (uintptr_t)d)) {
        map_put(&s->seen, (uintptr_t)d, d);
        if (d->kind == IR_MD_LOC) {
            if (d->scope && d->scope->kind != IR_MD_LOC) visit_scopes(s, d->scope);
            d = d->inlined_at;
            continue;
        }
        if (d->kind != IR_MD_DI) return;
        if (d->text == atom_cstr(s->m->ctx, "DISubprogram")) subprogram(s, d);
        const IrDiField *f = di_field(s, d, "scope");
        d = f && f->kind == IR_DI_MD ? f->md : NULL;
    }
}

static void old_debug(IrModule *m) {
    Scopes s = {.m = m};
    map_init(&s.seen, &m->arena);
    IR_FOREACH_FUNC(f, m) {
        for (const IrMdAttach *a = f->g.md; a; a = a->next) visit_scopes(&s, a->md);
        IR_FOREACH_BLOCK(bb, f) {
            IR_FOREACH_INST(i, bb) visit_scopes(&s, i->dbg);
        }
    }
}

static void drop_unused_intrinsics(IrModule *m) { // their names may be new ones
    BitSet used;
    Arena *a = &m->arena;
    bitset_init(&used, a, m->funcs.n);
    Map index;
    map_init(&index, a);
    for (uint32_t i = 0; i < m->funcs.n; i++) {
        map_put(&index, (uintptr_t)m->funcs.at[i], (void *)(uintptr_t)(i + 1));
    }
    IR_FOREACH_FUNC(f, m) {
        IR_FOREACH_BLOCK(bb, f) {
            IR_FOREACH_INST(i, bb) {
                uintptr_t k =
                    i->v.op == IR_CALL ? (uintptr_t)map_get(&index, (uintptr_t)ir_callee(i)) : 0;
                if (k) bitset_add(&used, (uint32_t)k - 1);
            }
        }
    }
    VEC(IrGlobal *) gone = {0};
    for (uint32_t i = 0; i < m->funcs.n; i++) {
        if (m->funcs.at[i]->intrin && !bitset_has(&used, i)) vec_push(a, &gone, &m->funcs.at[i]->g);
    }
    if (!gone.n) return;
    ir_globals_poison(m, gone.n, gone.at); // metadata may name them
    ir_globals_remove(m, gone.n, gone.at);
}

// A copy of the module in the old dialect's terms; NULL after diagnostics.
IrModule *bw_old_module(IrModule *m) {
    IrModule *c = ir_module_new(m->ctx, m->name);
    c->source_name = m->source_name;
    c->triple = m->triple;
    c->datalayout = m->datalayout;
    c->short_ptr_as = m->short_ptr_as;
    uint32_t errors = diag_error_count(m->ctx);
    bool ok = ir_link(c, m, 0);
    if (ok) {
        IR_FOREACH_FUNC(f, c) lower_function(f);
        mark_kernels(c);
        old_debug(c);
        drop_unused_intrinsics(c);
        bw_type_pointers(c);
    }
    if (ok && diag_error_count(m->ctx) == errors) return c;
    ir_module_free(c);
    return NULL;
}
