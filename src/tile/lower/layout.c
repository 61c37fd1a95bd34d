// SPDX-License-Identifier: Apache-2.0
// Layouts: which bit of an element's place each bit of registers and threads is.
#include "tile/lower/lower_int.h"

uint32_t tl_log2(uint64_t n) {
    return n > 1 ? 63u - (uint32_t)__builtin_clzll(n) : 0;
}

uint32_t tl_element_bits(const TileType *type) {
    return tl_log2(tile_count(type));
}

// The last dimension has the lowest bits.
uint32_t tl_dim_bits(const TileType *type, uint32_t dim, uint32_t *n) {
    uint32_t first = 0;
    for (uint32_t i = dim + 1; i < type->nshape; i++) first += tl_log2((uint64_t)type->shape[i]);
    *n = tl_log2((uint64_t)type->shape[dim]);
    return first;
}

bool tl_same(const TlLayout *a, const TlLayout *b) {
    return a->nreg == b->nreg && a->nthread == b->nthread && !memcmp(a->reg, b->reg, a->nreg) &&
           !memcmp(a->thread, b->thread, a->nthread);
}

TlLayout tl_scalar_layout(const TileLower *lower) {
    TlLayout layout = {.nthread = (uint8_t)lower->nthread};
    memset(layout.thread, -1, sizeof layout.thread);
    return layout;
}

// All threads get elements before one gets a second vector.
TlLayout tl_blocked(const TileLower *lower, uint32_t n, const int8_t *order, uint32_t vector) {
    TlLayout layout = tl_scalar_layout(lower);
    uint32_t next = 0, spare = n > lower->nthread ? n - lower->nthread : 0;
    vector = CU_MIN(vector, spare);
    while (next < vector) layout.reg[layout.nreg++] = order[next++];
    for (uint32_t t = 0; t < lower->nthread && next < n; t++) layout.thread[t] = order[next++];
    while (next < n) layout.reg[layout.nreg++] = order[next++];
    return layout;
}

// Vectors of 16 bytes along the last dimension.
TlLayout tl_default(const TileLower *lower, const TileType *shaped) {
    enum { VECTOR_BYTES = 16 };
    int8_t order[TL_ELEMENT_BITS];
    tl_keep_all(order);
    uint32_t width = tl_width(tile_element(shaped));
    return tl_blocked(lower, tl_element_bits(shaped), order, tl_log2(VECTOR_BYTES / width));
}

TlLayout tl_renamed(const TlLayout *layout, const int8_t *to) {
    TlLayout out = *layout;
    out.nreg = 0;
    for (uint32_t i = 0; i < layout->nreg; i++) {
        if (to[layout->reg[i]] >= 0) out.reg[out.nreg++] = to[layout->reg[i]];
    }
    for (uint32_t i = 0; i < layout->nthread; i++) {
        if (layout->thread[i] >= 0) out.thread[i] = to[layout->thread[i]];
    }
    return out;
}

uint64_t tl_reg_place(const TlLayout *layout, uint32_t reg, const int8_t *to) {
    uint64_t place = 0;
    for (uint32_t i = 0; i < layout->nreg; i++) {
        int at = to[layout->reg[i]];
        if (at >= 0 && reg >> i & 1) place |= 1ull << at;
    }
    return place;
}

// Neighbouring bits that stay neighbours are moved together.
IrValue *tl_thread_place(TileLower *lower, const TlLayout *layout, const int8_t *to) {
    IrValue *place = NULL;
    for (uint32_t t = 0; t < layout->nthread;) {
        int at = layout->thread[t] < 0 ? -1 : to[layout->thread[t]];
        if (at < 0) {
            t++;
            continue;
        }
        uint32_t n = 1;
        while (t + n < layout->nthread && layout->thread[t + n] >= 0 &&
               to[layout->thread[t + n]] == at + (int)n)
            n++;
        IrValue *part = lower->tid;
        int shift = at - (int)t;
        if (shift < 0) part = ir_lshr(&lower->b, part, tl_i32(lower, (uint64_t)-shift));
        if (shift > 0) part = ir_shl(&lower->b, part, tl_i32(lower, (uint64_t)shift));
        bool whole = shift <= 0 && t + n == lower->nthread && at == 0;
        if (!whole) part = ir_and(&lower->b, part, tl_i32(lower, ((1ull << n) - 1) << at));
        place = place ? ir_bin(&lower->b, IR_OR, IR_DISJOINT, place, part) : part;
        t += n;
    }
    return place ? place : tl_i32(lower, 0);
}

void tl_keep_dim(const TileType *type, uint32_t dim, int8_t *to) {
    uint32_t n, first = tl_dim_bits(type, dim, &n);
    memset(to, -1, TL_ELEMENT_BITS);
    for (uint32_t i = 0; i < n; i++) to[first + i] = (int8_t)i;
}

void tl_keep_all(int8_t *to) {
    for (int8_t i = 0; i < TL_ELEMENT_BITS; i++) to[i] = i;
}

IrValue *tl_is_first(TileLower *lower, const TlLayout *layout) {
    uint64_t others = 0;
    for (uint32_t t = 0; t < layout->nthread; t++) others |= layout->thread[t] < 0 ? 1ull << t : 0;
    if (!others) return NULL;
    bool all = others == (1ull << lower->nthread) - 1;
    IrValue *bits = all ? lower->tid : ir_and(&lower->b, lower->tid, tl_i32(lower, others));
    return ir_cmp(&lower->b, IR_EQ, bits, tl_i32(lower, 0));
}
