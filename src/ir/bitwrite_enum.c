// SPDX-License-Identifier: Apache-2.0
// Which types, values, attributes and metadata a module has, and their ids.
#include "ir/bitwrite_int.h"

#include <stdlib.h>

static uint32_t id_of(const Map *m, const void *p) { // id + 1
    return (uint32_t)(uintptr_t)map_get(m, (uintptr_t)p);
}

static void set_id(Map *m, const void *p, uint32_t id) {
    map_put(m, (uintptr_t)p, (void *)(uintptr_t)(id + 1));
}

static void deeper(Bw *w) {
    if (++w->level > 4000) cu_fatal(w->ctx, "nested too deeply for bitcode");
}

// ---- types ----

static void enum_type(Bw *w, IrType *t) {
    if (id_of(&w->type_id, t)) return;
    // in the order of the module, and referred to in advance: bw_enumerate
    if (t->kind == IR_TY_STRUCT && t->name) return;
    deeper(w);
    if (t->elem) enum_type(w, t->elem);
    if (t->kind == IR_TY_PTR && !t->elem && w->old) enum_type(w, w->m->ty_i8);
    if (t->kind == IR_TY_STRUCT || t->kind == IR_TY_FUNC) {
        for (uint64_t i = 0; i < t->n; i++) enum_type(w, t->sub[i]);
    }
    w->level--;
    set_id(&w->type_id, t, w->types.n);
    vec_push(&w->a, &w->types, t);
}

uint32_t bw_type(Bw *w, IrType *t) {
    uint32_t id = id_of(&w->type_id, t);
    CU_ASSERT(w->ctx, id);
    return id - 1;
}

// The type under which a value stands in a block of constants.
IrType *bw_value_type(Bw *w, const IrValue *v) {
    return v->kind == IR_V_ASM && !w->old ? w->m->ty_ptr : v->type;
}

// ---- attributes ----

static void attr_types(Bw *w, const IrAttrSet *s) {
    for (uint32_t i = 0; s && i < s->nval; i++) {
        bool ty = ir_attr_form[s->val[i].attr] == IR_ATTR_TY;
        if (ty && s->val[i].type) enum_type(w, s->val[i].type);
    }
}

enum { NOTHING = UINT32_MAX };

static void group(Bw *w, BwList *l, const IrAttrSet *s, uint32_t place) {
    if (!s) return;
    uint64_t key = (uint64_t)s->id << 32 | place; // a set's id is dense in its module
    uintptr_t *slot = (uintptr_t *)map_slot(&w->set_id, key);
    if (!*slot) {
        uint32_t before = w->r.n;
        attr_types(w, s);
        bw_group(w, s);
        bool some = w->r.n > before; // of it can be written
        w->r.n = before;
        if (some) vec_push(&w->a, &w->groups, ((BwGroup){s, place}));
        *slot = some ? w->groups.n : NOTHING;
    }
    if (*slot != NOTHING) vec_push(&w->a, l, (uint32_t)*slot);
}

static uint32_t enum_attrs(Bw *w, const IrAttrList *l) { // id + 1
    BwList x = {0};
    group(w, &x, l->ret, 0);
    for (uint32_t i = 0; i < l->n; i++) group(w, &x, l->param[i], i + 1);
    group(w, &x, l->fn, UINT32_MAX);
    if (!x.n) return 0;
    uint64_t h = hash_bytes(x.at, x.n * sizeof *x.at, x.n);
    for (;; h++) { // equal hashes of different lists are told apart by the next key
        uintptr_t *slot = (uintptr_t *)map_slot(&w->list_id, h);
        if (!*slot) {
            vec_push(&w->a, &w->lists, x);
            *slot = w->lists.n;
            return w->lists.n;
        }
        const BwList *y = &w->lists.at[*slot - 1];
        if (y->n == x.n && !memcmp(x.at, y->at, x.n * sizeof *x.at)) return (uint32_t)*slot;
    }
}

uint32_t bw_attrs(Bw *w, const IrAttrList *l) {
    return enum_attrs(w, l); // met before: enumeration has seen every list
}

// ---- constants ----

