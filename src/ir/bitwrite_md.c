// SPDX-License-Identifier: Apache-2.0
// Metadata blocks: strings, values, nodes, debug information (bitcode_di.def), attachments.
#include "ir/bitwrite_int.h"
#include "ir/dwarf.h"
#include "ir/ir_diag.h"

static const IrDiField *field_of(Bw *w, const IrMd *d, const char *key) {
    return ir_md_field(d, atom_cstr(w->ctx, key));
}

static uint64_t number_of(const IrDiField *f) {
    return f && (f->kind == IR_DI_INT || f->kind == IR_DI_UINT) ? (uint64_t)f->num : 0;
}

static bool is_true(Bw *w, const IrDiField *f) {
    return f && f->kind == IR_DI_WORD && strcmp(atom_str(w->ctx, f->text), "true") == 0;
}

// A number, or words that stand for one.
static uint64_t wordy(Bw *w, const IrDiField *f, DwKind kind) {
    uint64_t v = 0;
    if (!f || f->kind != IR_DI_WORD) return number_of(f);
    ir_dwarf_number(kind, atom_str(w->ctx, f->text), atom_len(w->ctx, f->text), &v);
    return v;
}

// Bounds may be written as integers, which are nodes in bitcode.
static IrMd *bound(Bw *w, const IrDiField *f) {
    if (f->kind == IR_DI_MD) return f->md;
    return ir_md_value(w->m, ir_sint(w->m->ty_i64, f->num));
}

static const BcDiRow *row_of(Bw *w, const IrMd *d) {
    const char *tag = atom_str(w->ctx, d->text);
    return w->old ? bc_di_old(tag) : bc_di_by_tag(tag);
}

void bw_md_operands(Bw *w, const IrMd *d, void (*fn)(Bw *, IrMd *), void (*str)(Bw *, Atom)) {
    if (d->kind == IR_MD_NODE) {
        for (uint32_t i = 0; i < d->n; i++) fn(w, d->op[i]);
    } else if (d->kind == IR_MD_LOC) {
        fn(w, d->scope);
        fn(w, d->inlined_at);
    } else if (d->kind == IR_MD_DI) {
        for (uint32_t i = 0; i < d->n; i++) {
            const IrDiField *f = &d->field[i];
            if (f->kind == IR_DI_MD && !f->list) fn(w, f->md);
            for (uint32_t k = 0; f->list && k < f->md->n; k++) fn(w, f->md->op[k]);
            if (f->kind == IR_DI_STRING && f->text) str(w, f->text);
        }
        const BcDiRow *row = row_of(w, d);
        BcDiField f;
        for (const char *s = row ? row->fields : ""; (s = bc_di_next(s, &f));) {
            const IrDiField *x = f.kind == 'd' ? field_of(w, d, f.key) : NULL;
            if (x && x->kind != IR_DI_MD) fn(w, bound(w, x));
        }
    }
}

// ---- debug information ----

// Marks of a subprogram that older text has as fields of their own.
static uint64_t sp_flags(Bw *w, const IrMd *d) {
    const IrDiField *x = field_of(w, d, "spFlags");
    if (x) return wordy(w, x, DW_DISPFlag);
    const IrDiField *def = field_of(w, d, "isDefinition");
    return wordy(w, field_of(w, d, "virtuality"), DW_VIRTUALITY) |
           (is_true(w, field_of(w, d, "isLocal")) ? 4u : 0) | (!def || is_true(w, def) ? 8u : 0) |
           (is_true(w, field_of(w, d, "isOptimized")) ? 16u : 0);
}

static uint64_t rotated(int64_t v) { // sign in bit 0, the other bits flipped when it is set
    return v >= 0 ? (uint64_t)v << 1 : ~((uint64_t)v << 1);
}

