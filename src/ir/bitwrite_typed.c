// SPDX-License-Identifier: Apache-2.0
// Pointee types for the old dialect. `ptr` in a module stands for i8* (and is written so); where an
// instruction, a call or a symbol needs another pointee, a pointer type with `elem` is made and a
// bitcast put between. An alloca, an address computation or a by-value parameter has its own
// pointee; its i8* form is cast once, behind it. The result is only for the writer.
#include "ir/bitwrite_int.h"

typedef struct {
    IrModule *m;
    Arena a;
    Map ptrs;   // pointee's id and address space -> type
    Map consts; // constant -> its form with i8* throughout
    Map plain;  // value with a pointee of its own -> its i8* form
    IrFunc *fn;
    uint32_t depth;
} Typer;

static IrType *ptr_to(Typer *t, IrType *elem, uint32_t as) {
    if (elem == t->m->ty_i8 || elem->kind == IR_TY_VOID) return ir_ty_ptr(t->m, as);
    void **slot = map_slot(&t->ptrs, (uint64_t)elem->id << 32 | as);
    if (!*slot) {
        IrType *p = arena_copy(&t->m->arena, ir_ty_ptr(t->m, as), sizeof *p, sizeof(void *));
        p->elem = elem;
        p->id = t->m->intern->ntypes++;
        *slot = p;
    }
    return *slot;
}

static IrType *plain_type(Typer *t, IrType *p) {
    return p->kind == IR_TY_PTR && p->elem ? ir_ty_ptr(t->m, p->as) : p;
}

// ---- constants ----

static IrConst *raw_cast(Typer *t, IrConst *c, IrType *to) {
    IrConst *x = arena_new(&t->m->arena, IrConst);
    x->v.kind = IR_C_EXPR;
    x->v.op = IR_BITCAST;
    x->v.type = to;
    x->n = 1;
    x->elem = arena_new(&t->m->arena, IrConst *);
    x->elem[0] = c;
    return x;
}

static IrConst *plain_const(Typer *t, IrConst *c);

// A pointer constant of the wanted type.
static IrConst *const_as(Typer *t, IrConst *c, IrType *want) {
    IrConst *p = c->v.kind >= IR_C_VAR ? c : plain_const(t, c);
    return p->v.type == want ? p : raw_cast(t, p, want);
}

static IrConst *gep_const(Typer *t, IrConst *c) {
    IrConst *base = const_as(t, c->elem[0], ptr_to(t, c->aty, c->elem[0]->v.type->as));
    IrType *e = c->aty;
    for (uint32_t i = 2; i < c->n; i++) {
        const IrConst *k = ir_as_cint(&c->elem[i]->v);
        e = ir_ty_member(e, k ? ir_uval(k) : 0);
        if (!e) return c;
    }
    IrConst *x = arena_copy(&t->m->arena, c, sizeof *x, sizeof(void *));
    x->elem = arena_copy(&t->m->arena, c->elem, c->n * sizeof(IrConst *), sizeof(void *));
    x->elem[0] = base;
    x->v.type = ptr_to(t, e, c->v.type->as);
    return x->v.type->elem ? raw_cast(t, x, plain_type(t, x->v.type)) : x;
}

static IrConst *rebuilt(Typer *t, IrConst *c) {
    bool same = true;
    IrConst **e = arena_array(&t->m->arena, IrConst *, c->n);
    if (++t->depth > 4000) cu_fatal(t->m->ctx, "constant nested too deeply");
    for (uint32_t i = 0; i < c->n; i++) {
        e[i] = plain_const(t, c->elem[i]);
        same = same && e[i] == c->elem[i];
    }
    t->depth--;
    if (same) return c;
    IrConst *x = arena_copy(&t->m->arena, c, sizeof *x, sizeof(void *));
    x->elem = e;
    return x;
}

static IrConst *plain_const(Typer *t, IrConst *c) {
    bool compound = c->v.kind == IR_C_AGG || c->v.kind == IR_C_EXPR;
    if (!compound && c->v.kind < IR_C_VAR) return c;
    IrConst *r = map_get(&t->consts, (uintptr_t)c);
    if (r) return r;
    if (c->v.kind >= IR_C_VAR) {
        IrType *want = plain_type(t, c->v.type);
        r = want == c->v.type ? c : raw_cast(t, c, want);
    } else if (c->v.kind == IR_C_EXPR && c->v.op == IR_GEP && !ir_ty_is_i(c->aty, 8) &&
               c->v.type->kind == IR_TY_PTR) {
        r = gep_const(t, c);
    } else {
        r = rebuilt(t, c);
    }
    map_put(&t->consts, (uintptr_t)c, r);
    return r;
}

// ---- values in functions ----

static IrValue *cast_before(Typer *t, IrValue *v, IrType *to, IrInst *at) {
    IrInst *i = ir_inst_new(t->fn, IR_BITCAST, to, 1);
    ir_set_op(i, 0, v);
    ir_insert_before(i, at);
    return &i->v;
}

