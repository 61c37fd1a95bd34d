// SPDX-License-Identifier: Apache-2.0
// Text of metadata. A node gets its number when first met; the definitions come at the end of the
// module, and printing one may number more.
#include "ir/print_int.h"

static bool is_inline(const IrMd *md, Ctx *ctx) { // written in place, never numbered
    if (md->kind != IR_MD_DI) return false;
    const char *tag = atom_str(ctx, md->text);
    return strcmp(tag, "DIExpression") == 0 || strcmp(tag, "DIArgList") == 0;
}

// !name: what the grammar does not allow in it is written \\XX.
static void md_name(Printer *p, Atom name) {
    const char *s = atom_str(p->m->ctx, name);
    buf_putc(p->o, '!');
    for (uint32_t i = 0; i < atom_len(p->m->ctx, name); i++) {
        uint8_t c = (uint8_t)s[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '$' ||
                      c == '.' || c == '_';
        if (letter || (i && c >= '0' && c <= '9')) {
            buf_putc(p->o, (char)c);
        } else {
            buf_putc(p->o, '\\');
            buf_hex(p->o, c, 2);
        }
    }
}

static void list(Printer *p, const IrMd *md, const char *open) {
    buf_puts(p->o, open);
    for (uint32_t i = 0; i < md->n; i++) {
        if (i) buf_puts(p->o, ", ");
        pr_md_ref(p, md->op[i]);
    }
    buf_putc(p->o, '}');
}

static void field(Printer *p, const IrDiField *f) {
    Ctx *ctx = p->m->ctx;
    if (f->key) {
        buf_atom(ctx, p->o, f->key);
        buf_puts(p->o, ": ");
    }
    switch (f->kind) {
    case IR_DI_MD:
        if (f->list) {
            list(p, f->md, "{");
        } else {
            pr_md_ref(p, f->md);
        }
        break;
    case IR_DI_INT: buf_i64(p->o, f->num); break;
    case IR_DI_UINT: buf_u64(p->o, (uint64_t)f->num); break;
    case IR_DI_STRING: pr_string(p, atom_str(ctx, f->text), atom_len(ctx, f->text)); break;
    default: buf_atom(ctx, p->o, f->text);
    }
}

static void body(Printer *p, const IrMd *md) {
    Buf *o = p->o;
    if (md->distinct) buf_puts(o, "distinct ");
    if (md->kind == IR_MD_NODE) {
        list(p, md, "!{");
    } else if (md->kind == IR_MD_LOC) {
        buf_printf(o, "!DILocation(line: %u", md->line);
        if (md->column) buf_printf(o, ", column: %u", md->column);
        buf_puts(o, ", scope: ");
        pr_md_ref(p, md->scope);
        if (md->inlined_at) {
            buf_puts(o, ", inlinedAt: ");
            pr_md_ref(p, md->inlined_at);
        }
        buf_putc(o, ')');
    } else {
        buf_putc(o, '!');
        buf_atom(p->m->ctx, o, md->text);
        buf_putc(o, '(');
        for (uint32_t i = 0; i < md->n; i++) {
            if (i) buf_puts(o, ", ");
            field(p, &md->field[i]);
        }
        buf_putc(o, ')');
    }
}

void pr_md_ref(Printer *p, IrMd *md) {
    Ctx *ctx = p->m->ctx;
    if (!md) {
        buf_puts(p->o, "null");
    } else if (md->kind == IR_MD_STRING) {
        buf_putc(p->o, '!');
        pr_string(p, atom_str(ctx, md->text), atom_len(ctx, md->text));
    } else if (md->kind == IR_MD_VALUE) {
        pr_typed(p, md->value);
    } else if (is_inline(md, ctx)) {
        body(p, md);
    } else {
        uintptr_t *no = (uintptr_t *)map_slot(&p->md_no, (uintptr_t)md);
        if (!*no) {
            vec_push(p->a, &p->mds, md);
            *no = p->mds.n;
        }
        buf_printf(p->o, "!%u", (unsigned)*no - 1);
    }
}

void pr_attach(Printer *p, const IrMd *dbg, const IrMdAttach *list, const char *before) {
    if (dbg) {
        buf_printf(p->o, "%s!dbg ", before);
        pr_md_ref(p, (IrMd *)(uintptr_t)dbg);
    }
    for (; list; list = list->next) {
        buf_puts(p->o, before);
        md_name(p, list->kind);
        buf_putc(p->o, ' ');
        pr_md_ref(p, list->md);
    }
}

void pr_md_all(Printer *p) {
    IrModule *m = p->m;
    for (uint32_t i = 0; i < m->nnamed_md; i++) {
        md_name(p, m->named_md_[i].name);
        buf_puts(p->o, " = !{");
        for (uint32_t k = 0; k < m->named_md_[i].ops.n; k++) {
            if (k) buf_puts(p->o, ", ");
            pr_md_ref(p, m->named_md_[i].ops.at[k]);
        }
        buf_puts(p->o, "}\n");
    }
    if (p->mds.n) buf_putc(p->o, '\n');
    for (uint32_t i = 0; i < p->mds.n; i++) { // grows meanwhile
        buf_printf(p->o, "!%u = ", i);
        body(p, p->mds.at[i]);
        buf_putc(p->o, '\n');
    }
}
