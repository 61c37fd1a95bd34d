// SPDX-License-Identifier: Apache-2.0
// Remarks: what passes did, or why not, as diagnostics (-Rpass=REGEX and its kin, after clang) and
// as a record of them all (-fsave-optimization-record: the YAML of LLVM's remarks, which its
// opt-viewer reads, or the same as JSON).
//
// A pass's remark is made when it is said, for the instruction may be gone soon after, and put into
// an OptRemarkBuf. The runner empties those in the order of the functions, so that the bytes do not
// depend on who worked when. Atoms are interned when a run begins, never by a pass.
#include "opt/common/remark.h"

#include <strings.h>

#include "opt/opt_diag.h"

typedef OptRemarkRow Row;
#define DIAG(id, kind_, keys_, text_)                                                              \
    const OptRemarkRow opt_r_##id = {.keys = keys_, .text = text_, .kind = OPT_REMARK_##kind_};
#include "opt/remark_diag.def"
#undef DIAG

const OptRemarkOptions opt_inline_remarks = {.pass = {"^inline$", "^inline$", "^inline$"}};

// ---- where it was ------------------------------------------------------------------------------

typedef struct {
    const char *file; // NULL: unknown
    uint32_t line, column;
} Place;

static const IrMd *md_in(const IrMd *di, Atom key) {
    const IrDiField *f = ir_md_field(di, key);
    return f && f->kind == IR_DI_MD ? f->md : NULL;
}

static const char *file_of(const PassCtx *pc, const IrMd *scope) {
    enum { MAX_SCOPES = 1000 }; // in the input one may (wrongly) contain itself
    const OptRemarks *r = pc->remarks;
    for (uint32_t n = 0; scope && n < MAX_SCOPES; n++) {
        const IrMd *file = md_in(scope, r->file);
        const IrDiField *name = file ? ir_md_field(file, r->filename) : NULL;
        if (name && name->kind == IR_DI_STRING) return atom_str(pc->ctx, name->text);
        scope = md_in(scope, r->scope);
    }
    return NULL;
}

// Of the instruction, or else of the function.
static Place place_of(const PassCtx *pc, const IrFunc *fn, const IrInst *at) {
    const IrMd *loc = at ? at->dbg : NULL;
    if (loc && loc->kind == IR_MD_LOC)
        return (Place){file_of(pc, loc->scope), loc->line, loc->column};
    const IrMd *sub = fn ? ir_global_get_md(&fn->g, pc->remarks->dbg) : NULL;
    if (!sub) return (Place){0};
    const IrDiField *line = ir_md_field(sub, pc->remarks->line);
    bool known = line && is_any_of(line->kind, IR_DI_INT, IR_DI_UINT);
    return (Place){file_of(pc, sub), known ? (uint32_t)line->num : 0, 0};
}

// ---- one remark --------------------------------------------------------------------------------

typedef struct {
    const char *key; // of a value, or NULL: a part of the row's text
    uint32_t nkey;
    const char *text;
} Piece;
typedef VEC(Piece) Pieces;

typedef struct {
    va_list ap; // in a struct so that it can be passed by reference portably
} Values;

// The value of the conversion at *p (behind the '%'), which is passed over.
static void put_value(Ctx *ctx, Buf *out, const char **p, Values *values) {
    int longs = 0;
    for (; **p == 'l'; (*p)++) longs++;
    switch (*(*p)++) {
    case 'A': buf_atom(ctx, out, va_arg(values->ap, Atom)); break;
    case 's': buf_puts(out, va_arg(values->ap, const char *)); break;
    case 'd': buf_i64(out, longs ? va_arg(values->ap, long long) : va_arg(values->ap, int)); break;
    case 'u':
        buf_u64(out, longs ? va_arg(values->ap, unsigned long long) : va_arg(values->ap, unsigned));
        break;
    default: CU_ASSERT(ctx, !"conversion of a remark");
    }
}

