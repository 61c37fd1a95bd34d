// SPDX-License-Identifier: Apache-2.0
// Which types, values, attributes and metadata a module has, and their ids.
#include "ir/bitwrite_int.h"

#include <stdlib.h>

static uint32_t id_of(const Map *map, const void *p) { // id + 1
    return (uint32_t)(uintptr_t)map_get(map, (uintptr_t)p);
}

static void set_id(Map *map, const void *p, uint32_t id) {
    map_put(map, (uintptr_t)p, (void *)(uintptr_t)(id + 1));
}

// Types and constants are walked by recursion: the caller counts `level` down again.
static void deeper(Bw *bw) {
    if (++bw->level > 4000) cu_fatal(bw->ctx, "nested too deeply for bitcode");
}

// ---- types ----

// Gives the type and what it contains ids, contained ones first, except named structures.
static void enum_type(Bw *bw, IrType *used) {
    if (id_of(&bw->type_id, used)) return;
    // in the order of the module, and referred to in advance: bw_enumerate
    if (used->kind == IR_TY_STRUCT && used->name) return;
    deeper(bw);
    if (used->elem) enum_type(bw, used->elem);
    if (used->kind == IR_TY_PTR && !used->elem && bw->old) enum_type(bw, bw->m->ty_i8);
    if (is_any_of(used->kind, IR_TY_STRUCT, IR_TY_FUNC)) {
        for (uint64_t i = 0; i < used->n; i++) enum_type(bw, used->sub[i]);
    }
    bw->level--;
    set_id(&bw->type_id, used, bw->types.n);
    vec_push(&bw->a, &bw->types, used);
}

uint32_t bw_type(Bw *bw, IrType *used) {
    uint32_t id = id_of(&bw->type_id, used);
    CU_ASSERT(bw->ctx, id);
    return id - 1;
}

// The type under which a value stands in a block of constants.
IrType *bw_value_type(Bw *bw, const IrValue *used) {
    return used->kind == IR_V_ASM && !bw->old ? bw->m->ty_ptr : used->type;
}

// ---- attributes ----

// Types in attributes (byval and its like).
static void attr_types(Bw *bw, const IrAttrSet *attrs) {
    for (uint32_t i = 0; attrs && i < attrs->nval; i++) {
        bool ty = ir_attr_form[attrs->val[i].attr] == IR_ATTR_TY;
        if (ty && attrs->val[i].type) enum_type(bw, attrs->val[i].type);
    }
}

enum { NOTHING = UINT32_MAX };

// Adds the group of a set at a place to the list, made if need be. A set of which nothing can be
// written (attributes that the dialect lacks) has none.
static void group(Bw *bw, BwList *into, const IrAttrSet *attrs, uint32_t place) {
    if (!attrs) return;
    uint64_t key = (uint64_t)attrs->id << 32 | place; // a set's id is dense in its module
    uintptr_t *slot = (uintptr_t *)map_slot(&bw->set_id, key);
    if (!*slot) {
        uint32_t before = bw->r.n;
        attr_types(bw, attrs);
        bw_group(bw, attrs);
        bool some = bw->r.n > before; // of it can be written
        bw->r.n = before;
        if (some) vec_push(&bw->a, &bw->groups, ((BwGroup){attrs, place}));
        *slot = some ? bw->groups.n : NOTHING;
    }
    if (*slot != NOTHING) vec_push(&bw->a, into, (uint32_t)*slot);
}

// The id + 1 of a list of attributes, 0 for the empty one. Equal lists are one.
static uint32_t enum_attrs(Bw *bw, const IrAttrList *used) {
    BwList bw_list = {0};
    group(bw, &bw_list, used->ret, 0);
    for (uint32_t i = 0; i < used->n; i++) group(bw, &bw_list, used->param[i], i + 1);
    group(bw, &bw_list, used->fn, UINT32_MAX);
    if (!bw_list.n) return 0;
    uint64_t h = hash_bytes(bw_list.at, bw_list.n * sizeof *bw_list.at, bw_list.n);
    for (;; h++) { // equal hashes of different lists are told apart by the next key
        uintptr_t *slot = (uintptr_t *)map_slot(&bw->list_id, h);
        if (!*slot) {
            vec_push(&bw->a, &bw->lists, bw_list);
            *slot = bw->lists.n;
            return bw->lists.n;
        }
        const BwList *y = &bw->lists.at[*slot - 1];
        if (y->n == bw_list.n && !memcmp(bw_list.at, y->at, bw_list.n * sizeof *bw_list.at))
            return (uint32_t)*slot;
    }
}

