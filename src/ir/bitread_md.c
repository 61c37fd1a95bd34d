// SPDX-License-Identifier: Apache-2.0
// Metadata blocks of bitcode: strings, values, nodes, names, attachments. Nodes may refer to later
// ones; such a node is made empty and filled when its record comes.
#include "ir/bitread_int.h"

#include "ir/dwarf.h"

enum { UNDEFINED = UINT8_MAX }; // kind of a node that is not filled yet

static IrMd *shell(Bc *c) {
    IrMd *d = arena_new(&c->m->arena, IrMd);
    d->kind = UNDEFINED;
    d->id = c->m->intern->nmds++;
    return d;
}

IrMd *bc_md(Bc *c, uint64_t id) {
    // no more nodes than the input has bits for
    if (id >= c->b.nbytes * 4 + 64) return bc_fail(c, "metadata that does not exist");
    while (c->md.n <= id) vec_push(c->a, &c->md, ((BcMd){NULL, false}));
    BcMd *x = &c->md.at[id];
    if (!x->md) {
        x->md = shell(c);
        c->nmd_pending++;
    }
    return x->md;
}

// The next id is d's; `next` counts definitions, which come in order.
static bool define(Bc *c, IrMd *d) {
    uint32_t id = c->md_next++;
    while (c->md.n <= id) vec_push(c->a, &c->md, ((BcMd){NULL, false}));
    BcMd *x = &c->md.at[id];
    x->defined = true;
    if (!x->md) {
        x->md = d;
        return true;
    }
    c->nmd_pending--;
    uint32_t no = x->md->id; // others point at the shell
    *x->md = *d;
    x->md->id = no;
    return true;
}

static IrMd *fresh(Bc *c, IrMdKind kind, bool distinct) {
    IrMd *d = shell(c);
    d->kind = (uint8_t)kind;
    d->distinct = distinct;
    return d;
}

static IrMd *of_value(Bc *c, uint64_t id, IrType *t) { // also of arguments and instructions
    IrValue *v = bc_value(c, id, c->fn ? t : NULL);
    if (!v) return NULL;
    if (ir_is_const(v)) return ir_md_value(c->m, (IrConst *)v);
    IrMd *d = fresh(c, IR_MD_VALUE, false);
    d->value = v; // maybe a stand-in: bc_md_leave puts the value in its place
    vec_push(c->a, &c->local_md, ((struct BcLocal){d, id}));
    return d;
}

IrMd *bc_md_known(Bc *c, uint64_t id) {
    return id < c->md_next ? c->md.at[id].md : bc_fail(c, "metadata that does not exist");
}

// ---- records ----

static bool value(Bc *c, const Rec *r) {
    IrType *t = bc_type(c, rec(r, 0));
    if (!t || t->kind == IR_TY_METADATA || t->kind == IR_TY_VOID) {
        return bc_fail(c, "bad metadata value") != NULL;
    }
    IrMd *d = of_value(c, rec(r, 1), t);
    return d && define(c, d);
}

static bool node(Bc *c, const Rec *r, bool distinct) {
    IrMd *d = fresh(c, IR_MD_NODE, distinct);
    d->n = r->op.n;
    d->op = arena_array(&c->m->arena, IrMd *, d->n);
    for (uint32_t i = 0; i < d->n; i++) d->op[i] = bc_md_or_null(c, r->op.at[i]);
    return define(c, d) && !c->b.error;
}

// Before LLVM 3.6: pairs of a type and a value, metadata among the values.
static bool old_node(Bc *c, const Rec *r, bool local) {
    if (r->op.n % 2) return bc_fail(c, "bad metadata node") != NULL;
    if (local && r->op.n == 2) { // what LLVM has as a value now
        IrType *t = bc_type(c, rec(r, 0));
        if (!t) return false;
        if (t->kind != IR_TY_METADATA && t->kind != IR_TY_VOID) {
            IrMd *d = of_value(c, rec(r, 1), t);
            return d && define(c, d);
        }
    }
    IrMd *d = fresh(c, IR_MD_NODE, false);
    d->n = r->op.n / 2;
    d->op = arena_array(&c->m->arena, IrMd *, d->n);
    for (uint32_t i = 0; i < d->n; i++) {
        IrType *t = bc_type(c, rec(r, 2 * i));
        uint64_t id = rec(r, 2 * i + 1);
        if (!t) return false;
        if (t->kind == IR_TY_METADATA) {
            d->op[i] = bc_md(c, id);
        } else if (t->kind != IR_TY_VOID) {
            d->op[i] = of_value(c, id, t);
        }
    }
    return define(c, d) && !c->b.error;
}

