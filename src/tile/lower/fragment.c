// SPDX-License-Identifier: Apache-2.0
// From shared memory into fragments of matrix instructions by ldmatrix (PTX ISA, "ldmatrix"): four
// matrices of 8 lines of 16 bytes with one instruction.
//
// A fragment's register has as many elements as fill 32 bits: their bits, with those of lanes 0 and
// 1, are one index of the small matrix (`deep`), lanes 2 to 4 are the other (`rows`). The deep ones
// must lie side by side in memory, or, of 16 bits, the rows: then the matrix is transposed on the
// way.
#include "tile/lower/lower_int.h"

#include "base/feature.h"

enum { INDEX = 3, ROW_LANE = 2, MOST_DEEP = 4 };

// Bits of registers' numbers that say which element of a word it is.
static uint32_t word_bits(TileTypeKind kind) {
    return tl_log2(4 / tl_width(kind));
}

static uint32_t deep_bits(TileTypeKind kind, const TlLayout *to, int8_t *bits) {
    uint32_t n = word_bits(kind);
    memcpy(bits, to->reg, n);
    memcpy(bits + n, to->thread, 2);
    return n + 2;
}

// Whether the threads that write have the rows' bits in vectors, and not the others.
static bool turns(TileTypeKind kind, const TlLayout *from, const TlLayout *to) {
    int8_t deep[MOST_DEEP];
    deep_bits(kind, to, deep);
    bool rows = from->nreg >= 1 && from->reg[0] == to->thread[ROW_LANE];
    return word_bits(kind) == 1 && rows && from->reg[0] != deep[0];
}

bool tl_is_fragment(const TileLower *lower, TileTypeKind kind, const TlLayout *from,
                    const TlLayout *to) {
    uint32_t width = tl_width(kind);
    bool number = kind != TILE_T_I1 && kind != TILE_T_PTR && width <= 4;
    if (!number || to->nreg < word_bits(kind) || !target_has(lower->target, SMF_ldmatrix))
        return false;
    for (uint32_t t = 0; t < TL_LANE_BITS; t++) {
        if (to->thread[t] < 0) return false;
    }
    int8_t deep[MOST_DEEP];
    deep_bits(kind, to, deep);
    if (width == 2) return to->nreg >= 1;
    return from->nreg >= 1 && from->reg[0] == deep[0];
}

bool tl_fragment_lies(TileTypeKind kind, const TlLayout *from, const TlLayout *to,
                      const TlPlaces *order) {
    int8_t deep[MOST_DEEP];
    bool turned = turns(kind, from, to);
    uint32_t n = turned ? INDEX : deep_bits(kind, to, deep);
    const int8_t *low = turned ? to->thread + ROW_LANE : deep;
    for (uint32_t i = 0; i < n; i++) {
        if (order->bit[low[i]] != (int8_t)i) return false;
    }
    return true;
}

// The bits that lie side by side come first, then what the writers have beside each other.
void tl_fragment_order(TileTypeKind kind, const TlLayout *from, const TlLayout *to, int8_t *place,
                       uint32_t *n) {
    int8_t low[MOST_DEEP];
    bool turned = turns(kind, from, to);
    uint32_t first = turned ? INDEX : deep_bits(kind, to, low);
    if (turned) memcpy(low, to->thread + ROW_LANE, INDEX);
    memset(place, -1, TL_ELEMENT_BITS);
    *n = 0;
    for (uint32_t i = 0; i < first; i++) place[low[i]] = (int8_t)(*n)++;
    for (uint32_t t = 0; t < from->nthread; t++) {
        int bit = from->thread[t];
        if (bit >= 0 && place[bit] < 0) place[bit] = (int8_t)(*n)++;
    }
    for (uint32_t i = 0; i < from->nreg; i++) {
        if (place[from->reg[i]] < 0) place[from->reg[i]] = (int8_t)(*n)++;
    }
}

// The lanes' addresses: lane 8 m + i has that of line i of matrix m; matrices are the next bits of
// registers' numbers.
static TlLayout address_layout(TileTypeKind kind, const TlLayout *to, bool turned,
                               uint32_t matrices) {
    TlLayout out = *to;
    int8_t deep[MOST_DEEP];
    deep_bits(kind, to, deep);
    for (uint32_t i = 0; i < INDEX; i++)
        out.thread[i] = turned ? deep[i] : to->thread[ROW_LANE + i];
    for (uint32_t i = 0; i < 2; i++)
        out.thread[INDEX + i] = (int8_t)(i < matrices ? to->reg[word_bits(kind) + i] : -1);
    return out;
}

static IrFunc *declare(TileLower *lower, uint32_t n, bool turns) {
    Atom name = atom_cstr(
        lower->ctx, arena_printf(lower->arena, "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x%u%s.b16.p3",
                                 n, turns ? ".trans" : ""));
    IrType *part[4], *i32 = lower->m->ty_i32, *pointer = ir_ty_ptr(lower->m, IR_AS_SHARED);
    for (uint32_t i = 0; i < n; i++) part[i] = i32;
    IrType *result = n > 1 ? ir_ty_struct(lower->m, n, part, false) : i32;
    IrFamily family;
    ir_family_match(atom_str(lower->ctx, name), atom_len(lower->ctx, name), &family);
    return ir_intrinsic_family(lower->m, (IrIntrin)family.id, name,
                               ir_ty_func(lower->m, result, 1, &pointer, false));
}

IrValue **tl_fragment_load(TileLower *lower, TileTypeKind kind, const TlLayout *from,
                           const TlLayout *to, const TlPlaces *order, IrValue *base) {
    bool turned = turns(kind, from, to);
    uint32_t word = word_bits(kind), parts = 1u << word;
    uint32_t matrices = CU_MIN(to->nreg - word, 2u), n = 1u << matrices;
    TlLayout lanes = address_layout(kind, to, turned, matrices);
    IrFunc *fn = declare(lower, n, turned);
    IrValue **out = tl_regs(lower, to), *lane = tl_lane_place(lower, order, &lanes, tl_width(kind));
    IrType *type = tl_type(lower, kind), *vector = ir_ty_vector(lower->m, type, parts);
    for (uint32_t r = 0; r < tl_nreg(to); r += parts * n) {
        IrValue *address = tl_reg_address(lower, order, to, r, tl_width(kind), base, lane);
        IrValue *words = &ir_call_fn(&lower->b, fn, 1, &address)->v;
        for (uint32_t i = 0; i < n; i++) {
            IrValue *x = n > 1 ? ir_extract(&lower->b, words, i) : words;
            x = ir_bitcast(&lower->b, x, parts > 1 ? vector : type);
            for (uint32_t k = 0; k < parts; k++)
                out[r + parts * i + k] =
                    parts > 1 ? ir_extractelement(&lower->b, x, tl_i32(lower, k)) : x;
        }
    }
    return out;
}
