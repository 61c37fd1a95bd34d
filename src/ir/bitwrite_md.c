// SPDX-License-Identifier: Apache-2.0
// Metadata blocks: strings, values, nodes, debug information (bitcode_di.def), attachments.
#include "ir/bitwrite_int.h"
#include "ir/dwarf.h"
#include "ir/ir_diag.h"

static const IrDiField *field_of(Bw *bw, const IrMd *owner, const char *key) {
    return ir_md_field(owner, atom_cstr(bw->ctx, key));
}

// A field that is a number; 0 for absent ones and others.
static uint64_t number_of(const IrDiField *f) {
    return f && is_any_of(f->kind, IR_DI_INT, IR_DI_UINT) ? (uint64_t)f->num : 0;
}

static bool is_true(Bw *bw, const IrDiField *f) {
    return f && f->kind == IR_DI_WORD && strcmp(atom_str(bw->ctx, f->text), "true") == 0;
}

// A number, or words that stand for one.
static uint64_t wordy(Bw *bw, const IrDiField *f, DwKind kind) {
    uint64_t v = 0;
    if (!f || f->kind != IR_DI_WORD) return number_of(f);
    ir_dwarf_number(kind, atom_str(bw->ctx, f->text), atom_len(bw->ctx, f->text), &v);
    return v;
}

// Bounds may be written as integers, which are nodes in bitcode.
static IrMd *bound(Bw *bw, const IrDiField *f) {
    if (f->kind == IR_DI_MD) return f->md;
    return ir_md_value(bw->m, ir_sint(bw->m->ty_i64, f->num));
}

// How the tag's record is laid out in the dialect; NULL for tags that have none.
static const BcDiRow *row_of(Bw *bw, const IrMd *owner) {
    const char *tag = atom_str(bw->ctx, owner->text);
    return bw->old ? bc_di_old(tag) : bc_di_by_tag(tag);
}

// Calls `fn` for each node and `str` for each string that a node names, in order.
void bw_md_operands(Bw *bw, const IrMd *owner, void (*fn)(Bw *, IrMd *), void (*str)(Bw *, Atom)) {
    if (owner->kind == IR_MD_NODE) {
        for (uint32_t i = 0; i < owner->n; i++) fn(bw, owner->op[i]);
    } else if (owner->kind == IR_MD_LOC) {
        fn(bw, owner->scope);
        fn(bw, owner->inlined_at);
    } else if (owner->kind == IR_MD_DI) {
        for (uint32_t i = 0; i < owner->n; i++) {
            const IrDiField *f = &owner->field[i];
            if (f->kind == IR_DI_MD && !f->list) fn(bw, f->md);
            for (uint32_t k = 0; f->list && k < f->md->n; k++) fn(bw, f->md->op[k]);
            if (f->kind == IR_DI_STRING && f->text) str(bw, f->text);
        }
        // bounds that are numbers in the text become nodes
        const BcDiRow *row = row_of(bw, owner);
        BcDiField f;
        for (const char *s = row ? row->fields : ""; (s = bc_di_next(s, &f));) {
            const IrDiField *x = f.kind == 'd' ? field_of(bw, owner, f.key) : NULL;
            if (x && x->kind != IR_DI_MD) fn(bw, bound(bw, x));
        }
    }
}

// ---- debug information ----

// Marks of a subprogram that older text has as fields of their own.
static uint64_t sp_flags(Bw *bw, const IrMd *subprogram) {
    const IrDiField *x = field_of(bw, subprogram, "spFlags");
    if (x) return wordy(bw, x, DW_DISPFlag);
    const IrDiField *def = field_of(bw, subprogram, "isDefinition");
    bool local = is_true(bw, field_of(bw, subprogram, "isLocal"));
    bool definition = !def || is_true(bw, def);
    bool optimized = is_true(bw, field_of(bw, subprogram, "isOptimized"));
    uint64_t virtuality = wordy(bw, field_of(bw, subprogram, "virtuality"), DW_VIRTUALITY);
    return virtuality | local * 4u | definition * 8u | optimized * 16u;
}

// The sign in bit 0, the other bits flipped when it is set.
static uint64_t rotated(int64_t v) {
    return v >= 0 ? (uint64_t)v << 1 : ~((uint64_t)v << 1);
}

