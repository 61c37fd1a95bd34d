// SPDX-License-Identifier: Apache-2.0
// The bitcode writer's stream (LLVM Bitcode File Format, "Bitstream Format") and its entry point.
#include "ir/bitwrite_int.h"

// 32 bits, least significant byte first.
static void word(Bw *bw, uint32_t v) {
    buf_reserve(&bw->o, 4);
    for (int i = 0; i < 4; i++) bw->o.at[bw->o.n++] = (char)(v >> (8 * i));
}

// n <= 32.
void bw_bits(Bw *bw, uint64_t v, uint32_t n) {
    bw->cur |= v << bw->ncur;
    bw->ncur += n;
    if (bw->ncur >= 32) {
        word(bw, (uint32_t)bw->cur);
        bw->cur >>= 32;
        bw->ncur -= 32;
    }
}

// A number in pieces of n bits, the highest of which says that another one follows.
void bw_vbr(Bw *bw, uint64_t v, uint32_t n) {
    uint64_t top = 1ull << (n - 1);
    for (; v >= top; v >>= n - 1) bw_bits(bw, (v & (top - 1)) | top, n);
    bw_bits(bw, v, n);
}

static void align32(Bw *bw) {
    if (bw->ncur) bw_bits(bw, 0, 32 - bw->ncur);
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

// DEFINE_ABBREV, in the block at hand.
static void define(Bw *bw, const Abbrev *ab) {
    bw_bits(bw, 2, bw->width);
    bw_vbr(bw, ab->n, 5);
    for (uint32_t i = 0; i < ab->n; i++) {
        const AbbrevOp *op = &ab->op[i];
        bw_bits(bw, op->kind == BIT_ENCODING_LITERAL, 1);
        if (op->kind == BIT_ENCODING_LITERAL) {
            bw_vbr(bw, op->value, 8);
            continue;
        }
        bw_bits(bw, op->kind, 3);
        if (is_any_of(op->kind, BIT_FIXED, BIT_VBR)) bw_vbr(bw, op->value, 5);
    }
}

// BLOCKINFO: the abbreviations of all blocks of a kind.
static void block_info(Bw *bw) {
    bw_enter(bw, BLK_INFO, 2);
    for (size_t i = 0; i < CU_COUNT(tables); i++) {
        bw_push(bw, tables[i].block);
        bw_record(bw, 1, 0); // SETBID
        for (uint32_t k = 0; k < tables[i].n; k++) define(bw, &tables[i].abbrev[k]);
    }
    bw_leave(bw);
}

// ---- blocks and records ----

// ENTER_SUBBLOCK. The abbreviations of BLOCKINFO have the first ids, from 4 on.
void bw_enter(Bw *bw, uint32_t block, uint32_t width) {
    CU_ASSERT(bw->ctx, bw->depth < CU_COUNT(bw->block));
    bw_bits(bw, 1, bw->width);
    bw_vbr(bw, block, 8);
    bw_vbr(bw, width, 4);
    align32(bw);
    bw->block[bw->depth++] = (BwBlock){bw->width, bw->o.n, bw->nabbrev, bw->abbrev};
    word(bw, 0); // its length comes when it is known
    bw->width = width;
    bw->nabbrev = 0;
    bw->abbrev = NULL;
    for (size_t i = 0; i < CU_COUNT(tables); i++) {
        if (tables[i].block != block) continue;
        bw->nabbrev = tables[i].n;
        bw->abbrev = tables[i].abbrev;
    }
}

// END_BLOCK; the block's length in words goes to its place in the header.
void bw_leave(Bw *bw) {
    bw_bits(bw, 0, bw->width);
    align32(bw);
    const BwBlock *b = &bw->block[--bw->depth];
    size_t n = (bw->o.n - b->length_at) / 4 - 1;
    for (int i = 0; i < 4; i++) bw->o.at[b->length_at + (size_t)i] = (char)(n >> (8 * i));
    bw->width = b->width;
    bw->nabbrev = b->nabbrev;
    bw->abbrev = b->outer;
}

// One value as its abbreviation says; literals take no bits.
static void scalar(Bw *bw, const AbbrevOp *form, uint64_t v) {
    switch (form->kind) {
    case BIT_FIXED: bw_bits(bw, v, (uint32_t)form->value); break;
    case BIT_VBR: bw_vbr(bw, v, (uint32_t)form->value); break;
    case BIT_CHAR6: bw_bits(bw, (uint64_t)((const char *)strchr(bc_char6, (char)v) - bc_char6), 6);
    }
}

// The record at hand (bw->r) by abbreviation `id`.
static void abbreviated(Bw *bw, const Abbrev *ab, uint32_t id) {
    uint32_t at = 0;
    bw_bits(bw, id, bw->width);
    for (uint32_t i = 1; i < ab->n; i++) { // the first is the code
        if (ab->op[i].kind == BIT_ARRAY) {
            bw_vbr(bw, bw->r.n - at, 6);
            while (at < bw->r.n) scalar(bw, &ab->op[i + 1], bw->r.at[at++]);
            break;
        }
        scalar(bw, &ab->op[i], bw->r.at[at++]);
    }
}

// `which` is the number of the abbreviation in the table of the block's kind, from 1; 0 writes the
// record without one. The operands are in bw->r, which is empty afterwards.
void bw_record(Bw *bw, uint32_t code, uint32_t which) {
    if (which) {
        CU_ASSERT(bw->ctx, which <= bw->nabbrev);
        abbreviated(bw, &bw->abbrev[which - 1], which + 3);
    } else {
        bw_bits(bw, 3, bw->width);
        bw_vbr(bw, code, 6);
        bw_vbr(bw, bw->r.n, 6);
        for (uint32_t i = 0; i < bw->r.n; i++) bw_vbr(bw, bw->r.at[i], 6);
    }
    bw->r.n = 0;
}

// An abbreviation of its own, defined right before the record.
void bw_blob_record(Bw *bw, const Abbrev *ab, const char *p, size_t n) {
    CU_ASSERT(bw->ctx, !bw->nabbrev); // its id is the block's first
    define(bw, ab);
    bw_bits(bw, 4, bw->width);
    for (uint32_t i = 0; i < bw->r.n; i++) scalar(bw, &ab->op[i + 1], bw->r.at[i]);
    bw_vbr(bw, n, 6);
    align32(bw);
    for (size_t i = 0; i < n; i++) bw_bits(bw, (uint8_t)p[i], 8);
    align32(bw);
    bw->r.n = 0;
}

void bw_text(Bw *bw, Atom s) {
    const char *p = atom_str(bw->ctx, s);
    for (uint32_t i = 0; i < atom_len(bw->ctx, s); i++) bw_push(bw, (uint8_t)p[i]);
}

void bw_text_record(Bw *bw, uint32_t code, Atom s) {
    bw_text(bw, s);
    bw_record(bw, code, 0);
}

// Place and length of a name in the string table, which gets it.
void bw_name(Bw *bw, Atom s) {
    bw_push(bw, bw->strtab.n);
    bw_push(bw, atom_len(bw->ctx, s));
    buf_atom(bw->ctx, &bw->strtab, s);
}

// ---- the file ----

// IDENTIFICATION: who wrote it, and the epoch.
static void identification(Bw *bw) {
    bw_enter(bw, BLK_IDENTIFICATION, 5);
    bw_text_record(bw, 1, atom_cstr(bw->ctx, bw->old ? "LLVM7.0.1" : "LLVM19.1.0-cuprum"));
    bw_push(bw, 0); // epoch
    bw_record(bw, 2, 0);
    bw_leave(bw);
}

static void string_table(Bw *bw) {
    static const AbbrevOp op[] = {L(1), {BIT_BLOB, 0}};
    bw_enter(bw, BLK_STRTAB, 3);
    bw_blob_record(bw, &(Abbrev){2, op}, bw->strtab.at, bw->strtab.n);
    bw_leave(bw);
}

// Ids come first (bw_enumerate); the string table stands behind the module, as it is known only
// then.
static void write_file(Bw *bw) {
    bw->width = 2;
    word(bw, 0xDEC04342);
    identification(bw);
    bw_enumerate(bw);
    bw_enter(bw, BLK_MODULE, 3);
    bw_push(bw, 2);
    bw_record(bw, MOD_VERSION, 0);
    block_info(bw);
    bw_module(bw);
    bw_leave(bw);
    string_table(bw);
}

// The dialect of LLVM 7 is made of a copy of the module, which has what it needs spelt the old way.
bool ir_write_bitcode(IrModule *module, IrBitcodeDialect dialect, Buf *out) {
    IrModule *copy = NULL;
    if (dialect == IR_BC_LLVM7 && !(module = copy = bw_old_module(module))) return false;
    Bw w = {.ctx = module->ctx, .m = module, .old = dialect == IR_BC_LLVM7};
    arena_init(&w.a, module->ctx, "ir-bitwrite");
    buf_init(&w.o, &w.a);
    buf_init(&w.strtab, &w.a);
    write_file(&w);
    buf_write(out, w.o.at, w.o.n);
    arena_free(&w.a);
    if (copy) ir_module_free(copy);
    return true;
}
