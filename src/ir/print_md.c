// SPDX-License-Identifier: Apache-2.0
// Text of metadata. A node gets its number when first met; the definitions come at the end of the
// module, and printing one may number more.
#include "ir/print_int.h"

// Such nodes are written in place and have no number.
static bool is_inline(const IrMd *md, Ctx *ctx) {
    if (md->kind != IR_MD_DI) return false;
    const char *tag = atom_str(ctx, md->text);
    return strcmp(tag, "DIExpression") == 0 || strcmp(tag, "DIArgList") == 0;
}

// !name: what the grammar does not allow in it is written \\XX.
static void md_name(Printer *printer, Atom name) {
    const char *s = atom_str(printer->m->ctx, name);
    buf_putc(printer->o, '!');
    for (uint32_t i = 0; i < atom_len(printer->m->ctx, name); i++) {
        uint8_t c = (uint8_t)s[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        bool mark = is_any_of(c, '-', '$', '.', '_');
        bool digit = c >= '0' && c <= '9' && i; // not the first
        if (letter || mark || digit) {
            buf_putc(printer->o, (char)c);
        } else {
            buf_putc(printer->o, '\\');
            buf_hex(printer->o, c, 2);
        }
    }
}

// Operands behind `open`, up to '}'.
static void list(Printer *printer, const IrMd *md, const char *open) {
    buf_puts(printer->o, open);
    for (uint32_t i = 0; i < md->n; i++) {
        if (i) buf_puts(printer->o, ", ");
        pr_md_ref(printer, md->op[i]);
    }
    buf_putc(printer->o, '}');
}

// [key: ] value, as it was read.
static void field(Printer *printer, const IrDiField *shown) {
    Ctx *ctx = printer->m->ctx;
    if (shown->key) {
        buf_atom(ctx, printer->o, shown->key);
        buf_puts(printer->o, ": ");
    }
    switch (shown->kind) {
    case IR_DI_MD:
        if (shown->list) {
            list(printer, shown->md, "{");
        } else {
            pr_md_ref(printer, shown->md);
        }
        break;
    case IR_DI_INT: buf_i64(printer->o, shown->num); break;
    case IR_DI_UINT: buf_u64(printer->o, (uint64_t)shown->num); break;
    case IR_DI_STRING:
        pr_string(printer, atom_str(ctx, shown->text), atom_len(ctx, shown->text));
        break;
    default: buf_atom(ctx, printer->o, shown->text);
    }
}

// The definition of a node.
static void body(Printer *printer, const IrMd *md) {
    Buf *out = printer->o;
    if (md->distinct) buf_puts(out, "distinct ");
    if (md->kind == IR_MD_NODE) {
        list(printer, md, "!{");
    } else if (md->kind == IR_MD_LOC) {
        buf_printf(out, "!DILocation(line: %u", md->line);
        // column 0 is what a location without one has
        if (md->column) buf_printf(out, ", column: %u", md->column);
        buf_puts(out, ", scope: ");
        pr_md_ref(printer, md->scope);
        if (md->inlined_at) {
            buf_puts(out, ", inlinedAt: ");
            pr_md_ref(printer, md->inlined_at);
        }
        buf_putc(out, ')');
    } else {
        buf_putc(out, '!');
        buf_atom(printer->m->ctx, out, md->text);
        buf_putc(out, '(');
        for (uint32_t i = 0; i < md->n; i++) {
            if (i) buf_puts(out, ", ");
            field(printer, &md->field[i]);
        }
        buf_putc(out, ')');
    }
}

// The first mention numbers a node.
void pr_md_ref(Printer *printer, IrMd *md) {
    Ctx *ctx = printer->m->ctx;
    if (!md) {
        buf_puts(printer->o, "null");
    } else if (md->kind == IR_MD_STRING) {
        buf_putc(printer->o, '!');
        pr_string(printer, atom_str(ctx, md->text), atom_len(ctx, md->text));
    } else if (md->kind == IR_MD_VALUE) {
        pr_typed(printer, md->value);
    } else if (is_inline(md, ctx)) {
        body(printer, md);
    } else {
        uintptr_t *no = (uintptr_t *)map_slot(&printer->md_no, (uintptr_t)md);
        if (!*no) {
            vec_push(printer->a, &printer->mds, md);
            *no = printer->mds.n;
        }
        buf_printf(printer->o, "!%u", (unsigned)*no - 1);
    }
}

// `before` stands before each: a comma, or a blank for functions.
void pr_attach(Printer *printer, const IrMd *dbg, const IrMdAttach *list, const char *before) {
    if (dbg) {
        buf_printf(printer->o, "%s!dbg ", before);
        pr_md_ref(printer, (IrMd *)(uintptr_t)dbg);
    }
    for (; list; list = list->next) {
        buf_puts(printer->o, before);
        md_name(printer, list->kind);
        buf_putc(printer->o, ' ');
        pr_md_ref(printer, list->md);
    }
}

// Names first, then nodes in the order of their numbers.
void pr_md_all(Printer *printer) {
    IrModule *module = printer->m;
    for (uint32_t i = 0; i < module->nnamed_md; i++) {
        md_name(printer, module->named_md_[i].name);
        buf_puts(printer->o, " = !{");
        for (uint32_t k = 0; k < module->named_md_[i].ops.n; k++) {
            if (k) buf_puts(printer->o, ", ");
            pr_md_ref(printer, module->named_md_[i].ops.at[k]);
        }
        buf_puts(printer->o, "}\n");
    }
    if (printer->mds.n) buf_putc(printer->o, '\n');
    for (uint32_t i = 0; i < printer->mds.n; i++) { // grows meanwhile
        buf_printf(printer->o, "!%u = ", i);
        body(printer, printer->mds.at[i]);
        buf_putc(printer->o, '\n');
    }
}
