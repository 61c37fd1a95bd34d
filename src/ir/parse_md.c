// SPDX-License-Identifier: Apache-2.0
// The reader's metadata: nodes, named metadata, attachments, values as metadata. A node may be
// used before it is defined: its object is made at the first mention.
#include "ir/parse_int.h"

// The object of a number, defined or not yet.
static IrMd *md_number(Parser *parser, uint32_t no) {
    void **slot = map_slot(&parser->md, (uint64_t)no + 1);
    if (!*slot) {
        IrMd *d = arena_new(&parser->m->arena, IrMd);
        d->kind = UINT8_MAX; // not defined yet
        d->id = parser->m->intern->nmds++;
        *slot = d;
    }
    return *slot;
}

// Behind '{': the operands of a node, up to '}', which is taken.
bool pa_md_operands(Parser *parser, IrMd *filled) {
    VEC(IrMd *) v = {0};
    while (!pa_is(parser, '}')) {
        IrMd *e = pa_md(parser);
        if (parser->failed) return false;
        vec_push(&parser->tmp, &v, e);
        if (!pa_eat(parser, ',')) break;
    }
    filled->kind = IR_MD_NODE;
    filled->n = v.n;
    filled->op = arena_copy(&parser->m->arena, v.at, v.n * sizeof(IrMd *), sizeof(void *));
    return pa_expect(parser, '}');
}

// A node's text into the object that stands for it: [distinct] !{...} or !DIxxx(...).
static bool md_body(Parser *parser, IrMd *filled) {
    if (!pa_enter(parser)) return false;
    bool keep = parser->local_md_ok;
    if (pa_eat_word(parser, "distinct")) filled->distinct = true;
    bool ok;
    if (pa_eat(parser, '!')) {
        parser->local_md_ok = false;
        ok = pa_expect(parser, '{') && pa_md_operands(parser, filled);
    } else if (parser->tok.kind == T_META) {
        ok = pa_di(parser, filled);
    } else {
        ok = pa_fail(parser, "metadata node expected");
    }
    parser->local_md_ok = keep;
    pa_leave(parser);
    return ok;
}

// Metadata on a local value is kept in debug records only (uses of metadata are not tracked):
// elsewhere it becomes an empty node, as LLVM makes of it when the value goes away.
static IrMd *local_value(Parser *parser, IrType *wanted) {
    if (!parser->local_md_ok) {
        pa_fail(parser, "metadata on a local value may only be an argument of a call");
        return NULL;
    }
    IrValue *value = pa_local_ref(parser, wanted);
    if (!value || !parser->local_md_kept) return value ? ir_md_node(parser->m, 0, NULL) : NULL;
    IrMd *md = arena_new(&parser->tmp, IrMd);
    md->kind = IR_MD_VALUE;
    md->value = value;
    return md;
}

// Type and value.
static IrMd *md_value(Parser *parser) {
    IrType *t = pa_type(parser);
    if (!t) return NULL;
    if (t->kind == IR_TY_METADATA) {
        pa_fail(parser, "metadata of metadata");
        return NULL;
    }
    if (is_any_of(parser->tok.kind, T_LOCAL, T_LOCALNO)) return local_value(parser, t);
    IrConst *c = pa_const(parser, t);
    return c ? ir_md_value(parser->m, c) : NULL;
}

// A reference, null, a string, a node written in place, or a type and a value.
IrMd *pa_md(Parser *parser) {
    if (!pa_enter(parser)) return NULL;
    IrMd *md = NULL;
    if (parser->tok.kind == T_METANO) {
        md = md_number(parser, parser->tok.num);
        pa_next(parser);
    } else if (pa_eat_word(parser, "null")) {
        md = NULL;
    } else if (parser->tok.kind == T_META || pa_is_word(parser, "distinct")) {
        md = arena_new(&parser->m->arena, IrMd);
        md_body(parser, md);
    } else if (pa_eat(parser, '!')) {
        if (parser->tok.kind == T_STRING) {
            Atom a = pa_string(parser);
            md = ir_md_string(parser->m, atom_str(parser->ctx, a), atom_len(parser->ctx, a));
        } else if (pa_expect(parser, '{')) {
            // a node may not hold what belongs to a function
            bool keep = parser->local_md_ok;
            parser->local_md_ok = false;
            md = arena_new(&parser->m->arena, IrMd);
            pa_md_operands(parser, md);
            parser->local_md_ok = keep;
        }
    } else {
        md = md_value(parser);
    }
    pa_leave(parser);
    return md;
}

// At !5 = ... or !name = !{...}.
bool pa_md_def(Parser *parser) {
    if (parser->tok.kind == T_METANO) {
        IrMd *d = md_number(parser, parser->tok.num);
        if (d->kind != UINT8_MAX) return pa_fail(parser, "metadata node defined twice");
        pa_next(parser);
        if (!pa_expect(parser, '=')) return false;
        if (parser->tok.kind == T_WORD &&
            !pa_is_word(parser, "distinct")) { // !5 = metadata !{...}: LLVM 3
            return pa_fail(parser, "unexpected type in metadata definition");
        }
        return md_body(parser, d);
    }
    Atom name = pa_name(parser);
    pa_next(parser);
    if (!pa_expect(parser, '=') || !pa_expect(parser, '!') || !pa_expect(parser, '{')) return false;
    ir_named_md_add(parser->m, name, NULL);
    while (!pa_is(parser, '}')) {
        bool node = is_any_of(parser->tok.kind, T_METANO, T_META); // inline: !DIExpression()
        if (!node) return pa_fail(parser, "metadata node expected");
        IrMd *d = pa_md(parser);
        if (parser->failed) return false;
        if (d) ir_named_md_add(parser->m, name, d);
        if (!pa_eat(parser, ',')) break;
    }
    return pa_expect(parser, '}');
}

// The node of an attachment: !5, !{...} or !DIxxx(...).
static IrMd *attached_node(Parser *parser) {
    bool node = is_any_of(parser->tok.kind, T_METANO, T_META) || pa_is(parser, '!') ||
                pa_is_word(parser, "distinct");
    if (!node) {
        pa_fail(parser, "metadata node expected");
        return NULL;
    }
    IrMd *d = pa_md(parser);
    if (!parser->failed && d && d->kind == IR_MD_STRING) pa_fail(parser, "metadata node expected");
    return d;
}

// At the kind, !name. With `dbg`, the kind "dbg" goes there; everything else is appended to the
// list.
bool pa_attachment(Parser *parser, IrMd **dbg, Arena *owner, IrMdAttach **list) {
    Atom kind = pa_name(parser);
    pa_next(parser);
    IrMd *md = attached_node(parser);
    if (parser->failed) return false;
    if (dbg && strcmp(atom_str(parser->ctx, kind), "dbg") == 0) {
        *dbg = md;
        return true;
    }
    while (*list) list = &(*list)->next;
    *list = arena_new(owner, IrMdAttach);
    (*list)->kind = kind;
    (*list)->md = md;
    return true;
}
