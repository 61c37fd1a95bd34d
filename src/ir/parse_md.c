// SPDX-License-Identifier: Apache-2.0
// The reader's metadata: nodes, named metadata, attachments, values as metadata. A node may be
// used before it is defined: its object is made at the first mention.
#include "ir/parse_int.h"

static IrMd *md_number(Parser *p, uint32_t no) { // its object, defined or not yet
    void **slot = map_slot(&p->md, (uint64_t)no + 1);
    if (!*slot) {
        IrMd *d = arena_new(&p->m->arena, IrMd);
        d->kind = UINT8_MAX; // not defined yet
        d->id = p->m->intern->nmds++;
        *slot = d;
    }
    return *slot;
}

bool pa_md_operands(Parser *p, IrMd *d) { // behind "{"
    VEC(IrMd *) v = {0};
    while (!pa_is(p, '}')) {
        IrMd *e = pa_md(p);
        if (p->failed) return false;
        vec_push(&p->tmp, &v, e);
        if (!pa_eat(p, ',')) break;
    }
    d->kind = IR_MD_NODE;
    d->n = v.n;
    d->op = arena_copy(&p->m->arena, v.at, v.n * sizeof(IrMd *), sizeof(void *));
    return pa_expect(p, '}');
}

static bool md_body(Parser *p, IrMd *d) {
    if (!pa_enter(p)) return false;
    bool keep = p->local_md_ok;
    if (pa_eat_word(p, "distinct")) d->distinct = true;
    bool ok;
    if (pa_eat(p, '!')) {
        p->local_md_ok = false;
        ok = pa_expect(p, '{') && pa_md_operands(p, d);
    } else if (p->tok.kind == T_META) {
        ok = pa_di(p, d);
    } else {
        ok = pa_fail(p, "metadata node expected");
    }
    p->local_md_ok = keep;
    pa_leave(p);
    return ok;
}

// Metadata on a local value cannot be kept (uses of metadata are not tracked): it becomes an empty
// node, as LLVM makes of it when the value goes away.
static IrMd *local_value(Parser *p, IrType *t) {
    if (!p->local_md_ok) {
        pa_fail(p, "metadata on a local value may only be an argument of a call");
        return NULL;
    }
    return pa_local_ref(p, t) ? ir_md_node(p->m, 0, NULL) : NULL;
}

static IrMd *md_value(Parser *p) { // type and value
    IrType *t = pa_type(p);
    if (!t) return NULL;
    if (t->kind == IR_TY_METADATA) {
        pa_fail(p, "metadata of metadata");
        return NULL;
    }
    if (p->tok.kind == T_LOCAL || p->tok.kind == T_LOCALNO) return local_value(p, t);
    IrConst *c = pa_const(p, t);
    return c ? ir_md_value(p->m, c) : NULL;
}

IrMd *pa_md(Parser *p) {
    if (!pa_enter(p)) return NULL;
    IrMd *d = NULL;
    if (p->tok.kind == T_METANO) {
        d = md_number(p, p->tok.num);
        pa_next(p);
    } else if (pa_eat_word(p, "null")) {
        d = NULL;
    } else if (p->tok.kind == T_META || pa_is_word(p, "distinct")) {
        d = arena_new(&p->m->arena, IrMd);
        md_body(p, d);
    } else if (pa_eat(p, '!')) {
        if (p->tok.kind == T_STRING) {
            Atom a = pa_string(p);
            d = ir_md_string(p->m, atom_str(p->ctx, a), atom_len(p->ctx, a));
        } else if (pa_expect(p, '{')) {
            bool keep = p->local_md_ok;
            p->local_md_ok = false;
            d = arena_new(&p->m->arena, IrMd);
            pa_md_operands(p, d);
            p->local_md_ok = keep;
        }
    } else {
        d = md_value(p);
    }
    pa_leave(p);
    return d;
}

bool pa_md_def(Parser *p) { // !5 = ...  or  !name = !{...}
    if (p->tok.kind == T_METANO) {
        IrMd *d = md_number(p, p->tok.num);
        if (d->kind != UINT8_MAX) return pa_fail(p, "metadata node defined twice");
        pa_next(p);
        if (!pa_expect(p, '=')) return false;
        if (p->tok.kind == T_WORD && !pa_is_word(p, "distinct")) { // !5 = metadata !{...}: LLVM 3
            return pa_fail(p, "unexpected type in metadata definition");
        }
        return md_body(p, d);
    }
    Atom name = pa_name(p);
    pa_next(p);
    if (!pa_expect(p, '=') || !pa_expect(p, '!') || !pa_expect(p, '{')) return false;
    ir_named_md_add(p->m, name, NULL);
    while (!pa_is(p, '}')) {
        bool node = p->tok.kind == T_METANO || p->tok.kind == T_META; // inline: !DIExpression()
        if (!node) return pa_fail(p, "metadata node expected");
        IrMd *d = pa_md(p);
        if (p->failed) return false;
        if (d) ir_named_md_add(p->m, name, d);
        if (!pa_eat(p, ',')) break;
    }
    return pa_expect(p, '}');
}

// The node of an attachment: !5, !{...} or !DIxxx(...).
static IrMd *attached_node(Parser *p) {
    bool node = p->tok.kind == T_METANO || p->tok.kind == T_META || pa_is(p, '!') ||
                pa_is_word(p, "distinct");
    if (!node) {
        pa_fail(p, "metadata node expected");
        return NULL;
    }
    IrMd *d = pa_md(p);
    if (!p->failed && d && d->kind == IR_MD_STRING) pa_fail(p, "metadata node expected");
    return d;
}

bool pa_attachment(Parser *p, IrMd **dbg, Arena *a, IrMdAttach **list) {
    Atom kind = pa_name(p);
    pa_next(p);
    IrMd *d = attached_node(p);
    if (p->failed) return false;
    if (dbg && strcmp(atom_str(p->ctx, kind), "dbg") == 0) {
        *dbg = d;
        return true;
    }
    while (*list) list = &(*list)->next;
    *list = arena_new(a, IrMdAttach);
    (*list)->kind = kind;
    (*list)->md = d;
    return true;
}