static uint64_t di_field(Bw *w, const IrMd *d, const BcDiField *f) {
    const IrDiField *x = field_of(w, d, f->key);
    switch (f->kind) {
    case 'F': return sp_flags(w, d);
    case '1': return sp_flags(w, d) >> 2 & 1;
    case '2': return sp_flags(w, d) >> 3 & 1;
    case '3': return sp_flags(w, d) & 3;
    case '4': return sp_flags(w, d) >> 4 & 1;
    case 'B': return !x || is_true(w, x);
    default: break;
    }
    if (!x) return 0;
    switch (f->kind) {
    case 'm': return x->kind == IR_DI_MD ? bw_md(w, x->md) : 0;
    case 's': return x->kind == IR_DI_STRING && x->text ? bw_md_string(w, x->text) : 0;
    case 'd': return bw_md(w, bound(w, x));
    case 'r': return rotated((int64_t)number_of(x));
    case 'u':
    case 'i': return number_of(x);
    case 'b': return is_true(w, x);
    case 'D': return number_of(x) + 1;
    default: return wordy(w, x, (DwKind)bc_di_words(f->kind));
    }
}

// What a field holds when the text leaves it out.
static uint64_t absent(const char *tag, const BcDiField *f) {
    if (strcmp(f->key, "tag") == 0) {
        if (strcmp(tag, "DIBasicType") == 0) return 0x24;
        if (strcmp(tag, "DIStringType") == 0) return 0x12;
        if (strcmp(tag, "DITemplateValueParameter") == 0) return 0x30;
    }
    if (strcmp(tag, "DIMacroFile") == 0 && f->kind == 'x') return 3; // start_file
    if (strcmp(tag, "DIGlobalVariable") == 0 && strcmp(f->key, "isDefinition") == 0) return 1;
    return 0;
}

static void di_node(Bw *w, const IrMd *d) {
    const char *tag = atom_str(w->ctx, d->text);
    const BcDiRow *row = row_of(w, d);
    if (!row && w->old) diag(w->ctx, &ir_diag_rows[D_ir_bitcode_old], 0, "debug information", tag);
    if (!row) { // unknown: its operands at least
        bw_record(w, MDC_NODE, 0);
        return;
    }
    BcDiField f;
    uint64_t first = row->first | d->distinct | (row->code == 20); // units are distinct
    uint32_t last = 0;
    for (const char *s = row->fields; (s = bc_di_next(s, &f));) {
        if (f.at < 0 && di_field(w, d, &f)) first |= 2;
        bool in = !f.newer || field_of(w, d, f.key);
        if (in && f.at > 0 && (uint32_t)f.at > last) last = (uint32_t)f.at;
    }
    if (row->code == 16 && !field_of(w, d, "source")) last = 4; // a file without source is shorter
    for (uint32_t i = 0; i <= last; i++) bw_push(w, i ? 0 : first);
    if (row->code == 17 && !w->old) bw_push(w, 0); // no pointer authentication
    for (const char *s = row->fields; (s = bc_di_next(s, &f));) {
        if (f.at <= 0 || (uint32_t)f.at > last) continue;
        uint64_t v = di_field(w, d, &f);
        if (!v && !field_of(w, d, f.key)) v = absent(tag, &f);
        w->r.at[f.at] = v;
    }
    bw_record(w, row->code, 0);
}

static void expression(Bw *w, const IrMd *d) {
    bw_push(w, 3 << 1 | d->distinct);
    for (uint32_t i = 0; i < d->n; i++) {
        const IrDiField *f = &d->field[i];
        uint64_t v = wordy(w, f, DW_OP);
        if (f->kind == IR_DI_WORD && !v) { // DW_OP_LLVM_convert, N, DW_ATE_x
            v = wordy(w, f, DW_ATE);
        }
        bw_push(w, v);
    }
    bw_record(w, MDC_EXPRESSION, 0);
}

