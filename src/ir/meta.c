// SPDX-License-Identifier: Apache-2.0
// Metadata: strings, values, nodes, locations and debug-info nodes. All but distinct ones are
// uniqued when made here; the readers make nodes by number, which need no uniquing to mean the
// same.
#include "ir/ir_int.h"

static uint64_t md_hash(const IrMd *d) {
    uint64_t h = hash_mix(d->kind, d->n);
    switch (d->kind) {
    case IR_MD_STRING: return hash_mix(h, d->text);
    case IR_MD_VALUE: return hash_mix(h, (uintptr_t)d->value);
    case IR_MD_NODE:
        for (uint32_t i = 0; i < d->n; i++) h = hash_mix(h, (uintptr_t)d->op[i]);
        return h;
    case IR_MD_LOC:
        h = hash_mix(h, (uint64_t)d->line << 32 | d->column);
        return hash_mix(hash_mix(h, (uintptr_t)d->scope), (uintptr_t)d->inlined_at);
    default:
        h = hash_mix(h, d->text);
        for (uint32_t i = 0; i < d->n; i++) {
            h = hash_mix(hash_mix(h, d->field[i].key), (uint64_t)d->field[i].num);
        }
        return h;
    }
}

static bool fields_eq(const IrMd *a, const IrMd *b) {
    if (a->text != b->text) return false;
    for (uint32_t i = 0; i < a->n; i++) {
        const IrDiField *x = &a->field[i], *y = &b->field[i];
        if (x->key != y->key || x->kind != y->kind || x->num != y->num) return false;
    }
    return true;
}

static bool md_eq(const void *key, const void *item) {
    const IrMd *a = key, *b = item;
    if (a->kind != b->kind || a->n != b->n) return false;
    switch (a->kind) {
    case IR_MD_STRING: return a->text == b->text;
    case IR_MD_VALUE: return a->value == b->value;
    case IR_MD_NODE: return memcmp(a->op, b->op, a->n * sizeof(IrMd *)) == 0;
    case IR_MD_LOC:
        return a->line == b->line && a->column == b->column && a->scope == b->scope &&
               a->inlined_at == b->inlined_at;
    default: return fields_eq(a, b);
    }
}

static IrMd *md_make(IrModule *m, const IrMd *key) {
    IrMd *d = arena_copy(&m->arena, key, sizeof *key, sizeof(void *));
    d->id = m->intern->nmds++;
    if (d->kind == IR_MD_NODE) {
        d->op = arena_copy(&m->arena, key->op, key->n * sizeof(IrMd *), sizeof(void *));
    } else if (d->kind == IR_MD_DI) {
        d->field = arena_copy(&m->arena, key->field, key->n * sizeof(IrDiField), sizeof(void *));
    }
    return d;
}

static IrMd *intern(IrModule *m, const IrMd *key) {
    uint64_t h = md_hash(key);
    IrMd *d = cons_find(&m->intern->mds, h, md_eq, key);
    if (d) return d;
    ir_lock(m);
    d = cons_find(&m->intern->mds, h, md_eq, key); // made by another thread meanwhile?
    if (!d) {
        d = md_make(m, key);
        cons_add(&m->intern->mds, h, d);
    }
    ir_unlock(m);
    return d;
}

IrMd *ir_md_string(IrModule *m, const char *s, size_t n) {
    Atom text = atom_intern(m->ctx, s, n);
    return intern(m, &(IrMd){.kind = IR_MD_STRING, .text = text});
}

IrMd *ir_md_value(IrModule *m, IrConst *c) {
    return intern(m, &(IrMd){.kind = IR_MD_VALUE, .value = &c->v});
}

IrMd *ir_md_int(IrModule *m, uint32_t v) {
    return ir_md_value(m, ir_int(m->ty_i32, v));
}

IrMd *ir_md_node(IrModule *m, uint32_t n, IrMd *const *op) {
    IrMd *none[1] = {NULL};
    IrMd key = {.kind = IR_MD_NODE, .n = n};
    key.op = n ? (IrMd **)(uintptr_t)op : none;
    return intern(m, &key);
}

IrMd *ir_md_distinct(IrModule *m, uint32_t n, IrMd *const *op) {
    IrMd *none[1] = {NULL};
    IrMd key = {.kind = IR_MD_NODE, .n = n, .distinct = true};
    key.op = n ? (IrMd **)(uintptr_t)op : none;
    ir_lock(m);
    IrMd *d = md_make(m, &key);
    ir_unlock(m);
    return d;
}