// The row's text cut at its conversions.
static void cut(Ctx *ctx, const Row *row, Arena *arena, Pieces *out, Values *values) {
    const char *key = row->keys + strcspn(row->keys, " ");
    for (const char *p = row->text; *p;) {
        Buf buf;
        buf_init(&buf, arena);
        Piece piece = {0};
        if (*p == '%') {
            p++;
            put_value(ctx, &buf, &p, values);
            key += strspn(key, " ");
            CU_ASSERT(ctx, *key);
            piece.key = key;
            piece.nkey = (uint32_t)strcspn(key, " ");
            key += piece.nkey;
        } else {
            size_t n = strcspn(p, "%");
            buf_write(&buf, p, n);
            p += n;
        }
        piece.text = buf_cstr(&buf);
        vec_push(arena, out, piece);
    }
}

// ---- the record --------------------------------------------------------------------------------

static const char *const kind_names[] = {[OPT_REMARK_PASSED] = "Passed",
                                         [OPT_REMARK_MISSED] = "Missed",
                                         [OPT_REMARK_ANALYSIS] = "Analysis"};

static bool is_plain(const char *s) {
    static const char first[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$/";
    static const char word[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$/.0123456789+-";
    if (!*s || !strchr(first, *s) || s[strspn(s, word)]) return false;
    static const char *const taken[] = {"true", "false", "null", "yes", "no",
                                        "on",   "off",   "y",    "n"};
    for (uint32_t i = 0; i < CU_COUNT(taken); i++) {
        if (strcasecmp(s, taken[i]) == 0) return false;
    }
    return true;
}

// YAML 1.2 [7.3]: plain if it cannot be taken for anything else, '...' with '' for a quote, and
// with escapes ("...", as in JSON) where there are control characters.
static void put_yaml(Buf *out, const char *s) {
    bool control = false;
    for (const char *p = s; *p; p++) control |= (unsigned char)*p < ' ' || *p == 127;
    if (control) {
        buf_json(out, s);
    } else if (is_plain(s)) {
        buf_puts(out, s);
    } else {
        buf_putc(out, '\'');
        for (; *s; s++) buf_puts(out, *s == '\'' ? "''" : (char[2]){*s, 0});
        buf_putc(out, '\'');
    }
}

static void record_yaml(Buf *out, const PassCtx *pc, const Row *row, const Place *at,
                        const Pieces *pieces, const char *func) {
    int name = (int)strcspn(row->keys, " ");
    buf_printf(out, "--- !%s\nPass:            %s\nName:            %.*s\n", kind_names[row->kind],
               pc->row->name, name, row->keys);
    if (at->file) {
        buf_puts(out, "DebugLoc:        { File: ");
        put_yaml(out, at->file);
        buf_printf(out, ", Line: %u, Column: %u }\n", at->line, at->column);
    }
    buf_puts(out, "Function:        ");
    put_yaml(out, func);
    buf_puts(out, "\nArgs:\n");
    VEC_FOREACH (Piece, piece, pieces) {
        enum { WIDTH = 17 }; // of a key with its colon, as in LLVM's files
        size_t from = out->n;
        if (piece->key)
            buf_printf(out, "  - %.*s:", (int)piece->nkey, piece->key);
        else
            buf_puts(out, "  - String:");
        for (size_t n = out->n - from - 4; n < WIDTH; n++) buf_putc(out, ' ');
        if (out->at[out->n - 1] != ' ') buf_putc(out, ' ');
        put_yaml(out, piece->text);
        buf_putc(out, '\n');
    }
    buf_puts(out, "...\n");
}

static void record_json(Buf *out, const PassCtx *pc, const Row *row, const Place *at,
                        const Pieces *pieces, const char *func) {
    int name = (int)strcspn(row->keys, " ");
    buf_printf(out, "\n{\"Kind\": \"%s\", \"Pass\": \"%s\", \"Name\": \"%.*s\", ",
               kind_names[row->kind], pc->row->name, name, row->keys);
    if (at->file) {
        buf_puts(out, "\"DebugLoc\": {\"File\": ");
        buf_json(out, at->file);
        buf_printf(out, ", \"Line\": %u, \"Column\": %u}, ", at->line, at->column);
    }
    buf_puts(out, "\"Function\": ");
    buf_json(out, func);
    buf_puts(out, ", \"Args\": [");
    VEC_FOREACH (Piece, piece, pieces) {
        if (piece != pieces->at) buf_puts(out, ", ");
        if (piece->key)
            buf_printf(out, "{\"%.*s\": ", (int)piece->nkey, piece->key);
        else
            buf_puts(out, "{\"String\": ");
        buf_json(out, piece->text);
        buf_putc(out, '}');
    }
    buf_puts(out, "]}");
}

// ---- saying it ---------------------------------------------------------------------------------

// As a diagnostic: "FILE:LINE:COLUMN: text [-Rpass=NAME]", the place and the option where wanted.
static const char *shown_text(const PassCtx *pc, const Row *row, const Place *at,
                              const Pieces *pieces, Arena *arena) {
    static const char *const options[] = {[OPT_REMARK_PASSED] = "-Rpass",
                                          [OPT_REMARK_MISSED] = "-Rpass-missed",
                                          [OPT_REMARK_ANALYSIS] = "-Rpass-analysis"};
    Buf b;
    buf_init(&b, arena);
    if (at->file) buf_printf(&b, "%s:%u:%u: ", at->file, at->line, at->column);
    VEC_FOREACH (Piece, piece, pieces) buf_puts(&b, piece->text);
    if (pc->remarks->options->show_option)
        buf_printf(&b, " [%s=%s]", options[row->kind], pc->row->name);
    return buf_cstr(&b);
}

void opt_remark_say(PassCtx *pc, const OptRemarkRow *row, const IrInst *at, ...) {
    bool shown = pc->remark_kinds >> (OPT_REMARK_SHOWN + row->kind) & 1,
         recorded = pc->remark_kinds >> (OPT_REMARK_RECORDED + row->kind) & 1;
    if (!shown && !recorded) return;
    OptRemarkBuf *out = pc->remark_buf;
    const IrFunc *fn = at ? at->block->fn : pc->an ? pc->an->fn : NULL;
    const char *func = fn ? atom_str(pc->ctx, fn->g.v.name) : "";
    Place place = place_of(pc, fn, at);

    Pieces pieces = {0};
    Values values;
    va_start(values.ap, at);
    cut(pc->ctx, row, &out->a, &pieces, &values);
    va_end(values.ap);

    OptRemark remark = {0};
    if (shown) remark.text = shown_text(pc, row, &place, &pieces, &out->a);
    if (recorded) {
        Buf b;
        buf_init(&b, &out->a);
        void (*put)(Buf *, const PassCtx *, const Row *, const Place *, const Pieces *,
                    const char *) = pc->remarks->options->json ? record_json : record_yaml;
        put(&b, pc, row, &place, &pieces, func);
        remark.record = buf_cstr(&b);
    }
    vec_push(&out->a, &out->all, remark);
}

// A pass that runs again says the same again: once is enough. (Diagnostics see to it themselves.)
static void record(OptRemarks *remarks, const char *text) {
    Buf *b = remarks->options->record;
    void **slot = map_slot(&remarks->seen, hash_bytes(text, strlen(text), 0));
    if (*slot) return;
    *slot = remarks;
    if (remarks->options->json && remarks->recorded) buf_putc(b, ',');
    buf_puts(b, text);
    remarks->recorded = true;
}

void opt_remarks_flush(Ctx *ctx, OptRemarks *remarks, OptRemarkBuf *buf) {
    if (!buf->all.n) return;
    VEC_FOREACH (OptRemark, remark, &buf->all) {
        if (remark->text) diag(ctx, DIAG_OF(opt, opt_remark), 0, remark->text);
        if (remark->record) record(remarks, remark->record);
    }
    buf->all.at = NULL;
    buf->all.n = buf->all.cap = 0;
    arena_clear(&buf->a);
}
