// SPDX-License-Identifier: Apache-2.0
// Metadata blocks of bitcode: strings, values, nodes, names, attachments. Nodes may refer to later
// ones; such a node is made empty and filled when its record comes.
#include "ir/bitread_int.h"

#include "ir/dwarf.h"

enum { UNDEFINED = UINT8_MAX }; // kind of a node that is not filled yet

// An empty node that others may point at before its record comes.
static IrMd *shell(Bc *bc) {
    IrMd *d = arena_new(&bc->m->arena, IrMd);
    d->kind = UNDEFINED;
    d->id = bc->m->intern->nmds++;
    return d;
}

// The node of an id, a shell if its record is still to come. NULL after bc_fail.
IrMd *bc_md(Bc *bc, uint64_t id) {
    // no more nodes than the input has bits for
    if (id >= bc->b.nbytes * 4 + 64) return bc_fail(bc, "metadata that does not exist");
    while (bc->md.n <= id) vec_push(bc->a, &bc->md, ((BcMd){NULL, false}));
    BcMd *x = &bc->md.at[id];
    if (!x->md) {
        x->md = shell(bc);
        bc->nmd_pending++;
    }
    return x->md;
}

// The next id is that of `defined`; `next` counts definitions, which come in order.
static bool define(Bc *bc, IrMd *defined) {
    uint32_t id = bc->md_next++;
    while (bc->md.n <= id) vec_push(bc->a, &bc->md, ((BcMd){NULL, false}));
    BcMd *bc_md = &bc->md.at[id];
    bc_md->defined = true;
    if (!bc_md->md) {
        bc_md->md = defined;
        return true;
    }
    bc->nmd_pending--;
    uint32_t no = bc_md->md->id; // others point at the shell
    *bc_md->md = *defined;
    bc_md->md->id = no;
    return true;
}

// A node for the record at hand. Unlike ir_md_node's it is not uniqued: files are taken as they
// are.
static IrMd *fresh(Bc *bc, IrMdKind kind, bool distinct) {
    IrMd *d = shell(bc);
    d->kind = (uint8_t)kind;
    d->distinct = distinct;
    return d;
}

// A value as metadata; inside functions arguments and instructions too, which are no constants.
// NULL after bc_fail.
static IrMd *of_value(Bc *bc, uint64_t id, IrType *wanted) {
    IrValue *v = bc_value(bc, id, bc->fn ? wanted : NULL);
    if (!v) return NULL;
    if (ir_is_const(v)) return ir_md_value(bc->m, (IrConst *)v);
    IrMd *d = fresh(bc, IR_MD_VALUE, false);
    d->value = v;             // maybe a stand-in: bc_md_leave puts the value in its place
    d->column = (uint32_t)id; // for records, which are read before that: bc_md_settle
    vec_push(bc->a, &bc->local_md, ((struct BcLocal){d, id}));
    return d;
}

IrMd *bc_md_known(Bc *bc, uint64_t id) {
    return id < bc->md_next ? bc->md.at[id].md : bc_fail(bc, "metadata that does not exist");
}

// ---- records ----

// Record: type id, value.
static bool value(Bc *bc, const Rec *r) {
    IrType *t = bc_type(bc, rec(r, 0));
    if (!t || is_any_of(t->kind, IR_TY_METADATA, IR_TY_VOID)) {
        return bc_fail(bc, "bad metadata value") != NULL;
    }
    IrMd *d = of_value(bc, rec(r, 1), t);
    return d && define(bc, d);
}

// Record: operands as id + 1, 0 for null.
static bool node(Bc *bc, const Rec *r, bool distinct) {
    IrMd *d = fresh(bc, IR_MD_NODE, distinct);
    d->n = r->op.n;
    d->op = arena_array(&bc->m->arena, IrMd *, d->n);
    for (uint32_t i = 0; i < d->n; i++) d->op[i] = bc_md_or_null(bc, r->op.at[i]);
    return define(bc, d) && !bc->b.error;
}

// Before LLVM 3.6: pairs of a type and a value, metadata among the values.
static bool old_node(Bc *bc, const Rec *r, bool local) {
    if (r->op.n % 2) return bc_fail(bc, "bad metadata node") != NULL;
    if (local && r->op.n == 2) { // what LLVM has as a value now
        IrType *t = bc_type(bc, rec(r, 0));
        if (!t) return false;
        if (!is_any_of(t->kind, IR_TY_METADATA, IR_TY_VOID)) {
            IrMd *d = of_value(bc, rec(r, 1), t);
            return d && define(bc, d);
        }
    }
    IrMd *md = fresh(bc, IR_MD_NODE, false);
    md->n = r->op.n / 2;
    md->op = arena_array(&bc->m->arena, IrMd *, md->n);
    for (uint32_t i = 0; i < md->n; i++) {
        IrType *t = bc_type(bc, rec(r, 2 * i));
        uint64_t id = rec(r, 2 * i + 1);
        if (!t) return false;
        if (t->kind == IR_TY_METADATA) {
            md->op[i] = bc_md(bc, id);
        } else if (t->kind != IR_TY_VOID) {
            md->op[i] = of_value(bc, id, t);
        }
    }
    return define(bc, md) && !bc->b.error;
}

