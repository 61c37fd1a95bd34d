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
    const char *name; // of a node when kind is DI_NODE
    uint8_t kind, flags;
} DiRow;
#define DI_NODE 255
static const DiRow rows[] = {
#define DI(tag)                     {#tag, DI_NODE, 0},
#define DI_FIELD(name, kind, flags) {#name, DI_##kind, flags},
#include "ir/di.def"
    {NULL, DI_NODE, 0},
};

static bool dwarf_word(const Parser *p, DiKind kind) {
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
    return p->tok.kind == T_WORD && p->tok.n &&
           ir_dwarf_number((DwKind)dw[kind], p->tok.s, p->tok.n, &number);
}

// ---- fields ----

static bool int_value(Parser *p, IrDiField *f, bool is_signed, uint64_t max) {
    const char *at = p->tok_at;
    if (p->tok.kind != T_INT || (!is_signed && *p->tok.s == '-')) {
        return pa_fail(p, is_signed ? "signed integer expected" : "unsigned integer expected");
    }
    IrConst *c = pa_int_const(p, ir_ty_int(p->m, 256));
    if (!c) return false;
    bool neg = is_signed && ir_fits_i64(c) && ir_sval(c) < 0;
    if (!neg && (!ir_fits_u64(c) || ir_uval(c) > max)) {
        return pa_fail_at(p, at, "value is too large, the limit is %llu", (unsigned long long)max);
    }
    f->kind = neg || ir_uval(c) <= INT64_MAX ? IR_DI_INT : IR_DI_UINT;
    f->num = (int64_t)ir_uval(c);
    return true;
}

static bool big_value(Parser *p, IrDiField *f) { // any width: kept as text
    if (p->tok.kind != T_INT) return pa_fail(p, "integer expected");
    f->kind = IR_DI_WORD;
    f->text = atom_intern(p->ctx, p->tok.s, p->tok.n);
    pa_next(p);
    return true;
}

static bool md_value(Parser *p, IrDiField *f, bool nonnull) {
    if (nonnull && pa_is_word(p, "null")) return pa_fail(p, "the field cannot be null");
    f->kind = IR_DI_MD;
    f->md = pa_md(p);
    return !p->failed;
}

static bool bool_value(Parser *p, IrDiField *f) {
    if (!pa_is_word(p, "true") && !pa_is_word(p, "false")) {
        return pa_fail(p, "'true' or 'false' expected");
    }
    f->kind = IR_DI_WORD;
    f->text = atom_intern(p->ctx, p->tok.s, p->tok.n);
    pa_next(p);
    return true;
}

// A name of dwarf.def, or a number; flags may be joined by '|'.
static bool dwarf_value(Parser *p, IrDiField *f, DiKind kind) {
    static const uint32_t limit[] = {
        [DI_TAG] = 0xffff, [DI_LANG] = 0xffff,     [DI_ATE] = 255,
        [DI_CC] = 255,     [DI_VIRT] = 2,          [DI_MACINFO] = 255,
        [DI_OP] = 0xffff,  [DI_FLAG] = UINT32_MAX, [DI_SPFLAG] = UINT32_MAX,
        [DI_EMISSION] = 3, [DI_NAMETABLE] = 3,     [DI_CHECKSUM] = 3};
    bool flags = kind == DI_FLAG || kind == DI_SPFLAG;
    if (p->tok.kind == T_INT && !flags && kind != DI_CHECKSUM) {
        return int_value(p, f, false, limit[kind]);
    }
    Buf b;
    buf_init(&b, &p->tmp);
    do {
        if (b.n) buf_puts(&b, " | ");
        if (p->tok.kind == T_INT && flags) {
            if (*p->tok.s == '-') return pa_fail(p, "unsigned integer expected");
        } else if (p->tok.kind != T_WORD || !dwarf_word(p, kind)) {
            bool newer = p->tok.kind == T_WORD && kind == DI_LANG && p->tok.n > 8 &&
                         memcmp(p->tok.s, "DW_LNAME", 8) == 0;
            if (!newer) return pa_fail(p, "invalid name or number of this field");
        }
        buf_write(&b, p->tok.s, p->tok.n);
        pa_next(p);
    } while (flags && pa_eat(p, '|'));
    f->kind = IR_DI_WORD;
    f->text = atom_intern(p->ctx, b.at, b.n);
    return true;
}

