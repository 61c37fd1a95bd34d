// SPDX-License-Identifier: Apache-2.0
// From shared memory into fragments of matrix instructions by ldmatrix (PTX ISA, "ldmatrix"): four
// matrices of 8 by 8 elements of 16 bits with one instruction.
//
// A fragment's register has two elements: their lowest bit, with the bits of lanes 0 and 1, is one
// index of the small matrix (`deep`), lanes 2 to 4 are the other (`rows`). One of them must lie
// side by side in memory; where it is `rows`, the matrix is transposed on the way.
#include "tile/lower/lower_int.h"

enum { INDEX = 3, ROW_LANE = 2 };

bool tl_is_fragment(const TileLower *lower, TileTypeKind kind, const TlLayout *to) {
    bool half = kind == TILE_T_F16 || kind == TILE_T_BF16 || kind == TILE_T_I16;
    if (!half || to->nreg < 1 || !target_has(lower->target, SMF_ldmatrix)) return false;
    for (uint32_t t = 0; t < TL_LANE_BITS; t++) {
        if (to->thread[t] < 0) return false;
    }
    return true;
}

static void deep_bits(const TlLayout *to, int8_t *bits) {
    bits[0] = to->reg[0];
    bits[1] = to->thread[0];
    bits[2] = to->thread[1];
}

// Whether the threads that write have the rows' bits in vectors, and not the others.
bool tl_fragment_turns(const TlLayout *from, const TlLayout *to) {
    int8_t deep[INDEX];
    deep_bits(to, deep);
    return from->nreg >= 1 && from->reg[0] == to->thread[ROW_LANE] && from->reg[0] != deep[0];
}

// The bits that lie side by side come first, then what the writers have beside each other.
void tl_fragment_order(const TlLayout *from, const TlLayout *to, int8_t *place, uint32_t *n) {
    int8_t low[INDEX];
    if (tl_fragment_turns(from, to))
        memcpy(low, to->thread + ROW_LANE, sizeof low);
    else
        deep_bits(to, low);
    memset(place, -1, TL_ELEMENT_BITS);
    *n = 0;
    for (uint32_t i = 0; i < INDEX; i++) place[low[i]] = (int8_t)(*n)++;
    for (uint32_t t = 0; t < from->nthread; t++) {
        int bit = from->thread[t];
        if (bit >= 0 && place[bit] < 0) place[bit] = (int8_t)(*n)++;
    }
    for (uint32_t i = 0; i < from->nreg; i++) {
        if (place[from->reg[i]] < 0) place[from->reg[i]] = (int8_t)(*n)++;
    }
}

// The lanes' addresses: lane 8 m + i has that of line i of matrix m; matrices are bits 1 and 2 of
// registers' numbers.
static TlLayout address_layout(const TlLayout *to, bool turns, uint32_t matrices) {
    TlLayout out = *to;
    int8_t deep[INDEX];
    deep_bits(to, deep);
    for (uint32_t i = 0; i < INDEX; i++) out.thread[i] = turns ? deep[i] : to->thread[ROW_LANE + i];
    for (uint32_t i = 0; i < 2; i++)
        out.thread[INDEX + i] = (int8_t)(i < matrices ? to->reg[1 + i] : -1);
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
                           const TlLayout *to, const int8_t *place, IrValue *base) {
    bool turns = tl_fragment_turns(from, to);
    uint32_t matrices = CU_MIN(to->nreg - 1u, 2u), n = 1u << matrices;
    TlLayout lanes = address_layout(to, turns, matrices);
    IrFunc *fn = declare(lower, n, turns);
    IrValue **out = tl_regs(lower, to), *at = tl_thread_place(lower, &lanes, place);
    at = ir_ptradd(&lower->b, base, tl_padded(lower, at, tl_width(kind)), IR_INBOUNDS);
    IrType *pair = ir_ty_vector(lower->m, tl_type(lower, kind), 2);
    for (uint32_t r = 0; r < tl_nreg(to); r += 2 * n) {
        uint64_t offset = tl_padding(tl_reg_place(to, r, place) * tl_width(kind));
        IrValue *address = ir_ptradd_c(&lower->b, at, (int64_t)offset, IR_INBOUNDS);
        IrValue *words = &ir_call_fn(&lower->b, fn, 1, &address)->v;
        for (uint32_t i = 0; i < n; i++) {
            IrValue *word = n > 1 ? ir_extract(&lower->b, words, i) : words;
            IrValue *both = ir_bitcast(&lower->b, word, pair);
            for (uint32_t k = 0; k < 2; k++)
                out[r + 2 * i + k] = ir_extractelement(&lower->b, both, tl_i32(lower, k));
        }
    }
    return out;
}