uint32_t bw_attrs(Bw *bw, const IrAttrList *l) {
    return enum_attrs(bw, l); // met before: enumeration has seen every list
}

// ---- constants ----

// The mask of a shuffle as a constant vector of i32.
IrConst *bw_mask(Bw *bw, const IrInst *shuffle) {
    IrType *type = ir_ty_with_shape(bw->m, bw->m->ty_i32, shuffle->v.type);
    if (type->scalable) { // zero or nothing
        return shuffle->mask[0] < 0 ? ir_poison(bw->m, type) : ir_null(bw->m, type);
    }
    IrConst *none = bw->old ? ir_undef(bw->m, type->elem) : ir_poison(bw->m, type->elem);
    ArenaMark mark = arena_mark(&bw->a);
    IrConst **e = arena_array(&bw->a, IrConst *, shuffle->nidx);
    for (uint32_t k = 0; k < shuffle->nidx; k++) {
        e[k] = shuffle->mask[k] < 0 ? none : ir_int(type->elem, (uint32_t)shuffle->mask[k]);
    }
    IrConst *c = ir_agg(bw->m, type, shuffle->nidx, e);
    arena_reset(&bw->a, mark);
    return c;
}

static bool has_id(const IrValue *value) { // numbered among the constants
    return value->kind == IR_V_ASM || (value->kind >= IR_C_INT && value->kind < IR_C_VAR);
}

// LLVM has the splat of a scalable vector as two operations on constants.
// What is named no more but by metadata or an address of it: poison, and LLVM's word for blocks.
static IrValue *spelled(Bw *bw, IrValue *used) {
    if (used->kind >= IR_C_VAR && ((IrGlobal *)used)->dead) return &ir_poison(bw->m, used->type)->v;
    if (used->kind == IR_C_BLOCKADDR && ir_block_gone((IrConst *)used))
        return &ir_no_block(bw->m, used->type)->v;
    bool splat = ir_ty_is_vec(used->type) && used->type->scalable &&
                 is_any_of(used->kind, IR_C_AGG, IR_C_DATA);
    IrConst *e = splat ? ir_elem(bw->m, (IrConst *)used, 0) : NULL;
    if (!e) return used;
    IrType *t = used->type;
    IrConst *none = ir_poison(bw->m, t), *in[3] = {none, e, ir_int(bw->m->ty_i64, 0)};
    IrConst *one = ir_cexpr_raw(bw->m, IR_INSERTELEMENT, t, 3, in, 0);
    IrConst *sh[3] = {one, none, ir_null(bw->m, ir_ty_with_shape(bw->m, bw->m->ty_i32, t))};
    return &ir_cexpr_raw(bw->m, IR_SHUFFLEVECTOR, t, 3, sh, 0)->v;
}

// Notes a constant, its operands first; `value_id` holds 1 for "seen" until ids are given. Metadata
// and blocks are no constants here; globals have their ids already.
static void enum_const(Bw *bw, IrValue *used) {
    used = spelled(bw, used);
    if (!has_id(used) || id_of(&bw->value_id, used)) return;
    enum_type(bw, bw_value_type(bw, used));
    if (used->kind == IR_V_ASM) enum_type(bw, used->type);
    const IrConst *c = (const IrConst *)used;
    if (used->kind >= IR_C_AGG && used->kind < IR_C_VAR) {
        deeper(bw);
        for (uint32_t i = 0; i < c->n; i++) enum_const(bw, &c->elem[i]->v);
        if (used->kind == IR_C_EXPR && c->aty) enum_type(bw, c->aty);
        bw->level--;
    }
    set_id(&bw->value_id, used, 0);
    vec_push(&bw->a, &bw->fresh, used);
}

static int compare(const void *x, const void *y) {
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return cu_order(a, b);
}