IrMd *ir_md_loc(IrModule *m, uint32_t line, uint32_t col, IrMd *scope, IrMd *inlined_at) {
    IrMd key = {.kind = IR_MD_LOC, .line = line, .column = col};
    key.scope = scope;
    key.inlined_at = inlined_at;
    return intern(m, &key);
}

IrMd *ir_md_loc_distinct(IrModule *m, const IrMd *like) {
    IrMd key = *like;
    key.distinct = true;
    ir_lock(m);
    IrMd *d = md_make(m, &key);
    ir_unlock(m);
    return d;
}

IrMd *ir_md_di(IrModule *m, const char *tag, bool distinct, uint32_t n, const IrDiField *field) {
    IrMd key = {.kind = IR_MD_DI, .distinct = distinct, .n = n};
    key.text = atom_cstr(m->ctx, tag);
    key.field = (IrDiField *)(uintptr_t)field;
    if (!distinct) return intern(m, &key);
    ir_lock(m);
    IrMd *d = md_make(m, &key);
    ir_unlock(m);
    return d;
}

const IrDiField *ir_md_field(const IrMd *di, Atom key) {
    if (!di || di->kind != IR_MD_DI) return NULL;
    for (uint32_t i = 0; i < di->n; i++) {
        if (di->field[i].key == key) return &di->field[i];
    }
    return NULL;
}

// ---- named metadata and attachments ----

static uint32_t find_named(const IrModule *m, Atom name) {
    uint32_t i = 0;
    while (i < m->nnamed_md && m->named_md_[i].name != name) i++;
    return i;
}

void ir_named_md_add(IrModule *m, Atom name, IrMd *op) {
    uint32_t i = find_named(m, name);
    if (i == m->nnamed_md) {
        if (i == m->cap_named_md) {
            m->named_md_ = vec_grow_(&m->arena, m->named_md_, i, &m->cap_named_md,
                                     sizeof *m->named_md_, i + 1);
        }
        memset(&m->named_md_[i], 0, sizeof *m->named_md_);
        m->named_md_[i].name = name;
        m->nnamed_md++;
    }
    if (op) vec_push(&m->arena, &m->named_md_[i].ops, op);
}

uint32_t ir_named_md_n(const IrModule *m, Atom name) {
    uint32_t i = find_named(m, name);
    return i == m->nnamed_md ? 0 : m->named_md_[i].ops.n;
}

IrMd *ir_named_md_get(const IrModule *m, Atom name, uint32_t k) {
    uint32_t i = find_named(m, name);
    return i == m->nnamed_md || k >= m->named_md_[i].ops.n ? NULL : m->named_md_[i].ops.at[k];
}

void ir_module_flag(IrModule *m, uint32_t behaviour, const char *key, IrConst *value) {
    IrMd *op[3] = {ir_md_int(m, behaviour), ir_md_string(m, key, strlen(key)),
                   ir_md_value(m, value)};
    ir_named_md_add(m, atom_cstr(m->ctx, "llvm.module.flags"), ir_md_node(m, 3, op));
}

static IrMd *attach_get(const IrMdAttach *a, Atom kind) {
    while (a && a->kind != kind) a = a->next;
    return a ? a->md : NULL;
}

static void attach_set(Arena *arena, IrMdAttach **list, Atom kind, IrMd *md) {
    while (*list && (*list)->kind != kind) list = &(*list)->next;
    if (*list && !md) {
        *list = (*list)->next;
    } else if (*list) {
        (*list)->md = md;
    } else if (md) {
        *list = arena_new(arena, IrMdAttach);
        (*list)->kind = kind;
        (*list)->md = md;
    }
}

IrMd *ir_get_md(const IrInst *i, Atom kind) {
    return attach_get(i->md, kind);
}

void ir_set_md(IrInst *i, Atom kind, IrMd *md) {
    attach_set(i->block->fn->arena, &i->md, kind, md);
}

void ir_global_set_md(IrGlobal *g, Atom kind, IrMd *md) {
    attach_set(&g->m->arena, &g->md, kind, md);
}

IrMd *ir_global_get_md(const IrGlobal *g, Atom kind) {
    return attach_get(g->md, kind);
}