IrConst *bw_mask(Bw *w, const IrInst *i) {
    IrType *t = ir_ty_with_shape(w->m, w->m->ty_i32, i->v.type);
    if (t->scalable) { // zero or nothing
        return i->mask[0] < 0 ? ir_poison(w->m, t) : ir_null(w->m, t);
    }
    IrConst *none = w->old ? ir_undef(w->m, t->elem) : ir_poison(w->m, t->elem);
    ArenaMark mark = arena_mark(&w->a);
    IrConst **e = arena_array(&w->a, IrConst *, i->nidx);
    for (uint32_t k = 0; k < i->nidx; k++) {
        e[k] = i->mask[k] < 0 ? none : ir_int(t->elem, (uint32_t)i->mask[k]);
    }
    IrConst *c = ir_agg(w->m, t, i->nidx, e);
    arena_reset(&w->a, mark);
    return c;
}

static bool has_id(const IrValue *v) { // numbered among the constants
    return v->kind == IR_V_ASM || (v->kind >= IR_C_INT && v->kind < IR_C_VAR);
}

// LLVM has the splat of a scalable vector as two operations on constants.
// What is named no more but by metadata or an address of it: poison, and LLVM's word for blocks.
static IrValue *spelled(Bw *w, IrValue *v) {
    if (v->kind >= IR_C_VAR && ((IrGlobal *)v)->dead) return &ir_poison(w->m, v->type)->v;
    if (v->kind == IR_C_BLOCKADDR && ir_block_gone((IrConst *)v))
        return &ir_no_block(w->m, v->type)->v;
    bool splat =
        ir_ty_is_vec(v->type) && v->type->scalable && (v->kind == IR_C_AGG || v->kind == IR_C_DATA);
    IrConst *e = splat ? ir_elem(w->m, (IrConst *)v, 0) : NULL;
    if (!e) return v;
    IrType *t = v->type;
    IrConst *none = ir_poison(w->m, t), *in[3] = {none, e, ir_int(w->m->ty_i64, 0)};
    IrConst *one = ir_cexpr_raw(w->m, IR_INSERTELEMENT, t, 3, in, 0);
    IrConst *sh[3] = {one, none, ir_null(w->m, ir_ty_with_shape(w->m, w->m->ty_i32, t))};
    return &ir_cexpr_raw(w->m, IR_SHUFFLEVECTOR, t, 3, sh, 0)->v;
}

// Notes a constant, its operands first; `value_id` holds 1 for "seen" until ids are given.
static void enum_const(Bw *w, IrValue *v) {
    v = spelled(w, v);
    if (!has_id(v) || id_of(&w->value_id, v)) return;
    enum_type(w, bw_value_type(w, v));
    if (v->kind == IR_V_ASM) enum_type(w, v->type);
    const IrConst *c = (const IrConst *)v;
    if (v->kind >= IR_C_AGG && v->kind < IR_C_VAR) {
        deeper(w);
        for (uint32_t i = 0; i < c->n; i++) enum_const(w, &c->elem[i]->v);
        if (v->kind == IR_C_EXPR && c->aty) enum_type(w, c->aty);
        w->level--;
    }
    set_id(&w->value_id, v, 0);
    vec_push(&w->a, &w->fresh, v);
}

static int compare(const void *x, const void *y) {
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return a < b ? -1 : a > b;
}

// Gives the constants noted their ids, grouped by type and integers first (indices of constant
// address computations must be known when those are read).
static void number_fresh(Bw *w) {
    uint32_t n = w->fresh.n;
    uint64_t *key = arena_array(&w->a, uint64_t, n);
    for (uint32_t i = 0; i < n; i++) {
        IrType *t = bw_value_type(w, w->fresh.at[i]);
        uint64_t other = t->kind != IR_TY_INT;
        key[i] = other << 63 | (uint64_t)bw_type(w, t) << 32 | i;
    }
    if (n) qsort(key, n, sizeof *key, compare);
    for (uint32_t i = 0; i < n; i++) {
        IrValue *v = w->fresh.at[(uint32_t)key[i]];
        set_id(&w->value_id, v, w->values.n);
        vec_push(&w->a, &w->values, v);
    }
    w->fresh.n = 0;
}

static void forget_fresh(Bw *w) {
    for (uint32_t i = 0; i < w->fresh.n; i++)
        map_put(&w->value_id, (uintptr_t)w->fresh.at[i], NULL);
    w->fresh.n = 0;
}

// ---- metadata ----

static void note_string(Bw *w, Atom s) {
    uintptr_t *slot = (uintptr_t *)map_slot(&w->string_id, (uint64_t)s + 1);
    if (*slot) return;
    vec_push(&w->a, &w->strings, s);
    *slot = w->strings.n;
}