// The number that a text is, in two's complement of n words; false when it does not fit.
static bool words_of(const char *s, uint64_t *word, uint32_t n) {
    bool minus = *s == '-', over = false;
    const char *x = strchr(s, 'x');
    uint32_t base = x ? 16 : 10;
    memset(word, 0, n * sizeof *word);
    for (s = x ? x + 1 : s + minus; *s && !over; s++) {
        uint32_t digit = (uint32_t)(*s <= '9' ? *s - '0' : (*s | 32) - 'a' + 10);
        unsigned __int128 carry = digit;
        for (uint32_t i = 0; i < n; i++) {
            carry += (unsigned __int128)word[i] * base;
            word[i] = (uint64_t)carry;
            carry >>= 64;
        }
        over = carry != 0;
    }
    for (uint32_t i = 0, c = 1; minus && i < n; i++) { // negated
        word[i] = ~word[i] + c;
        c = c && !word[i];
    }
    return !over;
}

static void enumerator(Bw *w, const IrMd *d) { // flags, bits, name, words
    const IrDiField *v = field_of(w, d, "value"), *name = field_of(w, d, "name");
    uint64_t word[32] = {v ? (uint64_t)v->num : 0};
    uint32_t n = 1;
    bool uns = is_true(w, field_of(w, d, "isUnsigned"));
    if (v && v->kind == IR_DI_WORD) {
        const char *s = atom_str(w->ctx, v->text);
        // as many words as leave its sign alone
        while (n < CU_COUNT(word)) {
            bool fits = words_of(s, word, n), minus = *s == '-';
            if (fits && (uns || minus == (word[n - 1] >> 63) || (minus && !word[n - 1]))) break;
            n++;
        }
    }
    bw_push(w, (w->old ? 0 : 4u) | (uns ? 2u : 0) | d->distinct);
    if (w->old) bw_push(w, rotated((int64_t)word[0]));
    if (!w->old) bw_push(w, n * 64);
    bw_push(w, name && name->text ? bw_md_string(w, name->text) : 0);
    for (uint32_t i = 0; i < n && !w->old; i++) bw_signed(w, (int64_t)word[i]);
    bw_record(w, MDC_ENUMERATOR, 0);
}

static void generic(Bw *w, const IrMd *d) { // tag, version, header, operands
    bw_push(w, d->distinct);
    bw_push(w, wordy(w, field_of(w, d, "tag"), DW_TAG));
    bw_push(w, 0);
    const IrDiField *h = field_of(w, d, "header"), *ops = field_of(w, d, "operands");
    bw_push(w, h && h->text ? bw_md_string(w, h->text) : 0);
    const IrMd *list = ops && ops->kind == IR_DI_MD ? ops->md : NULL;
    for (uint32_t i = 0; list && list->kind == IR_MD_NODE && i < list->n; i++) {
        bw_push(w, bw_md(w, list->op[i]));
    }
    bw_record(w, MDC_GENERIC_DEBUG, 0);
}

static void node(Bw *w, const IrMd *d) {
    static const struct {
        const char *tag;
        void (*fn)(Bw *, const IrMd *);
    } special[] = {
        {"DIExpression", expression}, {"DIEnumerator", enumerator}, {"GenericDINode", generic}};
    if (d->kind == IR_MD_NODE) {
        for (uint32_t i = 0; i < d->n; i++) bw_push(w, bw_md(w, d->op[i]));
        bw_record(w, d->distinct ? MDC_DISTINCT_NODE : MDC_NODE, 0);
        return;
    }
    if (d->kind == IR_MD_LOC) {
        bw_push(w, d->distinct);
        bw_push(w, d->line);
        bw_push(w, d->column);
        bw_push(w, bw_md(w, d->scope) - 1);
        bw_push(w, bw_md(w, d->inlined_at));
        if (!w->old) bw_push(w, 0); // not implicit code
        bw_record(w, MDC_LOCATION, 0);
        return;
    }
    for (size_t i = 0; i < CU_COUNT(special); i++) {
        if (strcmp(atom_str(w->ctx, d->text), special[i].tag) == 0) {
            special[i].fn(w, d);
            return;
        }
    }
    di_node(w, d);
}

// ---- the block of the module ----

static void blob_bits(Buf *o, uint64_t *cur, uint32_t *n, uint64_t v, uint32_t bits) {
    *cur |= v << *n;
    for (*n += bits; *n >= 8; *n -= 8, *cur >>= 8) buf_putc(o, (char)*cur);
}

