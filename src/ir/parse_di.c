// SPDX-License-Identifier: Apache-2.0
// The reader's specialised metadata nodes: !DIxxx(field: value, ...). Fields are checked against
// the rows of di.def and kept as written; names of DWARF against dwarf.def.
#include "ir/dwarf.h"
#include "ir/parse_int.h"

typedef enum {
    DI_MD,
    DI_STR,
    DI_BOOL,
    DI_U3,
    DI_U16,
    DI_U32,
    DI_U64,
    DI_U64MD,
    DI_SINT,
    DI_SINTMD,
    DI_BIGINT,
    DI_LIST,
    DI_WORD,
    DI_TAG,
    DI_LANG,
    DI_ATE,
    DI_CC,
    DI_VIRT,
    DI_MACINFO,
    DI_OP,
    DI_FLAG,
    DI_SPFLAG,
    DI_EMISSION,
    DI_NAMETABLE,
    DI_CHECKSUM
} DiKind;
enum { REQ = 1, NONNULL = 2 };
typedef struct {
    char name[34]; // of a node when kind is DI_NODE
    uint8_t kind, flags;
} DiRow;
#define DI_NODE 255
static const DiRow rows[] = {
#define DI(tag)                     {#tag, DI_NODE, 0},
#define DI_FIELD(name, kind, flags) {#name, DI_##kind, flags},
#include "ir/di.def"
    {"", DI_NODE, 0},
};

// Whether the word at hand is one of the kind's vocabulary.
static bool dwarf_word(const Parser *parser, DiKind kind) {
    static const uint8_t dw[] = {[DI_TAG] = DW_TAG,
                                 [DI_LANG] = DW_LANG,
                                 [DI_ATE] = DW_ATE,
                                 [DI_CC] = DW_CC,
                                 [DI_VIRT] = DW_VIRTUALITY,
                                 [DI_MACINFO] = DW_MACINFO,
                                 [DI_OP] = DW_OP,
                                 [DI_FLAG] = DW_DIFlag,
                                 [DI_SPFLAG] = DW_DISPFlag,
                                 [DI_EMISSION] = DW_EMISSION,
                                 [DI_NAMETABLE] = DW_NAME_TABLE,
                                 [DI_CHECKSUM] = DW_CHECKSUM};
    uint64_t number;
    return parser->tok.kind == T_WORD && parser->tok.n &&
           ir_dwarf_number((DwKind)dw[kind], parser->tok.s, parser->tok.n, &number);
}

// ---- fields ----

// A number of at most `max`, or of 64 bits with a sign.
static bool int_value(Parser *parser, IrDiField *filled, bool is_signed, uint64_t max) {
    const char *at = parser->tok_at;
    if (parser->tok.kind != T_INT || (!is_signed && *parser->tok.s == '-')) {
        return pa_fail(parser, is_signed ? "signed integer expected" : "unsigned integer expected");
    }
    IrConst *c = pa_int_const(parser, ir_ty_int(parser->m, 256));
    if (!c) return false;
    bool neg = is_signed && ir_fits_i64(c) && ir_sval(c) < 0;
    if (!neg && (!ir_fits_u64(c) || ir_uval(c) > max)) {
        return pa_fail_at(parser, at, "value is too large, the limit is %llu",
                          (unsigned long long)max);
    }
    filled->kind = neg || ir_uval(c) <= INT64_MAX ? IR_DI_INT : IR_DI_UINT;
    filled->num = (int64_t)ir_uval(c);
    return true;
}

// A number of any width: kept as text.
static bool big_value(Parser *parser, IrDiField *f) {
    if (parser->tok.kind != T_INT) return pa_fail(parser, "integer expected");
    f->kind = IR_DI_WORD;
    f->text = atom_intern(parser->ctx, parser->tok.s, parser->tok.n);
    pa_next(parser);
    return true;
}

// A node; null where that is allowed.
static bool md_value(Parser *parser, IrDiField *f, bool nonnull) {
    if (nonnull && pa_is_word(parser, "null")) return pa_fail(parser, "the field cannot be null");
    f->kind = IR_DI_MD;
    f->md = pa_md(parser);
    return !parser->failed;
}

// true or false, kept as written.
static bool bool_value(Parser *parser, IrDiField *filled) {
    if (!pa_is_word(parser, "true") && !pa_is_word(parser, "false")) {
        return pa_fail(parser, "'true' or 'false' expected");
    }
    filled->kind = IR_DI_WORD;
    filled->text = atom_intern(parser->ctx, parser->tok.s, parser->tok.n);
    pa_next(parser);
    return true;
}