// Gives the constants noted their ids, grouped by type and integers first (indices of constant
// address computations must be known when those are read).
static void number_fresh(Bw *bw) {
    uint32_t n = bw->fresh.n;
    uint64_t *key = arena_array(&bw->a, uint64_t, n);
    for (uint32_t i = 0; i < n; i++) {
        IrType *t = bw_value_type(bw, bw->fresh.at[i]);
        uint64_t other = t->kind != IR_TY_INT;
        key[i] = other << 63 | (uint64_t)bw_type(bw, t) << 32 | i;
    }
    if (n) qsort(key, n, sizeof *key, compare);
    for (uint32_t i = 0; i < n; i++) {
        IrValue *v = bw->fresh.at[(uint32_t)key[i]];
        set_id(&bw->value_id, v, bw->values.n);
        vec_push(&bw->a, &bw->values, v);
    }
    bw->fresh.n = 0;
}

// The constants noted are not the module's own: functions number theirs themselves.
static void forget_fresh(Bw *bw) {
    for (uint32_t i = 0; i < bw->fresh.n; i++)
        map_put(&bw->value_id, (uintptr_t)bw->fresh.at[i], NULL);
    bw->fresh.n = 0;
}

// ---- metadata ----

// Gives a metadata string its id.
static void note_string(Bw *bw, Atom s) {
    uintptr_t *slot = (uintptr_t *)map_slot(&bw->string_id, (uint64_t)s + 1);
    if (*slot) return;
    vec_push(&bw->a, &bw->strings, s);
    *slot = bw->strings.n;
}

// Whether the node is new and so to be walked; false for null, strings and what is known.
static bool note(Bw *bw, IrMd *used) {
    if (!used) return false;
    if (used->kind == IR_MD_STRING) {
        note_string(bw, used->text);
        return false;
    }
    uintptr_t *slot = (uintptr_t *)map_slot(&bw->md_id, (uintptr_t)used);
    if (*slot) return false;
    *slot = UINT32_MAX;
    return true;
}

static void operand(Bw *bw, IrMd *used) {
    if (note(bw, used)) vec_push(&bw->a, &bw->md_work, used);
}

// The values and nodes that a root reaches: values get their ids before all nodes.
static void enum_md(Bw *bw, IrMd *root) {
    operand(bw, root);
    while (bw->md_work.n) {
        IrMd *d = vec_pop(&bw->md_work);
        if (d->kind == IR_MD_VALUE) {
            enum_const(bw, d->value);
            enum_type(bw, d->value->type);
            vec_push(&bw->a, &bw->md_values, d);
        } else {
            vec_push(&bw->a, &bw->md_nodes, d);
            bw_md_operands(bw, d, operand, note_string);
        }
    }
}

// LLVM's order: strings, values, nodes.
static void number_md(Bw *bw) {
    uint32_t id = bw->strings.n;
    for (uint32_t i = 0; i < bw->md_values.n; i++) set_id(&bw->md_id, bw->md_values.at[i], id++);
    for (uint32_t i = 0; i < bw->md_nodes.n; i++) set_id(&bw->md_id, bw->md_nodes.at[i], id++);
}

// Id + 1.
uint64_t bw_md_string(Bw *bw, Atom s) {
    return (uint64_t)(uintptr_t)map_get(&bw->string_id, (uint64_t)s + 1);
}

uint64_t bw_md(Bw *bw, const IrMd *used) {
    if (!used) return 0;
    return used->kind == IR_MD_STRING ? bw_md_string(bw, used->text) : id_of(&bw->md_id, used);
}

// The id of a kind of attachment, in the order in which they are met.
uint32_t bw_kind(Bw *bw, Atom kind) {
    uint32_t i = 0;
    while (i < bw->kinds.n && bw->kinds.at[i] != kind) i++;
    if (i == bw->kinds.n) vec_push(&bw->a, &bw->kinds, kind);
    return i;
}

// As bw_kind, for operand bundles.
uint32_t bw_bundle_tag(Bw *bw, Atom tag) {
    uint32_t i = 0;
    while (i < bw->bundle_tags.n && bw->bundle_tags.at[i] != tag) i++;
    if (i == bw->bundle_tags.n) vec_push(&bw->a, &bw->bundle_tags, tag);
    return i;
}