static bool note(Bw *w, IrMd *d) { // false: known or no node
    if (!d) return false;
    if (d->kind == IR_MD_STRING) {
        note_string(w, d->text);
        return false;
    }
    uintptr_t *slot = (uintptr_t *)map_slot(&w->md_id, (uintptr_t)d);
    if (*slot) return false;
    *slot = UINT32_MAX;
    return true;
}

static void operand(Bw *w, IrMd *d) {
    if (note(w, d)) vec_push(&w->a, &w->md_work, d);
}

// The values and nodes that a root reaches: values get their ids before all nodes.
static void enum_md(Bw *w, IrMd *root) {
    operand(w, root);
    while (w->md_work.n) {
        IrMd *d = vec_pop(&w->md_work);
        if (d->kind == IR_MD_VALUE) {
            enum_const(w, d->value);
            enum_type(w, d->value->type);
            vec_push(&w->a, &w->md_values, d);
        } else {
            vec_push(&w->a, &w->md_nodes, d);
            bw_md_operands(w, d, operand, note_string);
        }
    }
}

static void number_md(Bw *w) {
    uint32_t id = w->strings.n;
    for (uint32_t i = 0; i < w->md_values.n; i++) set_id(&w->md_id, w->md_values.at[i], id++);
    for (uint32_t i = 0; i < w->md_nodes.n; i++) set_id(&w->md_id, w->md_nodes.at[i], id++);
}

uint64_t bw_md_string(Bw *w, Atom s) { // id + 1
    return (uint64_t)(uintptr_t)map_get(&w->string_id, (uint64_t)s + 1);
}

uint64_t bw_md(Bw *w, const IrMd *d) {
    if (!d) return 0;
    return d->kind == IR_MD_STRING ? bw_md_string(w, d->text) : id_of(&w->md_id, d);
}

uint32_t bw_kind(Bw *w, Atom kind) {
    uint32_t i = 0;
    while (i < w->kinds.n && w->kinds.at[i] != kind) i++;
    if (i == w->kinds.n) vec_push(&w->a, &w->kinds, kind);
    return i;
}

uint32_t bw_bundle_tag(Bw *w, Atom tag) {
    uint32_t i = 0;
    while (i < w->bundle_tags.n && w->bundle_tags.at[i] != tag) i++;
    if (i == w->bundle_tags.n) vec_push(&w->a, &w->bundle_tags, tag);
    return i;
}

static void enum_attached(Bw *w, const IrMdAttach *a) {
    for (; a; a = a->next) {
        bw_kind(w, a->kind);
        enum_md(w, a->md);
    }
}

// ---- the module ----

static void enum_inst(Bw *w, IrInst *i) {
    enum_type(w, i->v.type);
    if (i->v.op == IR_ALLOCA || i->v.op == IR_GEP || i->call) {
        enum_type(w, i->aty);
    }
    for (uint32_t k = 0; k < i->nops; k++) {
        IrValue *v = ir_op(i, k);
        if (v->kind == IR_V_MD) {
            enum_md(w, ((IrMdValue *)v)->md);
        } else if (v->kind != IR_V_BLOCK) {
            enum_type(w, v->type);
            enum_const(w, v);
        }
    }
    if (i->v.op == IR_SHUFFLEVECTOR) enum_const(w, &bw_mask(w, i)->v);
    if (i->call) enum_attrs(w, &i->call->attrs);
    for (uint32_t k = 0; i->call && k < i->call->nbundles; k++) {
        bw_bundle_tag(w, i->call->bundle[k].tag);
    }
    enum_attached(w, i->md);
    if (i->dbg) {
        enum_md(w, i->dbg->scope);
        enum_md(w, i->dbg->inlined_at);
    }
}

static void enum_global(Bw *w, IrGlobal *g) {
    set_id(&w->value_id, g, w->values.n);
    vec_push(&w->a, &w->values, &g->v);
    enum_type(w, g->vty);
    enum_type(w, g->v.type);
    if (g->v.kind == IR_C_FUNC) {
        enum_attrs(w, &((IrFunc *)g)->attrs);
    } else if (g->attrs) {
        enum_attrs(w, &(IrAttrList){.fn = g->attrs});
    }
}

// The constants that only bodies use: noted for their types, numbered in each function.
static void enum_bodies(Bw *w) {
    IR_FOREACH_FUNC(f, w->m) {
        for (uint32_t i = 0; i < f->nargs; i++) enum_type(w, f->arg[i]->v.type);
        IR_FOREACH_BLOCK(bb, f) {
            IR_FOREACH_INST(i, bb) enum_inst(w, i);
        }
    }
}