static bool string_value(Parser *p, IrDiField *f, bool nonempty) {
    if (nonempty && p->tok.kind == T_STRING && !p->tok.n) {
        return pa_fail(p, "the field cannot be empty");
    }
    f->kind = IR_DI_STRING;
    f->text = pa_string(p);
    return !p->failed;
}

static bool list_value(Parser *p, IrDiField *f) { // {!1, !2}: kept as a node
    IrMd *d = arena_new(&p->m->arena, IrMd);
    f->kind = IR_DI_MD;
    f->md = d;
    f->list = true;
    return pa_expect(p, '{') && pa_md_operands(p, d);
}

static bool field_value(Parser *p, const DiRow *row, IrDiField *f) {
    bool nonnull = row->flags & NONNULL;
    switch ((DiKind)row->kind) {
    case DI_MD: return md_value(p, f, nonnull);
    case DI_STR: return string_value(p, f, nonnull);
    case DI_BOOL: return bool_value(p, f);
    case DI_U3: return int_value(p, f, false, 7);
    case DI_U16: return int_value(p, f, false, 65535);
    case DI_U32: return int_value(p, f, false, UINT32_MAX);
    case DI_U64: return int_value(p, f, false, UINT64_MAX);
    case DI_U64MD:
        return p->tok.kind == T_INT ? int_value(p, f, false, UINT64_MAX) : md_value(p, f, false);
    case DI_SINT: return int_value(p, f, true, INT64_MAX);
    case DI_SINTMD:
        return p->tok.kind == T_INT ? int_value(p, f, true, INT64_MAX) : md_value(p, f, nonnull);
    case DI_BIGINT: return big_value(p, f);
    case DI_LIST: return list_value(p, f);
    case DI_WORD:
        return p->tok.kind == T_WORD
                   ? (f->kind = IR_DI_WORD, f->text = pa_name(p), pa_next(p), true)
                   : pa_fail(p, "name expected");
    default: return dwarf_value(p, f, (DiKind)row->kind);
    }
}

// ---- nodes ----

static const DiRow *find_node(const Parser *p) {
    for (const DiRow *r = rows; r->name; r++) {
        if (r->kind == DI_NODE && strlen(r->name) == p->tok.n &&
            memcmp(r->name, p->tok.s, p->tok.n) == 0) {
            return r;
        }
    }
    return NULL;
}

typedef VEC(IrDiField) Fields;

static bool fields(Parser *p, const DiRow *node, Fields *v) { // behind "!DIxxx("
    uint64_t seen = 0;
    while (!pa_is(p, ')')) {
        IrDiField f = {0};
        const DiRow *r = node + 1;
        if (p->tok.kind != T_LABEL) return pa_fail(p, "field label expected");
        while (r->kind != DI_NODE &&
               (strlen(r->name) != p->tok.n || memcmp(r->name, p->tok.s, p->tok.n) != 0)) {
            r++;
        }
        if (r->kind == DI_NODE) return pa_fail(p, "invalid field");
        uint64_t bit = 1ull << (r - node);
        if (seen & bit) return pa_fail(p, "field '%s' given more than once", r->name);
        seen |= bit;
        f.key = pa_name(p);
        pa_next(p);
        if (!field_value(p, r, &f)) return false;
        vec_push(&p->tmp, v, f);
        if (!pa_eat(p, ',')) break;
        if (pa_is(p, ')')) return pa_fail(p, "field label expected");
    }
    for (const DiRow *r = node + 1; r->kind != DI_NODE; r++) {
        if ((r->flags & REQ) && !(seen >> (r - node) & 1)) {
            return pa_fail(p, "missing required field '%s'", r->name);
        }
    }
    return pa_expect(p, ')');
}