static void enum_attached(Bw *bw, const IrMdAttach *a) {
    for (; a; a = a->next) {
        bw_kind(bw, a->kind);
        enum_md(bw, a->md);
    }
}

// ---- the module ----

IrValue *bw_recorded(Bw *bw, const IrRecord *written) {
    if (bw->old || !written->loc) return NULL;
    IrValue *value = written->n == 1 ? written->use[0].value : NULL;
    IrType *type = written->n == 1 ? written->use[0].type : bw->m->ty_i1;
    return value ? value : &ir_poison(bw->m, type)->v;
}

// The nodes of a record, its location among them.
static void enum_record(Bw *bw, const IrRecord *written) {
    IrValue *value = bw_recorded(bw, written);
    if (!value) return;
    enum_type(bw, value->type);
    enum_const(bw, value);
    enum_md(bw, written->var);
    enum_md(bw, ir_record_expression(bw->m, written));
    enum_md(bw, written->loc);
}

// Everything that an instruction names: types, constants, attributes, metadata.
static void enum_inst(Bw *bw, IrInst *user) {
    enum_type(bw, user->v.type);
    if (is_any_of(user->v.op, IR_ALLOCA, IR_GEP) || user->call) {
        enum_type(bw, user->aty);
    }
    for (uint32_t k = 0; k < user->nops; k++) {
        IrValue *v = ir_op(user, k);
        if (v->kind == IR_V_MD) {
            enum_md(bw, ((IrMdValue *)v)->md);
        } else if (v->kind != IR_V_BLOCK) {
            enum_type(bw, v->type);
            enum_const(bw, v);
        }
    }
    if (user->v.op == IR_SHUFFLEVECTOR) enum_const(bw, &bw_mask(bw, user)->v);
    if (user->call) enum_attrs(bw, &user->call->attrs);
    for (uint32_t k = 0; user->call && k < user->call->nbundles; k++) {
        bw_bundle_tag(bw, user->call->bundle[k].tag);
    }
    enum_attached(bw, user->md);
    IR_FOREACH_RECORD(r, user->records) enum_record(bw, r);
    // the location itself is written in the function's block, its nodes are not
    if (user->dbg) {
        enum_md(bw, user->dbg->scope);
        enum_md(bw, user->dbg->inlined_at);
    }
}

// Globals have the first value ids.
static void enum_global(Bw *bw, IrGlobal *written) {
    set_id(&bw->value_id, written, bw->values.n);
    vec_push(&bw->a, &bw->values, &written->v);
    enum_type(bw, written->vty);
    enum_type(bw, written->v.type);
    if (written->v.kind == IR_C_FUNC) {
        enum_attrs(bw, &((IrFunc *)written)->attrs);
    } else if (written->attrs) {
        enum_attrs(bw, &(IrAttrList){.fn = written->attrs});
    }
}

// The constants that only bodies use: noted for their types, numbered in each function.
static void enum_bodies(Bw *bw) {
    IR_FOREACH_FUNC(f, bw->m) {
        for (uint32_t i = 0; i < f->nargs; i++) enum_type(bw, f->arg[i]->v.type);
        IR_FOREACH_BLOCK(bb, f) {
            IR_FOREACH_INST(i, bb) enum_inst(bw, i);
        }
    }
}

