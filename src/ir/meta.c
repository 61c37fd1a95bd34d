// SPDX-License-Identifier: Apache-2.0
// Metadata: strings, values, nodes, locations and debug-info nodes. All but distinct ones are
// uniqued when made here; the readers make nodes by number, which need no uniquing to mean the
// same.
#include "ir/ir_int.h"

// Operands by their addresses: equal metadata has the same ones.
static uint64_t md_hash(const IrMd *md) {
    uint64_t h = hash_mix(md->kind, md->n);
    switch (md->kind) {
    case IR_MD_STRING: return hash_mix(h, md->text);
    case IR_MD_VALUE: return hash_mix(h, (uintptr_t)md->value);
    case IR_MD_NODE:
        for (uint32_t i = 0; i < md->n; i++) h = hash_mix(h, (uintptr_t)md->op[i]);
        return h;
    case IR_MD_LOC:
        h = hash_mix(h, (uint64_t)md->line << 32 | md->column);
        return hash_mix(hash_mix(h, (uintptr_t)md->scope), (uintptr_t)md->inlined_at);
    default:
        h = hash_mix(h, md->text);
        for (uint32_t i = 0; i < md->n; i++) {
            h = hash_mix(hash_mix(h, md->field[i].key), (uint64_t)md->field[i].num);
        }
        return h;
    }
}

// Field by field; `num` covers the union.
static bool fields_eq(const IrMd *md, const IrMd *node) {
    if (md->text != node->text) return false;
    for (uint32_t i = 0; i < md->n; i++) {
        const IrDiField *x = &md->field[i], *y = &node->field[i];
        if (x->key != y->key || x->kind != y->kind || x->num != y->num) return false;
    }
    return true;
}

// Whether two nodes are the same when neither is distinct.
static bool md_eq(const void *key, const void *item) {
    const IrMd *md = key, *node = item;
    if (md->kind != node->kind || md->n != node->n) return false;
    switch (md->kind) {
    case IR_MD_STRING: return md->text == node->text;
    case IR_MD_VALUE: return md->value == node->value;
    case IR_MD_NODE: return memcmp(md->op, node->op, md->n * sizeof(IrMd *)) == 0;
    case IR_MD_LOC:
        return md->line == node->line && md->column == node->column && md->scope == node->scope &&
               md->inlined_at == node->inlined_at;
    default: return fields_eq(md, node);
    }
}

// A copy of `key` with arrays of its own. The lock is held.
static IrMd *md_make(IrModule *module, const IrMd *key) {
    IrMd *d = arena_copy(&module->arena, key, sizeof *key, sizeof(void *));
    d->id = module->intern->nmds++;
    if (d->kind == IR_MD_NODE) {
        d->op = arena_copy(&module->arena, key->op, key->n * sizeof(IrMd *), sizeof(void *));
    } else if (d->kind == IR_MD_DI) {
        d->field =
            arena_copy(&module->arena, key->field, key->n * sizeof(IrDiField), sizeof(void *));
    }
    return d;
}

// The one node that equals `key`, made if need be.
static IrMd *intern(IrModule *module, const IrMd *key) {
    uint64_t h = md_hash(key);
    IrMd *d = cons_find(&module->intern->mds, h, md_eq, key);
    if (d) return d;
    ir_lock(module);
    d = cons_find(&module->intern->mds, h, md_eq, key); // made by another thread meanwhile?
    if (!d) {
        d = md_make(module, key);
        cons_add(&module->intern->mds, h, d);
    }
    ir_unlock(module);
    return d;
}

IrMd *ir_md_string(IrModule *module, const char *s, size_t n) {
    Atom text = atom_intern(module->ctx, s, n);
    return intern(module, &(IrMd){.kind = IR_MD_STRING, .text = text});
}

IrMd *ir_md_value(IrModule *module, IrConst *constant) {
    return intern(module, &(IrMd){.kind = IR_MD_VALUE, .value = &constant->v});
}

IrMd *ir_md_int(IrModule *module, uint32_t v) {
    return ir_md_value(module, ir_int(module->ty_i32, v));
}

// An empty list has operands too, as far as memcmp is concerned.
IrMd *ir_md_node(IrModule *module, uint32_t n, IrMd *const *op) {
    IrMd *none[1] = {NULL};
    IrMd key = {.kind = IR_MD_NODE, .n = n};
    key.op = n ? (IrMd **)(uintptr_t)op : none;
    return intern(module, &key);
}

// Like no other, whatever its operands are.
IrMd *ir_md_distinct(IrModule *module, uint32_t n, IrMd *const *op) {
    IrMd *none[1] = {NULL};
    IrMd key = {.kind = IR_MD_NODE, .n = n, .distinct = true};
    key.op = n ? (IrMd **)(uintptr_t)op : none;
    ir_lock(module);
    IrMd *d = md_make(module, &key);
    ir_unlock(module);
    return d;
}

// A location without scope is none: the caller has one.
IrMd *ir_md_loc(IrModule *module, uint32_t line, uint32_t col, IrMd *scope, IrMd *inlined_at) {
    IrMd key = {.kind = IR_MD_LOC, .line = line, .column = col};
    key.scope = scope;
    key.inlined_at = inlined_at;
    return intern(module, &key);
}

