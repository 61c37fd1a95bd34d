// SPDX-License-Identifier: Apache-2.0
// The bitcode writer's stream (LLVM Bitcode File Format, "Bitstream Format") and its entry point.
#include "ir/bitwrite_int.h"

static void word(Bw *w, uint32_t v) {
    buf_reserve(&w->o, 4);
    for (int i = 0; i < 4; i++) w->o.at[w->o.n++] = (char)(v >> (8 * i));
}

void bw_bits(Bw *w, uint64_t v, uint32_t n) { // n <= 32
    w->cur |= v << w->ncur;
    w->ncur += n;
    if (w->ncur >= 32) {
        word(w, (uint32_t)w->cur);
        w->cur >>= 32;
        w->ncur -= 32;
    }
}

void bw_vbr(Bw *w, uint64_t v, uint32_t n) {
    uint64_t top = 1ull << (n - 1);
    for (; v >= top; v >>= n - 1) bw_bits(w, (v & (top - 1)) | top, n);
    bw_bits(w, v, n);
}

static void align32(Bw *w) {
    if (w->ncur) bw_bits(w, 0, 32 - w->ncur);
}

// ---- abbreviations: the same for all blocks of a kind, defined in BLOCKINFO ----

#define L(v)                                                                                       \
    { BIT_ENCODING_LITERAL, v }
#define F(v)                                                                                       \
    { BIT_FIXED, v }
#define V(v)                                                                                       \
    { BIT_VBR, v }
#define A                                                                                          \
    { BIT_ARRAY, 0 }
#define C6                                                                                         \
    { BIT_CHAR6, 0 }