// The number that a field has in its record, by the kind of the field (bitcode_di.def).
static uint64_t di_field(Bw *bw, const IrMd *owner, const BcDiField *place) {
    const IrDiField *field = field_of(bw, owner, place->key);
    switch (place->kind) {
    case 'F': return sp_flags(bw, owner);
    case '1': return sp_flags(bw, owner) >> 2 & 1;
    case '2': return sp_flags(bw, owner) >> 3 & 1;
    case '3': return sp_flags(bw, owner) & 3;
    case '4': return sp_flags(bw, owner) >> 4 & 1;
    // absent means true
    case 'B': return !field || is_true(bw, field);
    default: break;
    }
    if (!field) return 0;
    switch (place->kind) {
    case 'm': return field->kind == IR_DI_MD ? bw_md(bw, field->md) : 0;
    case 's': return field->kind == IR_DI_STRING && field->text ? bw_md_string(bw, field->text) : 0;
    case 'd': return bw_md(bw, bound(bw, field));
    case 'r': return rotated((int64_t)number_of(field));
    case 'u':
    case 'i': return number_of(field);
    case 'b': return is_true(bw, field);
    // 0 is for a field that is not there
    case 'D': return number_of(field) + 1;
    default: return wordy(bw, field, (DwKind)bc_di_words(place->kind));
    }
}

// What a field holds when the text leaves it out. Depends on the tag alone.
static uint64_t absent(const char *tag, const BcDiField *place) {
    static const struct {
        const char *tag, *key;
        uint8_t holds;
    } fields[] = {
        {"DIBasicType", "tag", 0x24},
        {"DIStringType", "tag", 0x12},
        {"DITemplateValueParameter", "tag", 0x30},
        {"DIMacroFile", "type", 3}, // start_file
        {"DIGlobalVariable", "isDefinition", 1},
    };
    for (size_t i = 0; i < CU_COUNT(fields); i++) {
        bool same = strcmp(tag, fields[i].tag) == 0 && strcmp(place->key, fields[i].key) == 0;
        if (same) return fields[i].holds;
    }
    return 0;
}

// The record of a node by its row: as long as the last field that it needs.
static void di_node(Bw *bw, const IrMd *written) {
    const char *tag = atom_str(bw->ctx, written->text);
    const BcDiRow *row = row_of(bw, written);
    if (!row && bw->old) diag(bw->ctx, DIAG_OF(ir, ir_bitcode_old), 0, "debug information", tag);
    if (!row) { // unknown: its operands at least
        bw_record(bw, MDC_NODE, 0);
        return;
    }
    BcDiField place;
    uint64_t first = row->first | written->distinct | (row->code == 20); // units are distinct
    uint32_t last = 0;
    for (const char *s = row->fields; (s = bc_di_next(s, &place));) {
        if (place.at < 0 && di_field(bw, written, &place)) first |= 2;
        // fields that came after the record's first form are written only if they are there
        bool in = !place.newer || field_of(bw, written, place.key);
        if (in && place.at > 0 && (uint32_t)place.at > last) last = (uint32_t)place.at;
    }
    if (row->code == 16 && !field_of(bw, written, "source"))
        last = 4; // a file without source is shorter
    for (uint32_t i = 0; i <= last; i++) bw_push(bw, i ? 0 : first);
    if (row->code == 17 && !bw->old) bw_push(bw, 0); // no pointer authentication
    for (const char *s = row->fields; (s = bc_di_next(s, &place));) {
        if (place.at <= 0 || (uint32_t)place.at > last) continue;
        uint64_t v = di_field(bw, written, &place);
        if (!v && !field_of(bw, written, place.key)) v = absent(tag, &place);
        bw->r.at[place.at] = v;
    }
    bw_record(bw, row->code, 0);
}