// Record: distinct, line, column, scope, where it was inlined.
static bool loc(Bc *bc, const Rec *r) {
    if (r->op.n < 5) return bc_fail(bc, "bad location") != NULL;
    IrMd *d = fresh(bc, IR_MD_LOC, rec(r, 0) & 1);
    d->line = (uint32_t)rec(r, 1);
    d->column = (uint32_t)rec(r, 2);
    d->scope = bc_md(bc, rec(r, 3));
    d->inlined_at = bc_md_or_null(bc, rec(r, 4));
    return define(bc, d) && !bc->b.error;
}

// The next length in the blob of strings, a number in pieces of six bits; *ok becomes false behind
// the end. The blob is read by bytes, since the stream is at another place.
static uint64_t blob_vbr6(const Rec *rec, uint64_t *bit, uint64_t end, bool *ok) {
    uint64_t v = 0;
    for (uint32_t shift = 0; shift < 60; shift += 5) {
        uint64_t at = *bit >> 3;
        if (*bit + 6 > end) break;
        uint32_t w = (uint8_t)rec->blob[at] |
                     (at + 1 < rec->nblob ? (uint32_t)(uint8_t)rec->blob[at + 1] << 8 : 0);
        w = w >> (*bit & 7) & 63;
        *bit += 6;
        v |= (uint64_t)(w & 31) << shift;
        if (!(w & 32)) return v;
    }
    *ok = false;
    return 0;
}

// [count, offset of the characters] blob of lengths and characters
static bool strings(Bc *bc, const Rec *r) {
    uint64_t n = rec(r, 0), off = rec(r, 1), bit = 0;
    bool ok = r->blob && off <= r->nblob;
    for (uint64_t i = 0; ok && i < n; i++) {
        uint64_t len = blob_vbr6(r, &bit, rec(r, 1) * 8, &ok);
        ok = ok && len <= r->nblob - off;
        if (!ok) break;
        define(bc, ir_md_string(bc->m, (const char *)r->blob + off, len));
        off += len;
    }
    return ok || bc_fail(bc, "bad metadata strings") != NULL;
}

static bool string_old(Bc *bc, const Rec *r) {
    Atom a = bc_text(bc, r, 0);
    return define(bc, ir_md_string(bc->m, atom_str(bc->ctx, a), atom_len(bc->ctx, a)));
}

// Record: node ids. The name came in the record before. A first NULL makes the name exist even
// where nothing follows.
static bool named(Bc *bc, const Rec *members) {
    if (!bc->md_name) return bc_fail(bc, "named metadata without a name") != NULL;
    ir_named_md_add(bc->m, bc->md_name, NULL);
    for (uint32_t i = 0; i < members->op.n; i++) {
        IrMd *d = bc_md(bc, members->op.at[i]);
        if (!d) return false;
        ir_named_md_add(bc->m, bc->md_name, d);
    }
    bc->md_name = 0;
    return true;
}

// Kinds have names; their numbers are the file's own.
Atom bc_kind(Bc *bc, uint64_t id) {
    Atom a = (Atom)(uintptr_t)map_get(&bc->kinds, id + 1);
    if (!a) bc_fail(bc, "unknown kind of metadata");
    return a;
}

bool bc_metadata_kind(Bc *bc, const Rec *r) {
    if (r->code != MDC_KIND) return true;
    if (r->op.n < 2) return bc_fail(bc, "bad kind of metadata") != NULL;
    map_put(&bc->kinds, rec(r, 0) + 1, (void *)(uintptr_t)bc_text(bc, r, 1));
    return true;
}

// Appends, so that attachments keep the order of the file.
static void attach(Arena *arena, IrMdAttach **list, Atom kind, IrMd *attached) {
    while (*list) list = &(*list)->next;
    *list = arena_new(arena, IrMdAttach);
    (*list)->kind = kind;
    (*list)->md = attached;
}

// Record: global's number, then pairs of kind and node.
static bool global_attachment(Bc *bc, const Rec *r) {
    uint64_t id = rec(r, 0);
    if (r->op.n % 2 == 0 || id >= bc->by_id.n) return bc_fail(bc, "bad attachment") != NULL;
    if (!bc->by_id.at[id]) bc_later_make(bc, (uint32_t)id);
    IrGlobal *g = bc->by_id.at[id];
    if (!g) return false;
    for (uint32_t i = 1; i + 1 < r->op.n; i += 2) {
        Atom kind = bc_kind(bc, rec(r, i));
        IrMd *d = bc_md(bc, rec(r, i + 1));
        if (!kind || !d) return false;
        attach(&bc->m->arena, &g->md, kind, d);
    }
    return true;
}