// The location that the fields say; IR_MD_LOC has its own form.
static void to_loc(IrMd *d, Ctx *ctx, const Fields *v) {
    d->kind = IR_MD_LOC;
    VEC_FOREACH (IrDiField, f, v) {
        const char *k = atom_str(ctx, f->key);
        if (strcmp(k, "line") == 0) d->line = (uint32_t)f->num;
        if (strcmp(k, "column") == 0) d->column = (uint32_t)f->num;
        if (strcmp(k, "scope") == 0) d->scope = f->md;
        if (strcmp(k, "inlinedAt") == 0) d->inlined_at = f->md;
    }
}

static bool has_field(Ctx *ctx, const Fields *v, const char *key, const char *part) {
    VEC_FOREACH (IrDiField, f, v) {
        if (strcmp(atom_str(ctx, f->key), key) != 0) continue;
        return f->kind == IR_DI_WORD && strstr(atom_str(ctx, f->text), part);
    }
    return false;
}

static bool must_be_distinct(Parser *p, const char *tag, const Fields *v) {
    if (strcmp(tag, "DICompileUnit") == 0 || strcmp(tag, "DIAssignID") == 0) return true;
    if (strcmp(tag, "DISubprogram") != 0) return false;
    bool has_flags = false;
    VEC_FOREACH (IrDiField, f, v) {
        if (strcmp(atom_str(p->ctx, f->key), "spFlags") == 0) has_flags = true;
    }
    return has_flags ? has_field(p->ctx, v, "spFlags", "DISPFlagDefinition")
                     : !has_field(p->ctx, v, "isDefinition", "false");
}

// !DIExpression(DW_OP_deref, 8): operations and numbers.
static bool expression(Parser *p, Fields *v) {
    while (!pa_is(p, ')')) {
        IrDiField f = {0};
        if (p->tok.kind == T_WORD) {
            if (!dwarf_word(p, DI_OP) && !dwarf_word(p, DI_ATE)) {
                return pa_fail(p, "invalid DWARF operation");
            }
            f.kind = IR_DI_WORD;
            f.text = pa_name(p);
            pa_next(p);
        } else if (!int_value(p, &f, false, UINT64_MAX)) {
            return false;
        }
        vec_push(&p->tmp, v, f);
        if (!pa_eat(p, ',')) break;
        if (pa_is(p, ')')) return pa_fail(p, "operation or number expected");
    }
    return pa_expect(p, ')');
}

static bool arg_list(Parser *p, Fields *v) { // !DIArgList(i32 %a, i32 0)
    if (!p->local_md_ok) return pa_fail(p, "!DIArgList cannot appear outside of a function");
    while (!pa_is(p, ')')) {
        IrDiField f = {.kind = IR_DI_MD};
        if (p->tok.kind == T_META || p->tok.kind == T_METANO || pa_is(p, '!')) {
            return pa_fail(p, "type and value expected");
        }
        f.md = pa_md(p);
        if (p->failed) return false;
        vec_push(&p->tmp, v, f);
        if (!pa_eat(p, ',')) break;
    }
    return pa_expect(p, ')');
}

bool pa_di(Parser *p, IrMd *d) { // at the tag
    Fields v = {0};
    const char *at = p->tok_at;
    const DiRow *node = find_node(p);
    Atom tag = pa_name(p);
    const char *s = atom_str(p->ctx, tag);
    bool is_expr = strcmp(s, "DIExpression") == 0, is_args = strcmp(s, "DIArgList") == 0;
    if (!node && !is_expr && !is_args) return pa_fail(p, "invalid metadata node '%s'", s);
    pa_next(p);
    if (!pa_expect(p, '(')) return false;
    bool ok = is_expr ? expression(p, &v) : is_args ? arg_list(p, &v) : fields(p, node, &v);
    if (!ok) return false;
    if (strcmp(s, "DILocation") == 0) {
        to_loc(d, p->ctx, &v);
        return true;
    }
    if (!d->distinct && must_be_distinct(p, s, &v)) {
        return pa_fail_at(p, at, "missing 'distinct', required for !%s", s);
    }
    d->kind = IR_MD_DI;
    d->text = tag;
    d->n = v.n;
    d->field = arena_copy(&p->m->arena, v.at, v.n * sizeof(IrDiField), sizeof(void *));
    return true;
}