// Version 3 of expressions. Everything is a number: operations, operands, encodings.
static void expression(Bw *bw, const IrMd *written) {
    bw_push(bw, 3 << 1 | written->distinct);
    for (uint32_t i = 0; i < written->n; i++) {
        const IrDiField *f = &written->field[i];
        uint64_t v = wordy(bw, f, DW_OP);
        if (f->kind == IR_DI_WORD && !v) { // DW_OP_LLVM_convert, N, DW_ATE_x
            v = wordy(bw, f, DW_ATE);
        }
        bw_push(bw, v);
    }
    bw_record(bw, MDC_EXPRESSION, 0);
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

// Record: marks, bits, name, words of the value. LLVM 7 has one word, rotated, and no bits.
static void enumerator(Bw *bw, const IrMd *written) {
    const IrDiField *field = field_of(bw, written, "value"), *name = field_of(bw, written, "name");
    uint64_t word[32] = {field ? (uint64_t)field->num : 0};
    uint32_t n = 1;
    bool uns = is_true(bw, field_of(bw, written, "isUnsigned"));
    if (field && field->kind == IR_DI_WORD) {
        const char *s = atom_str(bw->ctx, field->text);
        // as many words as leave its sign alone
        while (n < CU_COUNT(word)) {
            bool fits = words_of(s, word, n), minus = *s == '-';
            if (fits && (uns || minus == (word[n - 1] >> 63) || (minus && !word[n - 1]))) break;
            n++;
        }
    }
    bw_push(bw, (bw->old ? 0 : 4u) | (uns ? 2u : 0) | written->distinct);
    if (bw->old) bw_push(bw, rotated((int64_t)word[0]));
    if (!bw->old) bw_push(bw, n * 64);
    bw_push(bw, name && name->text ? bw_md_string(bw, name->text) : 0);
    for (uint32_t i = 0; i < n && !bw->old; i++) bw_signed(bw, (int64_t)word[i]);
    bw_record(bw, MDC_ENUMERATOR, 0);
}

// Record: marks, tag, version, header, operands.
static void generic(Bw *bw, const IrMd *written) {
    bw_push(bw, written->distinct);
    bw_push(bw, wordy(bw, field_of(bw, written, "tag"), DW_TAG));
    bw_push(bw, 0);
    const IrDiField *h = field_of(bw, written, "header"), *ops = field_of(bw, written, "operands");
    bw_push(bw, h && h->text ? bw_md_string(bw, h->text) : 0);
    const IrMd *list = ops && ops->kind == IR_DI_MD ? ops->md : NULL;
    for (uint32_t i = 0; list && list->kind == IR_MD_NODE && i < list->n; i++) {
        bw_push(bw, bw_md(bw, list->op[i]));
    }
    bw_record(bw, MDC_GENERIC_DEBUG, 0);
}

// The record of any node.
static void node(Bw *bw, const IrMd *written) {
    static const struct {
        const char *tag;
        void (*fn)(Bw *, const IrMd *);
    } special[] = {
        {"DIExpression", expression}, {"DIEnumerator", enumerator}, {"GenericDINode", generic}};
    if (written->kind == IR_MD_NODE) {
        for (uint32_t i = 0; i < written->n; i++) bw_push(bw, bw_md(bw, written->op[i]));
        bw_record(bw, written->distinct ? MDC_DISTINCT_NODE : MDC_NODE, 0);
        return;
    }
    if (written->kind == IR_MD_LOC) {
        bw_push(bw, written->distinct);
        bw_push(bw, written->line);
        bw_push(bw, written->column);
        bw_push(bw, bw_md(bw, written->scope) - 1);
        bw_push(bw, bw_md(bw, written->inlined_at));
        if (!bw->old) bw_push(bw, 0); // not implicit code
        bw_record(bw, MDC_LOCATION, 0);
        return;
    }
    for (size_t i = 0; i < CU_COUNT(special); i++) {
        if (strcmp(atom_str(bw->ctx, written->text), special[i].tag) == 0) {
            special[i].fn(bw, written);
            return;
        }
    }
    di_node(bw, written);
}

// ---- the block of the module ----

// Appends bits to a stream of bytes of its own, least significant first.
static void blob_bits(Buf *out, uint64_t *cur, uint32_t *n, uint64_t v, uint32_t bits) {
    *cur |= v << *n;
    for (*n += bits; *n >= 8; *n -= 8, *cur >>= 8) buf_putc(out, (char)*cur);
}

// STRINGS: [count, offset of the characters, blob of vbr6 lengths, then characters]
static void strings(Bw *bw) {
    static const AbbrevOp op[] = {
        {BIT_ENCODING_LITERAL, MDC_STRINGS}, {BIT_VBR, 6}, {BIT_VBR, 6}, {BIT_BLOB, 0}};
    Buf out;
    buf_init(&out, &bw->a);
    uint64_t cur = 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < bw->strings.n; i++) {
        uint32_t len = atom_len(bw->ctx, bw->strings.at[i]);
        for (; len >= 32; len >>= 5) blob_bits(&out, &cur, &n, (len & 31) | 32, 6);
        blob_bits(&out, &cur, &n, len, 6);
    }
    while (n || out.n % 4) blob_bits(&out, &cur, &n, 0, n ? 8 - n : 8);
    size_t chars = out.n;
    for (uint32_t i = 0; i < bw->strings.n; i++) buf_atom(bw->ctx, &out, bw->strings.at[i]);
    bw_push(bw, bw->strings.n);
    bw_push(bw, chars);
    bw_blob_record(bw, &(Abbrev){4, op}, out.at, out.n);
}