// The i8* form of a value that has a pointee of its own, made once behind it.
static IrValue *plain_value(Typer *t, IrValue *v) {
    IrValue *x = map_get(&t->plain, (uintptr_t)v);
    if (x) return x;
    IrInst *def = ir_as_inst(v), *at = def ? def->next : t->fn->first->first;
    x = cast_before(t, v, plain_type(t, v->type), at);
    map_put(&t->plain, (uintptr_t)v, x);
    return x;
}

static IrValue *value_as(Typer *t, IrValue *v, IrType *want, IrInst *user) {
    if (v->kind == IR_V_MD || v->kind == IR_V_BLOCK) return v;
    if (v->type == want && !ir_is_const(v)) return v; // a constant may hold other pointers
    if (ir_is_const(v)) {
        IrConst *c = (IrConst *)v;
        if (want->kind == IR_TY_PTR) return &const_as(t, c, want)->v;
        if (ir_ty_is_vec(want) && want->elem->kind == IR_TY_PTR) {
            IrConst *p = plain_const(t, c);
            return p->v.type == want ? &p->v : &raw_cast(t, p, want)->v;
        }
        return &plain_const(t, c)->v;
    }
    if (v->type->kind != IR_TY_PTR && !ir_ty_is_vec(v->type)) return v;
    if (want == plain_type(t, v->type)) return plain_value(t, v);
    return cast_before(t, v, want, user);
}

// ---- functions ----

// What the pointer parameters of an intrinsic point at in LLVM 7: i8, or the value's type.
static IrType *intrinsic_pointee(Typer *t, IrFunc *f) {
    static const char *const valued[] = {"llvm.nvvm.ldg.", "llvm.nvvm.ldu.", "llvm.nvvm.atomic."};
    const char *s = atom_str(t->m->ctx, f->g.v.name);
    for (size_t i = 0; i < CU_COUNT(valued); i++) {
        if (strncmp(s, valued[i], strlen(valued[i])) == 0) return ir_func_ret(f);
    }
    return t->m->ty_i8;
}

static void mangled(Buf *b, const IrType *t) { // as a part of an intrinsic's name
    switch (t->kind) {
    case IR_TY_VECTOR:
        buf_printf(b, "v%llu", (unsigned long long)t->n);
        mangled(b, t->elem);
        break;
    case IR_TY_INT: buf_printf(b, "i%u", t->bits); break;
    case IR_TY_PTR: buf_printf(b, "p%ui8", t->as); break;
    default: buf_printf(b, "f%u", t->bits);
    }
}

// Pointers in the names of intrinsics say what they point at: ".p0" becomes ".p0i8".
static void old_name(Typer *t, IrFunc *f) {
    Ctx *ctx = t->m->ctx;
    const char *s = atom_str(ctx, f->g.v.name);
    Buf b;
    buf_init(&b, &t->a);
    bool changed = false;
    while (*s) {
        size_t n = s[1] ? 1 + strcspn(s + 1, ".") : 1;
        buf_write(&b, s, n);
        if (n > 2 && s[0] == '.' && s[1] == 'p' && strspn(s + 2, "0123456789") == n - 2) {
            mangled(&b, intrinsic_pointee(t, f));
            changed = true;
        }
        s += n;
    }
    if (changed) ir_global_rename(&f->g, atom_intern(ctx, b.at, b.n));
}

// The function type with the pointees that attributes or the intrinsic ask for.
static IrType *typed_function(Typer *t, IrType *fty, const IrAttrList *l, IrFunc *f) {
    static const uint8_t typed[] = {IR_ATTR_BYVAL, IR_ATTR_SRET};
    IrType **p = arena_array(&t->a, IrType *, fty->n);
    bool same = true;
    for (uint64_t i = 0; i < fty->n; i++) {
        p[i] = fty->sub[i];
        if (p[i]->kind != IR_TY_PTR) continue;
        const IrAttrSet *s = ir_attrs_get(l, (int)i);
        IrType *e = f && f->intrin ? intrinsic_pointee(t, f) : NULL;
        for (size_t k = 0; k < CU_COUNT(typed); k++) {
            if (ir_attr_type(s, typed[k])) e = ir_attr_type(s, typed[k]);
        }
        if (e) p[i] = ptr_to(t, e, p[i]->as);
        same = same && p[i] == fty->sub[i];
    }
    return same ? fty : ir_ty_func(t->m, fty->elem, (uint32_t)fty->n, p, fty->vararg);
}