// Never shared, whatever else is like it.
IrMd *ir_md_loc_distinct(IrModule *module, const IrMd *like) {
    IrMd key = *like;
    key.distinct = true;
    ir_lock(module);
    IrMd *d = md_make(module, &key);
    ir_unlock(module);
    return d;
}

// `fields` is copied.
IrMd *ir_md_di(IrModule *module, const char *tag, bool distinct, uint32_t n,
               const IrDiField *fields) {
    IrMd key = {.kind = IR_MD_DI, .distinct = distinct, .n = n};
    key.text = atom_cstr(module->ctx, tag);
    key.field = (IrDiField *)(uintptr_t)fields;
    if (!distinct) return intern(module, &key);
    ir_lock(module);
    IrMd *d = md_make(module, &key);
    ir_unlock(module);
    return d;
}

// NULL for what is no node of debug information, too.
const IrDiField *ir_md_field(const IrMd *di, Atom key) {
    if (!di || di->kind != IR_MD_DI) return NULL;
    for (uint32_t i = 0; i < di->n; i++) {
        if (di->field[i].key == key) return &di->field[i];
    }
    return NULL;
}

static const IrDiField *field_of_kind(Ctx *ctx, const IrMd *di, const char *key, IrDiKind kind) {
    const IrDiField *field = ir_md_field(di, atom_cstr(ctx, key));
    return field && field->kind == kind ? field : NULL;
}

const IrMd *ir_di_node(Ctx *ctx, const IrMd *di, const char *key) {
    const IrDiField *field = field_of_kind(ctx, di, key, IR_DI_MD);
    return field ? field->md : NULL;
}

Atom ir_di_text(Ctx *ctx, const IrMd *di, const char *key) {
    const IrDiField *field = field_of_kind(ctx, di, key, IR_DI_STRING);
    return field ? field->text : 0;
}

uint64_t ir_di_number(Ctx *ctx, const IrMd *di, const char *key) {
    const IrDiField *field = ir_md_field(di, atom_cstr(ctx, key));
    return field && is_any_of(field->kind, IR_DI_INT, IR_DI_UINT) ? (uint64_t)field->num : 0;
}

bool ir_di_is(Ctx *ctx, const IrMd *asked, const char *tag) {
    return asked && asked->kind == IR_MD_DI && asked->text == atom_cstr(ctx, tag);
}

// ---- named metadata and attachments ----

// The place of a name, or their number. There are few.
static uint32_t find_named(const IrModule *module, Atom name) {
    uint32_t i = 0;
    while (i < module->nnamed_md && module->named_md_[i].name != name) i++;
    return i;
}

// NULL makes the name alone.
void ir_named_md_add(IrModule *module, Atom name, IrMd *op) {
    uint32_t i = find_named(module, name);
    if (i == module->nnamed_md) {
        if (i == module->cap_named_md) {
            module->named_md_ = vec_grow_(&module->arena, module->named_md_, i,
                                          &module->cap_named_md, sizeof *module->named_md_, i + 1);
        }
        memset(&module->named_md_[i], 0, sizeof *module->named_md_);
        module->named_md_[i].name = name;
        module->nnamed_md++;
    }
    if (op) vec_push(&module->arena, &module->named_md_[i].ops, op);
}

uint32_t ir_named_md_n(const IrModule *module, Atom name) {
    uint32_t i = find_named(module, name);
    return i == module->nnamed_md ? 0 : module->named_md_[i].ops.n;
}

IrMd *ir_named_md_get(const IrModule *module, Atom name, uint32_t k) {
    uint32_t i = find_named(module, name);
    if (i == module->nnamed_md || k >= module->named_md_[i].ops.n) return NULL;
    return module->named_md_[i].ops.at[k];
}

void ir_module_flag(IrModule *module, uint32_t behaviour, const char *key, IrConst *value) {
    IrMd *op[3] = {ir_md_int(module, behaviour), ir_md_string(module, key, strlen(key)),
                   ir_md_value(module, value)};
    ir_named_md_add(module, atom_cstr(module->ctx, "llvm.module.flags"), ir_md_node(module, 3, op));
}

static IrMd *attach_get(const IrMdAttach *a, Atom kind) {
    while (a && a->kind != kind) a = a->next;
    return a ? a->md : NULL;
}

// NULL takes the attachment off; otherwise there is one of a kind.
static void attach_set(Arena *arena, IrMdAttach **list, Atom kind, IrMd *attached) {
    while (*list && (*list)->kind != kind) list = &(*list)->next;
    if (*list && !attached) {
        *list = (*list)->next;
    } else if (*list) {
        (*list)->md = attached;
    } else if (attached) {
        *list = arena_new(arena, IrMdAttach);
        (*list)->kind = kind;
        (*list)->md = attached;
    }
}

IrMd *ir_get_md(const IrInst *inst, Atom kind) {
    return attach_get(inst->md, kind);
}

void ir_set_md(IrInst *inst, Atom kind, IrMd *attached) {
    attach_set(inst->block->fn->arena, &inst->md, kind, attached);
}

void ir_global_set_md(IrGlobal *global, Atom kind, IrMd *attached) {
    attach_set(&global->m->arena, &global->md, kind, attached);
}

IrMd *ir_global_get_md(const IrGlobal *global, Atom kind) {
    return attach_get(global->md, kind);
}