// NAME, then NAMED_NODE; its operands are ids, not ids + 1.
static void named(Bw *bw) {
    IrModule *m = bw->m;
    for (uint32_t i = 0; i < m->nnamed_md; i++) {
        bw_text_record(bw, MDC_NAME, m->named_md_[i].name);
        for (uint32_t k = 0; k < m->named_md_[i].ops.n; k++) {
            bw_push(bw, bw_md(bw, m->named_md_[i].ops.at[k]) - 1);
        }
        bw_record(bw, MDC_NAMED_NODE, 0);
    }
}

// Pairs of kind and node.
static void attached(Bw *bw, const IrMdAttach *a) {
    for (; a; a = a->next) {
        bw_push(bw, bw_kind(bw, a->kind));
        bw_push(bw, bw_md(bw, a->md) - 1);
    }
}

// Kinds, then the module's metadata: strings, values and nodes in the order of their ids, then
// names and the attachments of what has no body.
void bw_metadata(Bw *bw) {
    if (bw->kinds.n) {
        bw_enter(bw, BLK_METADATA_KIND, 3);
        for (uint32_t i = 0; i < bw->kinds.n; i++) {
            bw_push(bw, i);
            bw_text_record(bw, MDC_KIND, bw->kinds.at[i]);
        }
        bw_leave(bw);
    }
    if (!bw->strings.n && !bw->md_values.n && !bw->md_nodes.n && !bw->m->nnamed_md) return;
    bw_enter(bw, BLK_METADATA, 4);
    if (bw->strings.n) strings(bw);
    for (uint32_t i = 0; i < bw->md_values.n; i++) {
        const IrValue *v = bw->md_values.at[i]->value;
        bw_push(bw, bw_type(bw, v->type));
        bw_push(bw, bw_value(bw, v));
        bw_record(bw, MDC_VALUE, 0);
    }
    for (uint32_t i = 0; i < bw->md_nodes.n; i++) node(bw, bw->md_nodes.at[i]);
    named(bw);
    for (uint32_t i = 0; i < bw->nglobals; i++) {
        const IrGlobal *g = (const IrGlobal *)bw->values.at[i];
        bool body = g->v.kind == IR_C_FUNC && !ir_is_decl((const IrFunc *)g);
        if (!g->md || body) continue; // a body has a block of attachments
        bw_push(bw, i);
        attached(bw, g->md);
        bw_record(bw, MDC_GLOBAL_ATTACHMENT, 0);
    }
    bw_leave(bw);
}

// The function's own, then its instructions' by their number. Locations are no attachments here.
void bw_attachments(Bw *bw, IrFunc *fn) {
    bool any = fn->g.md != NULL;
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) any = any || i->md;
    }
    if (!any) return;
    bw_enter(bw, BLK_ATTACHMENT, 3);
    if (fn->g.md) {
        attached(bw, fn->g.md);
        bw_record(bw, MDC_ATTACHMENT, 0);
    }
    uint32_t no = 0;
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            if (i->md) {
                bw_push(bw, no);
                attached(bw, i->md);
                bw_record(bw, MDC_ATTACHMENT, 0);
            }
            no++;
        }
    }
    bw_leave(bw);
}