// A name of dwarf.def, or a number; flags may be joined by '|'.
static bool dwarf_value(Parser *parser, IrDiField *filled, DiKind kind) {
    static const uint32_t limit[] = {
        [DI_TAG] = 0xffff, [DI_LANG] = 0xffff,     [DI_ATE] = 255,
        [DI_CC] = 255,     [DI_VIRT] = 2,          [DI_MACINFO] = 255,
        [DI_OP] = 0xffff,  [DI_FLAG] = UINT32_MAX, [DI_SPFLAG] = UINT32_MAX,
        [DI_EMISSION] = 3, [DI_NAMETABLE] = 3,     [DI_CHECKSUM] = 3};
    bool flags = is_any_of(kind, DI_FLAG, DI_SPFLAG);
    if (parser->tok.kind == T_INT && !flags && kind != DI_CHECKSUM) {
        return int_value(parser, filled, false, limit[kind]);
    }
    Buf out;
    buf_init(&out, &parser->tmp);
    do {
        if (out.n) buf_puts(&out, " | ");
        if (parser->tok.kind == T_INT && flags) {
            if (*parser->tok.s == '-') return pa_fail(parser, "unsigned integer expected");
        } else if (parser->tok.kind != T_WORD || !dwarf_word(parser, kind)) {
            // a language's name of a newer LLVM is kept as it is
            bool newer = parser->tok.kind == T_WORD && kind == DI_LANG && parser->tok.n > 8 &&
                         memcmp(parser->tok.s, "DW_LNAME", 8) == 0;
            if (!newer) return pa_fail(parser, "invalid name or number of this field");
        }
        buf_write(&out, parser->tok.s, parser->tok.n);
        pa_next(parser);
    } while (flags && pa_eat(parser, '|'));
    filled->kind = IR_DI_WORD;
    filled->text = atom_intern(parser->ctx, out.at, out.n);
    return true;
}

// A string; `nonempty` where the field cannot be empty.
static bool string_value(Parser *parser, IrDiField *f, bool nonempty) {
    if (nonempty && parser->tok.kind == T_STRING && !parser->tok.n) {
        return pa_fail(parser, "the field cannot be empty");
    }
    f->kind = IR_DI_STRING;
    f->text = pa_string(parser);
    return !parser->failed;
}

// The form {!1, !2}: kept as a node.
static bool list_value(Parser *parser, IrDiField *f) {
    IrMd *d = arena_new(&parser->m->arena, IrMd);
    f->kind = IR_DI_MD;
    f->md = d;
    f->list = true;
    return pa_expect(parser, '{') && pa_md_operands(parser, d);
}

// A field's value by the kind of its row.
static bool field_value(Parser *parser, const DiRow *rule, IrDiField *filled) {
    bool nonnull = rule->flags & NONNULL;
    switch ((DiKind)rule->kind) {
    case DI_MD: return md_value(parser, filled, nonnull);
    case DI_STR: return string_value(parser, filled, nonnull);
    case DI_BOOL: return bool_value(parser, filled);
    case DI_U3: return int_value(parser, filled, false, 7);
    case DI_U16: return int_value(parser, filled, false, 65535);
    case DI_U32: return int_value(parser, filled, false, UINT32_MAX);
    case DI_U64: return int_value(parser, filled, false, UINT64_MAX);
    case DI_U64MD:
        return parser->tok.kind == T_INT ? int_value(parser, filled, false, UINT64_MAX)
                                         : md_value(parser, filled, false);
    case DI_SINT: return int_value(parser, filled, true, INT64_MAX);
    case DI_SINTMD:
        return parser->tok.kind == T_INT ? int_value(parser, filled, true, INT64_MAX)
                                         : md_value(parser, filled, nonnull);
    case DI_BIGINT: return big_value(parser, filled);
    case DI_LIST: return list_value(parser, filled);
    case DI_WORD:
        if (parser->tok.kind != T_WORD) return pa_fail(parser, "name expected");
        filled->kind = IR_DI_WORD;
        filled->text = pa_name(parser);
        pa_next(parser);
        return true;
    default: return dwarf_value(parser, filled, (DiKind)rule->kind);
    }
}

// ---- nodes ----

// The row of the node whose tag is at hand, or NULL.
static const DiRow *find_node(const Parser *parser) {
    for (const DiRow *r = rows; *r->name; r++) {
        if (r->kind == DI_NODE && strlen(r->name) == parser->tok.n &&
            memcmp(r->name, parser->tok.s, parser->tok.n) == 0) {
            return r;
        }
    }
    return NULL;
}

typedef VEC(IrDiField) Fields;

// The fields of a node, behind "!DIxxx(". Any order; each once; the required ones must be there.
static bool fields(Parser *parser, const DiRow *node, Fields *v) {
    uint64_t seen = 0;
    while (!pa_is(parser, ')')) {
        IrDiField field = {0};
        const DiRow *row = node + 1;
        if (parser->tok.kind != T_LABEL) return pa_fail(parser, "field label expected");
        while (row->kind != DI_NODE && (strlen(row->name) != parser->tok.n ||
                                        memcmp(row->name, parser->tok.s, parser->tok.n) != 0)) {
            row++;
        }
        if (row->kind == DI_NODE) return pa_fail(parser, "invalid field");
        // no node has as many as 64 fields
        uint64_t bit = 1ull << (row - node);
        if (seen & bit) return pa_fail(parser, "field '%s' given more than once", row->name);
        seen |= bit;
        field.key = pa_name(parser);
        pa_next(parser);
        if (!field_value(parser, row, &field)) return false;
        vec_push(&parser->tmp, v, field);
        if (!pa_eat(parser, ',')) break;
        if (pa_is(parser, ')')) return pa_fail(parser, "field label expected");
    }
    for (const DiRow *r = node + 1; r->kind != DI_NODE; r++) {
        if ((r->flags & REQ) && !(seen >> (r - node) & 1)) {
            return pa_fail(parser, "missing required field '%s'", r->name);
        }
    }
    return pa_expect(parser, ')');
}