// The order of the ids is that of LLVM's writer: types as they are met, globals, constants of the
// module, then metadata. Nothing may be met later that has no id here.
void bw_enumerate(Bw *bw) {
    IrModule *module = bw->m;
    map_init(&bw->type_id, &bw->a);
    map_init(&bw->value_id, &bw->a);
    map_init(&bw->set_id, &bw->a);
    map_init(&bw->comdat_no, &bw->a);
    map_init(&bw->list_id, &bw->a);
    map_init(&bw->md_id, &bw->a);
    map_init(&bw->string_id, &bw->a);
    bw_kind(bw, atom_cstr(bw->ctx, "dbg")); // 0
    // named structures keep the module's order, whatever refers to them
    for (uint32_t i = 0; i < module->named_types.n; i++) {
        IrType *t = module->named_types.at[i];
        for (uint64_t k = 0; k < t->n; k++) enum_type(bw, t->sub[k]);
        set_id(&bw->type_id, t, bw->types.n);
        vec_push(&bw->a, &bw->types, t);
    }
    for (uint32_t i = 0; i < module->vars.n; i++) enum_global(bw, module->vars.at[i]);
    IR_FOREACH_FUNC(f, module) enum_global(bw, &f->g);
    for (int k = IR_C_ALIAS; k <= IR_C_IFUNC; k++) {
        for (uint32_t i = 0; i < module->aliases.n; i++) {
            if (module->aliases.at[i]->v.kind == k) enum_global(bw, module->aliases.at[i]);
        }
    }
    // of operands that are metadata
    enum_type(bw, module->ty_metadata);
    enum_bodies(bw);
    forget_fresh(bw);
    // only globals so far
    for (uint32_t i = 0; i < bw->values.n; i++) {
        IrGlobal *g = (IrGlobal *)bw->values.at[i];
        if (g->init) enum_const(bw, &g->init->v);
        IrFunc *f = ir_as_func(&g->v);
        IrConst *own[] = {f ? f->prefix : NULL, f ? f->prologue : NULL, f ? f->personality : NULL};
        for (size_t k = 0; k < CU_COUNT(own); k++) {
            if (own[k]) enum_const(bw, &own[k]->v);
        }
        enum_attached(bw, g->md);
    }
    for (uint32_t i = 0; i < module->nnamed_md; i++) {
        for (uint32_t k = 0; k < module->named_md_[i].ops.n; k++) {
            enum_md(bw, module->named_md_[i].ops.at[k]);
        }
    }
    for (uint32_t i = 0; i < bw->md_values.n; i++) { // those that were met in bodies
        enum_const(bw, bw->md_values.at[i]->value);
    }
    bw->nglobals = bw->values.n;
    number_fresh(bw);
    number_md(bw);
    bw->nmodule = bw->values.n;
}

// ---- a function ----

// Arguments, then the function's constants, then its instructions get ids behind the module's.
void bw_function_begin(Bw *bw, IrFunc *fn) {
    bw->inst_id = arena_array(&bw->a, uint32_t, fn->nvalues);
    bw->block_id = arena_array(&bw->a, uint32_t, fn->nblockids);
    for (uint32_t i = 0; i < fn->nargs; i++) {
        bw->inst_id[fn->arg[i]->v.id] = bw->values.n;
        vec_push(&bw->a, &bw->values, &fn->arg[i]->v);
    }
    bw->first_const = bw->values.n;
    uint32_t nblocks = 0;
    IR_FOREACH_BLOCK(bb, fn) {
        bw->block_id[bb->v.id] = nblocks++;
        IR_FOREACH_INST(i, bb) {
            for (uint32_t k = 0; k < i->nops; k++) {
                if (ir_op(i, k)->kind != IR_V_BLOCK) enum_const(bw, ir_op(i, k));
            }
            if (i->v.op == IR_SHUFFLEVECTOR) enum_const(bw, &bw_mask(bw, i)->v);
            IR_FOREACH_RECORD(r, i->records) {
                IrValue *value = bw_recorded(bw, r);
                if (value) enum_const(bw, value);
            }
        }
    }
    // behind the arguments, before what instructions define
    number_fresh(bw);
    uint32_t id = bw->values.n;
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.type->kind != IR_TY_VOID) bw->inst_id[i->v.id] = id++;
        }
    }
}

// The function's ids are free again.
void bw_function_end(Bw *bw) {
    for (uint32_t i = bw->first_const; i < bw->values.n; i++) {
        map_put(&bw->value_id, (uintptr_t)bw->values.at[i], NULL);
    }
    bw->values.n = bw->nmodule;
}

// The value's id. It must have been met by bw_enumerate or bw_function_begin.
uint32_t bw_value(Bw *bw, const IrValue *used) {
    if (is_any_of(used->kind, IR_V_ARG, IR_V_INST)) return bw->inst_id[used->id];
    if (used->kind == IR_V_MD) return (uint32_t)bw_md(bw, ((const IrMdValue *)used)->md) - 1;
    uint32_t id = id_of(&bw->value_id, spelled(bw, (IrValue *)(uintptr_t)used));
    CU_ASSERT(bw->ctx, id);
    return id - 1;
}