static bool loc(Bc *c, const Rec *r) {
    if (r->op.n < 5) return bc_fail(c, "bad location") != NULL;
    IrMd *d = fresh(c, IR_MD_LOC, rec(r, 0) & 1);
    d->line = (uint32_t)rec(r, 1);
    d->column = (uint32_t)rec(r, 2);
    d->scope = bc_md(c, rec(r, 3));
    d->inlined_at = bc_md_or_null(c, rec(r, 4));
    return define(c, d) && !c->b.error;
}

static uint64_t blob_vbr6(const Rec *r, uint64_t *bit, uint64_t end, bool *ok) {
    uint64_t v = 0;
    for (uint32_t shift = 0; shift < 60; shift += 5) {
        uint64_t at = *bit >> 3;
        if (*bit + 6 > end) break;
        uint32_t w = (uint8_t)r->blob[at] |
                     (at + 1 < r->nblob ? (uint32_t)(uint8_t)r->blob[at + 1] << 8 : 0);
        w = w >> (*bit & 7) & 63;
        *bit += 6;
        v |= (uint64_t)(w & 31) << shift;
        if (!(w & 32)) return v;
    }
    *ok = false;
    return 0;
}

// [count, offset of the characters] blob of lengths and characters
static bool strings(Bc *c, const Rec *r) {
    uint64_t n = rec(r, 0), off = rec(r, 1), bit = 0;
    bool ok = r->blob && off <= r->nblob;
    for (uint64_t i = 0; ok && i < n; i++) {
        uint64_t len = blob_vbr6(r, &bit, rec(r, 1) * 8, &ok);
        ok = ok && len <= r->nblob - off;
        if (!ok) break;
        define(c, ir_md_string(c->m, (const char *)r->blob + off, len));
        off += len;
    }
    return ok || bc_fail(c, "bad metadata strings") != NULL;
}

static bool string_old(Bc *c, const Rec *r) {
    Atom a = bc_text(c, r, 0);
    return define(c, ir_md_string(c->m, atom_str(c->ctx, a), atom_len(c->ctx, a)));
}

static bool named(Bc *c, const Rec *r) {
    if (!c->md_name) return bc_fail(c, "named metadata without a name") != NULL;
    ir_named_md_add(c->m, c->md_name, NULL);
    for (uint32_t i = 0; i < r->op.n; i++) {
        IrMd *d = bc_md(c, r->op.at[i]);
        if (!d) return false;
        ir_named_md_add(c->m, c->md_name, d);
    }
    c->md_name = 0;
    return true;
}

Atom bc_kind(Bc *c, uint64_t id) {
    Atom a = (Atom)(uintptr_t)map_get(&c->kinds, id + 1);
    if (!a) bc_fail(c, "unknown kind of metadata");
    return a;
}

bool bc_metadata_kind(Bc *c, const Rec *r) {
    if (r->code != MDC_KIND) return true;
    if (r->op.n < 2) return bc_fail(c, "bad kind of metadata") != NULL;
    map_put(&c->kinds, rec(r, 0) + 1, (void *)(uintptr_t)bc_text(c, r, 1));
    return true;
}

static void attach(Arena *a, IrMdAttach **list, Atom kind, IrMd *md) {
    while (*list) list = &(*list)->next;
    *list = arena_new(a, IrMdAttach);
    (*list)->kind = kind;
    (*list)->md = md;
}