#define ABBREV(...)                                                                                \
    {                                                                                              \
        sizeof((AbbrevOp[]){__VA_ARGS__}) / sizeof(AbbrevOp), (const AbbrevOp[]) {                 \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
// Type ids are VBR here: the table must not depend on the module.
static const Abbrev constants[] = {ABBREV(L(CST_SETTYPE), V(8)), ABBREV(L(CST_INTEGER), V(8)),
                                   ABBREV(L(CST_CAST), F(4), V(8), V(8)), ABBREV(L(CST_NULL))};
static const Abbrev function[] = {ABBREV(L(FUN_LOAD), V(6), V(6), V(4), F(1)),
                                  ABBREV(L(FUN_BINOP), V(6), V(6), F(4)),
                                  ABBREV(L(FUN_BINOP), V(6), V(6), F(4), F(8)),
                                  ABBREV(L(FUN_CAST), V(6), V(6), F(4)),
                                  ABBREV(L(FUN_CAST), V(6), V(6), F(4), F(8)),
                                  ABBREV(L(FUN_RET)),
                                  ABBREV(L(FUN_RET), V(6)),
                                  ABBREV(L(FUN_UNREACHABLE)),
                                  ABBREV(L(FUN_GEP), V(4), V(6), A, V(6))};
static const Abbrev symbols[] = {
    ABBREV(L(SYM_ENTRY), V(8), A, F(8)), ABBREV(L(SYM_ENTRY), V(8), A, F(7)),
    ABBREV(L(SYM_ENTRY), V(8), A, C6), ABBREV(L(SYM_BLOCK), V(8), A, C6)};
static const struct {
    uint32_t block, n;
    const Abbrev *abbrev;
} tables[] = {{BLK_CONSTANTS, CU_COUNT(constants), constants},
              {BLK_FUNCTION, CU_COUNT(function), function},
              {BLK_SYMBOLS, CU_COUNT(symbols), symbols}};

static void define(Bw *w, const Abbrev *ab) {
    bw_bits(w, 2, w->width);
    bw_vbr(w, ab->n, 5);
    for (uint32_t i = 0; i < ab->n; i++) {
        const AbbrevOp *op = &ab->op[i];
        bw_bits(w, op->kind == BIT_ENCODING_LITERAL, 1);
        if (op->kind == BIT_ENCODING_LITERAL) {
            bw_vbr(w, op->value, 8);
            continue;
        }
        bw_bits(w, op->kind, 3);
        if (op->kind == BIT_FIXED || op->kind == BIT_VBR) bw_vbr(w, op->value, 5);
    }
}

static void block_info(Bw *w) {
    bw_enter(w, BLK_INFO, 2);
    for (size_t i = 0; i < CU_COUNT(tables); i++) {
        bw_push(w, tables[i].block);
        bw_record(w, 1, 0); // SETBID
        for (uint32_t k = 0; k < tables[i].n; k++) define(w, &tables[i].abbrev[k]);
    }
    bw_leave(w);
}

// ---- blocks and records ----

void bw_enter(Bw *w, uint32_t block, uint32_t width) {
    CU_ASSERT(w->ctx, w->depth < CU_COUNT(w->block));
    bw_bits(w, 1, w->width);
    bw_vbr(w, block, 8);
    bw_vbr(w, width, 4);
    align32(w);
    w->block[w->depth++] = (BwBlock){w->width, w->o.n, w->nabbrev, w->abbrev};
    word(w, 0); // its length comes when it is known
    w->width = width;
    w->nabbrev = 0;
    w->abbrev = NULL;
    for (size_t i = 0; i < CU_COUNT(tables); i++) {
        if (tables[i].block != block) continue;
        w->nabbrev = tables[i].n;
        w->abbrev = tables[i].abbrev;
    }
}

void bw_leave(Bw *w) {
    bw_bits(w, 0, w->width);
    align32(w);
    const BwBlock *b = &w->block[--w->depth];
    size_t n = (w->o.n - b->length_at) / 4 - 1;
    for (int i = 0; i < 4; i++) w->o.at[b->length_at + (size_t)i] = (char)(n >> (8 * i));
    w->width = b->width;
    w->nabbrev = b->nabbrev;
    w->abbrev = b->outer;
}

static void scalar(Bw *w, const AbbrevOp *op, uint64_t v) {
    switch (op->kind) {
    case BIT_FIXED: bw_bits(w, v, (uint32_t)op->value); break;
    case BIT_VBR: bw_vbr(w, v, (uint32_t)op->value); break;
    case BIT_CHAR6: bw_bits(w, (uint64_t)((const char *)strchr(bc_char6, (char)v) - bc_char6), 6);
    }
}

static void abbreviated(Bw *w, const Abbrev *ab, uint32_t id) {
    uint32_t at = 0;
    bw_bits(w, id, w->width);
    for (uint32_t i = 1; i < ab->n; i++) { // the first is the code
        if (ab->op[i].kind == BIT_ARRAY) {
            bw_vbr(w, w->r.n - at, 6);
            while (at < w->r.n) scalar(w, &ab->op[i + 1], w->r.at[at++]);
            break;
        }
        scalar(w, &ab->op[i], w->r.at[at++]);
    }
}

void bw_record(Bw *w, uint32_t code, uint32_t which) {
    if (which) {
        CU_ASSERT(w->ctx, which <= w->nabbrev);
        abbreviated(w, &w->abbrev[which - 1], which + 3);
    } else {
        bw_bits(w, 3, w->width);
        bw_vbr(w, code, 6);
        bw_vbr(w, w->r.n, 6);
        for (uint32_t i = 0; i < w->r.n; i++) bw_vbr(w, w->r.at[i], 6);
    }
    w->r.n = 0;
}

void bw_blob_record(Bw *w, const Abbrev *ab, const char *p, size_t n) {
    CU_ASSERT(w->ctx, !w->nabbrev); // its id is the block's first
    define(w, ab);
    bw_bits(w, 4, w->width);
    for (uint32_t i = 0; i < w->r.n; i++) scalar(w, &ab->op[i + 1], w->r.at[i]);
    bw_vbr(w, n, 6);
    align32(w);
    for (size_t i = 0; i < n; i++) bw_bits(w, (uint8_t)p[i], 8);
    align32(w);
    w->r.n = 0;
}

void bw_text(Bw *w, Atom s) {
    const char *p = atom_str(w->ctx, s);
    for (uint32_t i = 0; i < atom_len(w->ctx, s); i++) bw_push(w, (uint8_t)p[i]);
}

void bw_text_record(Bw *w, uint32_t code, Atom s) {
    bw_text(w, s);
    bw_record(w, code, 0);
}

void bw_name(Bw *w, Atom s) {
    bw_push(w, w->strtab.n);
    bw_push(w, atom_len(w->ctx, s));
    buf_atom(w->ctx, &w->strtab, s);
}

// ---- the file ----

static void identification(Bw *w) {
    bw_enter(w, BLK_IDENTIFICATION, 5);
    bw_text_record(w, 1, atom_cstr(w->ctx, w->old ? "LLVM7.0.1" : "LLVM19.1.0-cuprum"));
    bw_push(w, 0); // epoch
    bw_record(w, 2, 0);
    bw_leave(w);
}

static void string_table(Bw *w) {
    static const AbbrevOp op[] = {L(1), {BIT_BLOB, 0}};
    bw_enter(w, BLK_STRTAB, 3);
    bw_blob_record(w, &(Abbrev){2, op}, w->strtab.at, w->strtab.n);
    bw_leave(w);
}

static void write_file(Bw *w) {
    w->width = 2;
    word(w, 0xDEC04342);
    identification(w);
    bw_enumerate(w);
    bw_enter(w, BLK_MODULE, 3);
    bw_push(w, 2);
    bw_record(w, MOD_VERSION, 0);
    block_info(w);
    bw_module(w);
    bw_leave(w);
    string_table(w);
}

bool ir_write_bitcode(IrModule *m, IrBitcodeDialect dialect, Buf *out) {
    IrModule *copy = NULL;
    if (dialect == IR_BC_LLVM7 && !(m = copy = bw_old_module(m))) return false;
    Bw w = {.ctx = m->ctx, .m = m, .old = dialect == IR_BC_LLVM7};
    arena_init(&w.a, m->ctx, "ir-bitwrite");
    buf_init(&w.o, &w.a);
    buf_init(&w.strtab, &w.a);
    write_file(&w);
    buf_write(out, w.o.at, w.o.n);
    arena_free(&w.a);
    if (copy) ir_module_free(copy);
    return true;
}