// DIArgList of debug records; kept as a node of its tag.
static bool arg_list(Bc *bc, const Rec *members) {
    IrMd *d = fresh(bc, IR_MD_DI, false);
    d->text = atom_cstr(bc->ctx, "DIArgList");
    d->n = members->op.n;
    d->field = arena_array(&bc->m->arena, IrDiField, d->n);
    for (uint32_t i = 0; i < d->n; i++) {
        d->field[i].kind = IR_DI_MD;
        d->field[i].md = bc_md(bc, members->op.at[i]);
    }
    return define(bc, d) && !bc->b.error;
}

// One record of a METADATA block. What is none of the general ones is debug information.
static bool record(Bc *bc, const Rec *rec) {
    bool named_next = bc->md_name != 0;
    if (named_next && rec->code != MDC_NAMED_NODE) {
        return bc_fail(bc, "name of metadata without its node") != NULL;
    }
    switch (rec->code) {
    case MDC_STRING_OLD: return string_old(bc, rec);
    case MDC_VALUE: return value(bc, rec);
    case MDC_NODE: return node(bc, rec, false);
    case MDC_DISTINCT_NODE: return node(bc, rec, true);
    case MDC_NAME: bc->md_name = bc_text(bc, rec, 0); return true;
    case MDC_KIND: return bc_metadata_kind(bc, rec);
    case MDC_LOCATION: return loc(bc, rec);
    case MDC_OLD_NODE: return old_node(bc, rec, false);
    case MDC_OLD_FN_NODE: return old_node(bc, rec, true);
    case MDC_NAMED_NODE: return named(bc, rec);
    case MDC_STRINGS: return strings(bc, rec);
    case MDC_GLOBAL_ATTACHMENT: return global_attachment(bc, rec);
    case MDC_INDEX_OFFSET:
    case MDC_INDEX: return true; // where to find things: we read all
    case MDC_ARG_LIST: return arg_list(bc, rec);
    default: {
        IrMd *d = fresh(bc, IR_MD_DI, false);
        return bc_md_di(bc, rec, d) && define(bc, d) && !bc->b.error;
    }
    }
}

// Reads a block of nodes; forward references end with it.
bool bc_metadata(Bc *bc) {
    bool ok = bc_each(bc, BLK_METADATA, record);
    // what a module's nodes refer to is known now, and a function's likewise
    if (ok && bc->nmd_pending) return bc_fail(bc, "metadata that is never defined") != NULL;
    return ok;
}

void bc_md_settle(Bc *bc, IrMd *settled) {
    bool local = settled && settled->kind == IR_MD_VALUE && !ir_is_const(settled->value);
    if (local && settled->column < bc->value.n)
        settled->value = bc->value.at[settled->column].value;
    for (uint32_t i = 0; settled && settled->kind == IR_MD_DI && i < settled->n; i++) {
        IrMd *item = settled->field[i].kind == IR_DI_MD ? settled->field[i].md : NULL;
        if (item && item->kind == IR_MD_VALUE) bc_md_settle(bc, item);
    }
}

// The function at hand is done: its metadata gets its values and its ids are free again.
void bc_md_leave(Bc *bc) {
    for (uint32_t i = 0; i < bc->local_md.n; i++) {
        bc->local_md.at[i].md->value = bc->value.at[bc->local_md.at[i].id].value;
    }
    bc->local_md.n = 0;
    bc->md.n = bc->md_next = bc->module_md;
}

// ---- attachments of instructions ----

// Record: [instruction's number,] pairs of kind and node; without a number they are the function's.
static bool attachment(Bc *bc, const Rec *r) {
    if (r->code != MDC_ATTACHMENT) return true;
    bool inst = r->op.n % 2;
    uint64_t no = rec(r, 0);
    if (inst && no >= bc->insts.n) return bc_fail(bc, "attachment to no instruction") != NULL;
    for (uint32_t i = inst; i + 1 < r->op.n; i += 2) {
        Atom kind = bc_kind(bc, rec(r, i));
        uint64_t id = rec(r, i + 1);
        IrMd *d = bc_md_known(bc, id);
        if (!kind || !d) return false;
        if (d->kind < IR_MD_NODE) return bc_fail(bc, "attachment is no node") != NULL;
        if (!inst) {
            attach(&bc->m->arena, &bc->fn->g.md, kind, d);
        } else if (bc->insts.at[no] && kind == bc->dbg) {
            bc->insts.at[no]->dbg = d;
        } else if (bc->insts.at[no]) {
            attach(bc->fn->arena, &bc->insts.at[no]->md, kind, d);
        }
    }
    return true;
}

bool bc_attachments(Bc *bc) {
    return bc_each(bc, BLK_ATTACHMENT, attachment);
}