// STRINGS: [count, offset of the characters, blob of vbr6 lengths, then characters]
static void strings(Bw *w) {
    static const AbbrevOp op[] = {
        {BIT_ENCODING_LITERAL, MDC_STRINGS}, {BIT_VBR, 6}, {BIT_VBR, 6}, {BIT_BLOB, 0}};
    Buf b;
    buf_init(&b, &w->a);
    uint64_t cur = 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->strings.n; i++) {
        uint32_t len = atom_len(w->ctx, w->strings.at[i]);
        for (; len >= 32; len >>= 5) blob_bits(&b, &cur, &n, (len & 31) | 32, 6);
        blob_bits(&b, &cur, &n, len, 6);
    }
    while (n || b.n % 4) blob_bits(&b, &cur, &n, 0, n ? 8 - n : 8);
    size_t chars = b.n;
    for (uint32_t i = 0; i < w->strings.n; i++) buf_atom(w->ctx, &b, w->strings.at[i]);
    bw_push(w, w->strings.n);
    bw_push(w, chars);
    bw_blob_record(w, &(Abbrev){4, op}, b.at, b.n);
}

static void named(Bw *w) {
    IrModule *m = w->m;
    for (uint32_t i = 0; i < m->nnamed_md; i++) {
        bw_text_record(w, MDC_NAME, m->named_md_[i].name);
        for (uint32_t k = 0; k < m->named_md_[i].ops.n; k++) {
            bw_push(w, bw_md(w, m->named_md_[i].ops.at[k]) - 1);
        }
        bw_record(w, MDC_NAMED_NODE, 0);
    }
}

static void attached(Bw *w, const IrMdAttach *a) {
    for (; a; a = a->next) {
        bw_push(w, bw_kind(w, a->kind));
        bw_push(w, bw_md(w, a->md) - 1);
    }
}

void bw_metadata(Bw *w) {
    if (w->kinds.n) {
        bw_enter(w, BLK_METADATA_KIND, 3);
        for (uint32_t i = 0; i < w->kinds.n; i++) {
            bw_push(w, i);
            bw_text_record(w, MDC_KIND, w->kinds.at[i]);
        }
        bw_leave(w);
    }
    if (!w->strings.n && !w->md_values.n && !w->md_nodes.n && !w->m->nnamed_md) return;
    bw_enter(w, BLK_METADATA, 4);
    if (w->strings.n) strings(w);
    for (uint32_t i = 0; i < w->md_values.n; i++) {
        const IrValue *v = w->md_values.at[i]->value;
        bw_push(w, bw_type(w, v->type));
        bw_push(w, bw_value(w, v));
        bw_record(w, MDC_VALUE, 0);
    }
    for (uint32_t i = 0; i < w->md_nodes.n; i++) node(w, w->md_nodes.at[i]);
    named(w);
    for (uint32_t i = 0; i < w->nglobals; i++) {
        const IrGlobal *g = (const IrGlobal *)w->values.at[i];
        bool body = g->v.kind == IR_C_FUNC && !ir_is_decl((const IrFunc *)g);
        if (!g->md || body) continue; // a body has a block of attachments
        bw_push(w, i);
        attached(w, g->md);
        bw_record(w, MDC_GLOBAL_ATTACHMENT, 0);
    }
    bw_leave(w);
}

void bw_attachments(Bw *w, IrFunc *f) {
    bool any = f->g.md != NULL;
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST(i, bb) any = any || i->md;
    }
    if (!any) return;
    bw_enter(w, BLK_ATTACHMENT, 3);
    if (f->g.md) {
        attached(w, f->g.md);
        bw_record(w, MDC_ATTACHMENT, 0);
    }
    uint32_t no = 0;
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST(i, bb) {
            if (i->md) {
                bw_push(w, no);
                attached(w, i->md);
                bw_record(w, MDC_ATTACHMENT, 0);
            }
            no++;
        }
    }
    bw_leave(w);
}