// The location that the fields say; IR_MD_LOC has its own form.
static void to_loc(IrMd *md, Ctx *ctx, const Fields *fields) {
    md->kind = IR_MD_LOC;
    VEC_FOREACH (IrDiField, f, fields) {
        const char *k = atom_str(ctx, f->key);
        if (strcmp(k, "line") == 0) md->line = (uint32_t)f->num;
        if (strcmp(k, "column") == 0) md->column = (uint32_t)f->num;
        if (strcmp(k, "scope") == 0) md->scope = f->md;
        if (strcmp(k, "inlinedAt") == 0) md->inlined_at = f->md;
    }
}

// Whether a field of words has `part` among them.
static bool has_field(Ctx *ctx, const Fields *v, const char *key, const char *part) {
    VEC_FOREACH (IrDiField, f, v) {
        if (strcmp(atom_str(ctx, f->key), key) != 0) continue;
        return f->kind == IR_DI_WORD && strstr(atom_str(ctx, f->text), part);
    }
    return false;
}

// LLVM refuses such nodes when they are uniqued: units, and subprograms that are definitions.
static bool must_be_distinct(Parser *parser, const char *tag, const Fields *fields) {
    if (strcmp(tag, "DICompileUnit") == 0 || strcmp(tag, "DIAssignID") == 0) return true;
    if (strcmp(tag, "DISubprogram") != 0) return false;
    bool has_flags = false;
    VEC_FOREACH (IrDiField, f, fields) {
        if (strcmp(atom_str(parser->ctx, f->key), "spFlags") == 0) has_flags = true;
    }
    return has_flags ? has_field(parser->ctx, fields, "spFlags", "DISPFlagDefinition")
                     : !has_field(parser->ctx, fields, "isDefinition", "false");
}

// !DIExpression(DW_OP_deref, 8): operations and numbers.
static bool expression(Parser *parser, Fields *into) {
    while (!pa_is(parser, ')')) {
        IrDiField field = {0};
        if (parser->tok.kind == T_WORD) {
            if (!dwarf_word(parser, DI_OP) && !dwarf_word(parser, DI_ATE)) {
                return pa_fail(parser, "invalid DWARF operation");
            }
            field.kind = IR_DI_WORD;
            field.text = pa_name(parser);
            pa_next(parser);
        } else if (!int_value(parser, &field, false, UINT64_MAX)) {
            return false;
        }
        vec_push(&parser->tmp, into, field);
        if (!pa_eat(parser, ',')) break;
        if (pa_is(parser, ')')) return pa_fail(parser, "operation or number expected");
    }
    return pa_expect(parser, ')');
}

// The form !DIArgList(i32 %a, i32 0), in arguments of debug intrinsics only.
static bool arg_list(Parser *parser, Fields *into) {
    if (!parser->local_md_ok)
        return pa_fail(parser, "!DIArgList cannot appear outside of a function");
    while (!pa_is(parser, ')')) {
        IrDiField f = {.kind = IR_DI_MD};
        if (is_any_of(parser->tok.kind, T_META, T_METANO) || pa_is(parser, '!')) {
            return pa_fail(parser, "type and value expected");
        }
        f.md = pa_md(parser);
        if (parser->failed) return false;
        vec_push(&parser->tmp, into, f);
        if (!pa_eat(parser, ',')) break;
    }
    return pa_expect(parser, ')');
}

// At the tag.
bool pa_di(Parser *parser, IrMd *filled) {
    Fields v = {0};
    const char *at = parser->tok_at;
    const DiRow *node = find_node(parser);
    Atom tag = pa_name(parser);
    const char *s = atom_str(parser->ctx, tag);
    bool is_expr = strcmp(s, "DIExpression") == 0, is_args = strcmp(s, "DIArgList") == 0;
    if (!node && !is_expr && !is_args) return pa_fail(parser, "invalid metadata node '%s'", s);
    pa_next(parser);
    if (!pa_expect(parser, '(')) return false;
    bool ok;
    if (is_expr)
        ok = expression(parser, &v);
    else
        ok = is_args ? arg_list(parser, &v) : fields(parser, node, &v);
    if (!ok) return false;
    if (strcmp(s, "DILocation") == 0) {
        to_loc(filled, parser->ctx, &v);
        return true;
    }
    if (!filled->distinct && must_be_distinct(parser, s, &v)) {
        return pa_fail_at(parser, at, "missing 'distinct', required for !%s", s);
    }
    filled->kind = IR_MD_DI;
    filled->text = tag;
    filled->n = v.n;
    filled->field = arena_copy(&parser->m->arena, v.at, v.n * sizeof(IrDiField), sizeof(void *));
    return true;
}