void bw_enumerate(Bw *w) {
    IrModule *m = w->m;
    map_init(&w->type_id, &w->a);
    map_init(&w->value_id, &w->a);
    map_init(&w->set_id, &w->a);
    map_init(&w->comdat_no, &w->a);
    map_init(&w->list_id, &w->a);
    map_init(&w->md_id, &w->a);
    map_init(&w->string_id, &w->a);
    bw_kind(w, atom_cstr(w->ctx, "dbg")); // 0
    for (uint32_t i = 0; i < m->named_types.n; i++) {
        IrType *t = m->named_types.at[i];
        for (uint64_t k = 0; k < t->n; k++) enum_type(w, t->sub[k]);
        set_id(&w->type_id, t, w->types.n);
        vec_push(&w->a, &w->types, t);
    }
    for (uint32_t i = 0; i < m->vars.n; i++) enum_global(w, m->vars.at[i]);
    IR_FOREACH_FUNC(f, m) enum_global(w, &f->g);
    for (int k = IR_C_ALIAS; k <= IR_C_IFUNC; k++) {
        for (uint32_t i = 0; i < m->aliases.n; i++) {
            if (m->aliases.at[i]->v.kind == k) enum_global(w, m->aliases.at[i]);
        }
    }
    enum_type(w, m->ty_metadata);
    enum_bodies(w);
    forget_fresh(w);
    for (uint32_t i = 0; i < w->values.n; i++) {
        IrGlobal *g = (IrGlobal *)w->values.at[i];
        if (g->init) enum_const(w, &g->init->v);
        IrFunc *f = ir_as_func(&g->v);
        IrConst *own[] = {f ? f->prefix : NULL, f ? f->prologue : NULL, f ? f->personality : NULL};
        for (size_t k = 0; k < CU_COUNT(own); k++) {
            if (own[k]) enum_const(w, &own[k]->v);
        }
        enum_attached(w, g->md);
    }
    for (uint32_t i = 0; i < m->nnamed_md; i++) {
        for (uint32_t k = 0; k < m->named_md_[i].ops.n; k++) {
            enum_md(w, m->named_md_[i].ops.at[k]);
        }
    }
    for (uint32_t i = 0; i < w->md_values.n; i++) { // those that were met in bodies
        enum_const(w, w->md_values.at[i]->value);
    }
    w->nglobals = w->values.n;
    number_fresh(w);
    number_md(w);
    w->nmodule = w->values.n;
}

// ---- a function ----

void bw_function_begin(Bw *w, IrFunc *f) {
    w->inst_id = arena_array(&w->a, uint32_t, f->nvalues);
    w->block_id = arena_array(&w->a, uint32_t, f->nblockids);
    for (uint32_t i = 0; i < f->nargs; i++) {
        w->inst_id[f->arg[i]->v.id] = w->values.n;
        vec_push(&w->a, &w->values, &f->arg[i]->v);
    }
    w->first_const = w->values.n;
    uint32_t nblocks = 0;
    IR_FOREACH_BLOCK(bb, f) {
        w->block_id[bb->v.id] = nblocks++;
        IR_FOREACH_INST(i, bb) {
            for (uint32_t k = 0; k < i->nops; k++) {
                if (ir_op(i, k)->kind != IR_V_BLOCK) enum_const(w, ir_op(i, k));
            }
            if (i->v.op == IR_SHUFFLEVECTOR) enum_const(w, &bw_mask(w, i)->v);
        }
    }
    number_fresh(w);
    uint32_t id = w->values.n;
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.type->kind != IR_TY_VOID) w->inst_id[i->v.id] = id++;
        }
    }
}

void bw_function_end(Bw *w) {
    for (uint32_t i = w->first_const; i < w->values.n; i++) {
        map_put(&w->value_id, (uintptr_t)w->values.at[i], NULL);
    }
    w->values.n = w->nmodule;
}

uint32_t bw_value(Bw *w, const IrValue *v) {
    if (v->kind == IR_V_ARG || v->kind == IR_V_INST) return w->inst_id[v->id];
    if (v->kind == IR_V_MD) return (uint32_t)bw_md(w, ((const IrMdValue *)v)->md) - 1;
    uint32_t id = id_of(&w->value_id, spelled(w, (IrValue *)(uintptr_t)v));
    CU_ASSERT(w->ctx, id);
    return id - 1;
}