static void type_symbols(Typer *t) {
    IrModule *m = t->m;
    for (uint32_t i = 0; i < m->vars.n; i++) {
        m->vars.at[i]->v.type = ptr_to(t, m->vars.at[i]->vty, m->vars.at[i]->v.type->as);
    }
    IR_FOREACH_FUNC(f, m) {
        if (f->intrin) old_name(t, f);
        f->g.vty = typed_function(t, f->g.vty, &f->attrs, f);
        f->g.v.type = ptr_to(t, f->g.vty, f->g.v.type->as);
        for (uint32_t i = 0; i < f->nargs; i++) f->arg[i]->v.type = f->g.vty->sub[i];
    }
    for (uint32_t i = 0; i < m->aliases.n; i++) {
        IrGlobal *g = m->aliases.at[i];
        IrFunc *f = ir_as_func(&g->init->v);
        if (f) g->vty = f->g.vty;
        g->v.type = ptr_to(t, g->vty, g->v.type->as);
    }
}

static IrType *gep_element(const IrInst *i) {
    IrType *e = i->aty;
    for (uint32_t k = 2; k < i->nops && e; k++) {
        const IrConst *x = ir_as_const(ir_op(i, k));
        if (x && ir_ty_is_vec(x->v.type)) x = ir_splat_value(e->m, (IrConst *)(uintptr_t)x);
        e = ir_ty_member(e, x && x->v.kind == IR_C_INT && e->kind == IR_TY_STRUCT ? ir_uval(x) : 0);
    }
    return e ? e : i->aty;
}

// A pointer, or a vector of pointers, to elem, shaped like p.
static IrType *shaped(Typer *t, IrType *p, IrType *elem) {
    IrType *q = ptr_to(t, elem, ir_ty_scalar(p)->as);
    return ir_ty_is_vec(p) ? ir_ty_vector(t->m, q, p->n) : q;
}

static void type_results(Typer *t) { // those with a pointee of their own
    IR_FOREACH_BLOCK(bb, t->fn) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.op == IR_ALLOCA) i->v.type = ptr_to(t, i->aty, i->v.type->as);
            if (i->v.op == IR_GEP) i->v.type = shaped(t, i->v.type, gep_element(i));
        }
    }
}

static IrType *wanted(Typer *t, const IrInst *i, uint32_t k, IrType *fty) {
    IrType *have = ir_op(i, k)->type;
    switch (i->v.op) {
    case IR_LOAD: return shaped(t, have, i->v.type);
    case IR_STORE:
        if (k == 1) return shaped(t, have, plain_type(t, ir_op(i, 0)->type));
        break;
    case IR_CMPXCHG:
    case IR_ATOMICRMW:
        if (k == 0) return shaped(t, have, plain_type(t, ir_op(i, 1)->type));
        break;
    case IR_GEP:
        if (k == 0) return shaped(t, have, i->aty);
        break;
    case IR_CALL:
        if (k < fty->n) return fty->sub[k];
        if (k + 1 == i->nops) return ptr_to(t, fty, ir_ty_scalar(have)->as);
        break;
    default: break;
    }
    if (ir_ty_is_vec(have) && have->elem->kind == IR_TY_PTR) {
        return ir_ty_vector(t->m, plain_type(t, have->elem), have->n);
    }
    return plain_type(t, have);
}

static void type_operands(Typer *t, IrInst *i) {
    IrType *fty = NULL;
    if (i->v.op == IR_CALL) {
        IrFunc *f = ir_called(i);
        fty = f && f->g.vty->n == i->aty->n ? f->g.vty
                                            : typed_function(t, i->aty, &i->call->attrs, NULL);
        i->aty = fty;
    }
    for (uint32_t k = 0; k < i->nops; k++) {
        IrValue *v = ir_op(i, k);
        if (v->kind == IR_V_ASM) {
            IrAsm *a = (IrAsm *)v;
            if (a->v.type->kind == IR_TY_FUNC) a->v.type = ptr_to(t, a->v.type, 0);
            continue;
        }
        IrValue *x = value_as(t, v, wanted(t, i, k, fty), i);
        if (x != v) ir_set_op(i, k, x);
    }
}

static void type_function(Typer *t, IrFunc *f) {
    t->fn = f;
    if (ir_is_decl(f)) return;
    type_results(t);
    IR_FOREACH_BLOCK(bb, f) {
        // casts that this puts in are typed already
        for (IrInst *i = bb->first, *next; i; i = next) {
            next = i->next;
            if (!(i->v.op == IR_BITCAST && i->v.type->kind == IR_TY_PTR)) type_operands(t, i);
        }
    }
    ir_func_renumber(f);
}

void bw_type_pointers(IrModule *m) {
    Typer t = {.m = m};
    arena_init(&t.a, m->ctx, "ir-typed");
    map_init(&t.ptrs, &t.a);
    map_init(&t.consts, &t.a);
    map_init(&t.plain, &t.a);
    type_symbols(&t);
    for (uint32_t i = 0; i < m->vars.n; i++) {
        IrGlobal *g = m->vars.at[i];
        if (g->init) g->init = plain_const(&t, g->init);
    }
    for (uint32_t i = 0; i < m->aliases.n; i++) {
        m->aliases.at[i]->init = const_as(&t, m->aliases.at[i]->init, m->aliases.at[i]->v.type);
    }
    IR_FOREACH_FUNC(f, m) type_function(&t, f);
    arena_free(&t.a);
}