static bool global_attachment(Bc *c, const Rec *r) {
    uint64_t id = rec(r, 0);
    if (r->op.n % 2 == 0 || id >= c->by_id.n) return bc_fail(c, "bad attachment") != NULL;
    if (!c->by_id.at[id]) bc_later_make(c, (uint32_t)id);
    IrGlobal *g = c->by_id.at[id];
    if (!g) return false;
    for (uint32_t i = 1; i + 1 < r->op.n; i += 2) {
        Atom kind = bc_kind(c, rec(r, i));
        IrMd *d = bc_md(c, rec(r, i + 1));
        if (!kind || !d) return false;
        attach(&c->m->arena, &g->md, kind, d);
    }
    return true;
}

static bool arg_list(Bc *c, const Rec *r) {
    IrMd *d = fresh(c, IR_MD_DI, false);
    d->text = atom_cstr(c->ctx, "DIArgList");
    d->n = r->op.n;
    d->field = arena_array(&c->m->arena, IrDiField, d->n);
    for (uint32_t i = 0; i < d->n; i++) {
        d->field[i].kind = IR_DI_MD;
        d->field[i].md = bc_md(c, r->op.at[i]);
    }
    return define(c, d) && !c->b.error;
}

static bool record(Bc *c, const Rec *r) {
    bool named_next = c->md_name != 0;
    if (named_next && r->code != MDC_NAMED_NODE) {
        return bc_fail(c, "name of metadata without its node") != NULL;
    }
    switch (r->code) {
    case MDC_STRING_OLD: return string_old(c, r);
    case MDC_VALUE: return value(c, r);
    case MDC_NODE: return node(c, r, false);
    case MDC_DISTINCT_NODE: return node(c, r, true);
    case MDC_NAME: c->md_name = bc_text(c, r, 0); return true;
    case MDC_KIND: return bc_metadata_kind(c, r);
    case MDC_LOCATION: return loc(c, r);
    case MDC_OLD_NODE: return old_node(c, r, false);
    case MDC_OLD_FN_NODE: return old_node(c, r, true);
    case MDC_NAMED_NODE: return named(c, r);
    case MDC_STRINGS: return strings(c, r);
    case MDC_GLOBAL_ATTACHMENT: return global_attachment(c, r);
    case MDC_INDEX_OFFSET:
    case MDC_INDEX: return true; // where to find things: we read all
    case MDC_ARG_LIST: return arg_list(c, r);
    default: {
        IrMd *d = fresh(c, IR_MD_DI, false);
        return bc_md_di(c, r, d) && define(c, d) && !c->b.error;
    }
    }
}

bool bc_metadata(Bc *c) {
    bool ok = bc_each(c, BLK_METADATA, record);
    // what a module's nodes refer to is known now, and a function's likewise
    if (ok && c->nmd_pending) return bc_fail(c, "metadata that is never defined") != NULL;
    return ok;
}

void bc_md_leave(Bc *c) {
    for (uint32_t i = 0; i < c->local_md.n; i++) {
        c->local_md.at[i].md->value = c->value.at[c->local_md.at[i].id].value;
    }
    c->local_md.n = 0;
    c->md.n = c->md_next = c->module_md;
}

// ---- attachments of instructions ----

static bool attachment(Bc *c, const Rec *r) {
    if (r->code != MDC_ATTACHMENT) return true;
    bool inst = r->op.n % 2;
    uint64_t no = rec(r, 0);
    if (inst && no >= c->insts.n) return bc_fail(c, "attachment to no instruction") != NULL;
    for (uint32_t i = inst; i + 1 < r->op.n; i += 2) {
        Atom kind = bc_kind(c, rec(r, i));
        uint64_t id = rec(r, i + 1);
        IrMd *d = bc_md_known(c, id);
        if (!kind || !d) return false;
        if (d->kind < IR_MD_NODE) return bc_fail(c, "attachment is no node") != NULL;
        if (!inst) {
            attach(&c->m->arena, &c->fn->g.md, kind, d);
        } else if (c->insts.at[no] && kind == c->dbg) {
            c->insts.at[no]->dbg = d;
        } else if (c->insts.at[no]) {
            attach(c->fn->arena, &c->insts.at[no]->md, kind, d);
        }
    }
    return true;
}

bool bc_attachments(Bc *c) {
    return bc_each(c, BLK_ATTACHMENT, attachment);
}
