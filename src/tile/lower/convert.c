// SPDX-License-Identifier: Apache-2.0
// From one layout to another: within a thread where it can be, by shuffles within a warp, else
// through shared memory. Guards: code for some of the threads.
#include "tile/lower/lower_int.h"

#include "ir/intrin_id.h"

// ---- bits --------------------------------------------------------------------------------------

static IrType *word(TileLower *lower, TileTypeKind kind) {
    return ir_ty_int(lower->m, tl_width(kind) * 8);
}

IrValue *tl_to_bits(TileLower *lower, TileTypeKind kind, IrValue *number) {
    IrType *type = word(lower, kind);
    if (kind == TILE_T_PTR) return ir_ptrtoint(&lower->b, number, type);
    if (kind == TILE_T_I1) return ir_zext(&lower->b, number, type);
    return ir_ty_is_fp(number->type) ? ir_bitcast(&lower->b, number, type) : number;
}

IrValue *tl_from_bits(TileLower *lower, TileTypeKind kind, IrValue *bits) {
    IrType *type = tl_type(lower, kind);
    if (kind == TILE_T_PTR) return ir_inttoptr(&lower->b, bits, type);
    if (kind == TILE_T_I1) return ir_cmp(&lower->b, IR_NE, bits, &ir_int(bits->type, 0)->v);
    return ir_ty_is_fp(type) ? ir_bitcast(&lower->b, bits, type) : bits;
}

// Numbers as they are; an i1 has a byte, a pointer is one of 64 bits.
IrType *tl_memory_type(TileLower *lower, TileTypeKind kind) {
    bool as_bits = kind == TILE_T_I1 || kind == TILE_T_PTR;
    return as_bits ? word(lower, kind) : tl_type(lower, kind);
}
IrValue *tl_to_memory(TileLower *lower, TileTypeKind kind, IrValue *stored) {
    return kind == TILE_T_I1 || kind == TILE_T_PTR ? tl_to_bits(lower, kind, stored) : stored;
}
IrValue *tl_from_memory(TileLower *lower, TileTypeKind kind, IrValue *loaded) {
    return kind == TILE_T_I1 || kind == TILE_T_PTR ? tl_from_bits(lower, kind, loaded) : loaded;
}

// ---- guards ------------------------------------------------------------------------------------

static IrBlock *new_block(TileLower *lower, const char *name) {
    return ir_block_new(lower->fn, atom_cstr(lower->ctx, name));
}

TlGuard tl_guard(TileLower *lower, IrValue *condition) {
    TlGuard guard = {0};
    if (!condition || ir_is_int(condition, 1)) return guard;
    guard.head = lower->b.bb;
    IrBlock *then = new_block(lower, "some");
    guard.join = new_block(lower, "all");
    ir_condbr(&lower->b, condition, then, guard.join);
    ir_at_end(&lower->b, then);
    return guard;
}

void tl_guard_end(TileLower *lower, TlGuard *guard) {
    if (!guard->join) return;
    guard->end = lower->b.bb;
    ir_br(&lower->b, guard->join);
    ir_at_end(&lower->b, guard->join);
}

IrValue *tl_guard_phi(TileLower *lower, const TlGuard *guard, IrValue *inside, IrValue *outside) {
    if (!guard->join) return inside;
    IrInst *phi = ir_phi(&lower->b, inside->type, 2);
    ir_phi_add(phi, inside, guard->end);
    ir_phi_add(phi, outside, guard->head);
    return &phi->v;
}

// ---- shared memory -----------------------------------------------------------------------------

void tl_barrier(TileLower *lower) {
    ir_call_intrin(&lower->b, IR_I_nvvm_barrier0, NULL, 0, NULL);
    for (int i = 0; i < TL_HALVES; i++) lower->dirty[i] = false;
    lower->epoch = ++lower->epochs;
}

// The half that nobody has read since the last barrier, if there is one with so much room; what no
// half has room for goes to the first one.
IrValue *tl_shared(TileLower *lower, uint64_t size, uint32_t *half) {
    *half = size <= lower->room[1] && (lower->dirty[0] || size > lower->room[0]);
    if (lower->dirty[*half]) tl_barrier(lower);
    lower->half[*half] = CU_MAX(lower->half[*half], size);
    return &lower->exchange[*half]->v;
}

void tl_written(TileLower *lower, uint32_t half) {
    tl_barrier(lower);
    lower->dirty[half] = true;
}

// ---- shuffles ----------------------------------------------------------------------------------

static IrValue *shuffle_bits(TileLower *lower, IrIntrin mode, IrValue *source, IrValue *by,
                             IrValue *clamp) {
    IrType *type = source->type, *i32 = lower->m->ty_i32;
    IrValue *all = tl_i32(lower, UINT32_MAX);
    if (type->bits <= 32) {
        IrValue *x = ir_zext(&lower->b, source, i32);
        return ir_trunc(&lower->b, IR_CALL(&lower->b, mode, NULL, all, x, by, clamp), type);
    }
    IrValue *low = ir_trunc(&lower->b, source, i32),
            *high = ir_trunc(&lower->b, ir_lshr(&lower->b, source, tl_i64(lower, 32)), i32);
    low = IR_CALL(&lower->b, mode, NULL, all, low, by, clamp);
    high = IR_CALL(&lower->b, mode, NULL, all, high, by, clamp);
    high = ir_shl(&lower->b, ir_zext(&lower->b, high, type), tl_i64(lower, 32));
    return ir_bin(&lower->b, IR_OR, IR_DISJOINT, ir_zext(&lower->b, low, type), high);
}

// Of f32 as it is, of others in words of 32 bits.
IrValue *tl_shuffle(TileLower *lower, TlShuffle how, TileTypeKind kind, IrValue *x, IrValue *by) {
    static const uint16_t ids[][2] = {
        [TL_SHUFFLE_UP] = {IR_I_nvvm_shfl_sync_up_i32, IR_I_nvvm_shfl_sync_up_f32},
        [TL_SHUFFLE_DOWN] = {IR_I_nvvm_shfl_sync_down_i32, IR_I_nvvm_shfl_sync_down_f32},
        [TL_SHUFFLE_XOR] = {IR_I_nvvm_shfl_sync_bfly_i32, IR_I_nvvm_shfl_sync_bfly_f32},
        [TL_SHUFFLE_LANE] = {IR_I_nvvm_shfl_sync_idx_i32, IR_I_nvvm_shfl_sync_idx_f32}};
    IrValue *all = tl_i32(lower, UINT32_MAX), *clamp = tl_i32(lower, how == TL_SHUFFLE_UP ? 0 : 31);
    if (x->type->kind == IR_TY_FLOAT)
        return IR_CALL(&lower->b, ids[how][1], NULL, all, x, by, clamp);
    return tl_from_bits(lower, kind,
                        shuffle_bits(lower, ids[how][0], tl_to_bits(lower, kind, x), by, clamp));
}

// ---- conversions -------------------------------------------------------------------------------

typedef struct {
    TileTypeKind kind;
    IrValue **reg;
    const TlLayout *from, *to;
} Conversion;

static int find_bit(const int8_t *bits, uint32_t n, int bit) {
    for (uint32_t i = 0; i < n; i++) {
        if (bits[i] == bit) return (int)i;
    }
    return -1;
}

// Whether each thread has what it wants, perhaps along with more: thread bits that `to` has and
// `from` has in the same place, or in registers while that thread bit is nobody's.
static bool within_thread(const Conversion *c) {
    for (uint32_t t = 0; t < c->to->nthread; t++) {
        int has = c->from->thread[t], wants = c->to->thread[t];
        if (has >= 0 && has != wants) return false;
    }
    return true;
}

// A register of `from` by the bits of `to`'s register and, in the mask, bits that the thread says.
static IrValue **take_registers(TileLower *lower, const Conversion *c) {
    IrValue **out = tl_regs(lower, c->to);
    // of each register bit of `from`, the thread bit that chooses, or -1
    int8_t chooser[TL_ELEMENT_BITS], source[TL_ELEMENT_BITS];
    for (uint32_t i = 0; i < c->from->nreg; i++) {
        source[i] = (int8_t)find_bit(c->to->reg, c->to->nreg, c->from->reg[i]);
        chooser[i] = (int8_t)find_bit(c->to->thread, c->to->nthread, c->from->reg[i]);
    }
    for (uint32_t r = 0; r < tl_nreg(c->to); r++) {
        uint32_t at = 0, n = 1;
        int8_t open[TL_ELEMENT_BITS];
        uint32_t nopen = 0;
        for (uint32_t i = 0; i < c->from->nreg; i++) {
            if (source[i] >= 0)
                at |= (r >> source[i] & 1) << i;
            else
                open[nopen++] = (int8_t)i;
        }
        n <<= nopen;
        IrValue **choice = arena_array(lower->arena, IrValue *, n);
        for (uint32_t k = 0; k < n; k++) {
            uint32_t reg = at;
            for (uint32_t j = 0; j < nopen; j++) reg |= (k >> j & 1) << open[j];
            choice[k] = c->reg[reg];
        }
        for (uint32_t j = nopen; j-- > 0;) {
            IrValue *bit = ir_and(&lower->b, lower->tid, tl_i32(lower, 1ull << chooser[open[j]]));
            IrValue *set = ir_cmp(&lower->b, IR_NE, bit, tl_i32(lower, 0));
            for (uint32_t k = 0; k < 1u << j; k++)
                choice[k] = ir_select(&lower->b, set, choice[k + (1u << j)], choice[k]);
        }
        out[r] = choice[0];
    }
    return out;
}

// Whether a shuffle of each register does it: the warps have the same elements, and registers the
// same bits; only lanes differ.
static bool within_warp(const Conversion *c) {
    if (c->from->nreg != c->to->nreg || memcmp(c->from->reg, c->to->reg, c->to->nreg) != 0)
        return false;
    for (uint32_t t = TL_LANE_BITS; t < c->to->nthread; t++) {
        int has = c->from->thread[t];
        if (has >= 0 && has != c->to->thread[t]) return false;
    }
    for (uint32_t t = 0; t < TL_LANE_BITS && t < c->to->nthread; t++) {
        int wants = c->to->thread[t], has = c->from->thread[t];
        if (wants >= 0 && find_bit(c->from->thread, TL_LANE_BITS, wants) < 0 &&
            find_bit(c->from->thread, c->from->nthread, wants) >= 0)
            return false;
        if (has >= 0 && find_bit(c->to->thread, c->to->nthread, has) < 0) return false;
    }
    return true;
}

static IrValue **shuffle_registers(TileLower *lower, const Conversion *c) {
    int8_t lane_of[TL_ELEMENT_BITS];
    memset(lane_of, -1, sizeof lane_of);
    for (uint32_t t = 0; t < TL_LANE_BITS; t++) {
        if (c->from->thread[t] >= 0) lane_of[c->from->thread[t]] = (int8_t)t;
    }
    IrValue *lane = tl_thread_place(lower, c->to, lane_of), **out = tl_regs(lower, c->to);
    for (uint32_t r = 0; r < tl_nreg(c->to); r++) {
        out[r] = tl_shuffle(lower, TL_SHUFFLE_LANE, c->kind, c->reg[r], lane);
    }
    return out;
}

// ---- through shared memory ---------------------------------------------------------------------

// How many low bits of registers are the low bits of the place, in this order, up to 16 bytes.
static uint32_t vector_bits(const TlLayout *layout, const int8_t *place, uint32_t width) {
    uint32_t n = 0, most = tl_log2(16 / width);
    while (n < most && n < layout->nreg && place[layout->reg[n]] == (int8_t)n) n++;
    return n;
}

static void next_bit(int8_t *place, int bit, uint32_t *n) {
    if (bit >= 0 && place[bit] < 0) place[bit] = (int8_t)(*n)++;
}

// The order of elements in memory: a vector of the side that has more registers comes first, then
// its threads, so that it moves whole vectors side by side.
static void memory_order(const Conversion *c, int8_t *place, uint32_t *n) {
    const TlLayout *side = c->to->nreg >= c->from->nreg ? c->to : c->from;
    uint32_t vector = CU_MIN(tl_log2(16 / tl_width(c->kind)), side->nreg);
    *n = 0;
    memset(place, -1, TL_ELEMENT_BITS);
    for (uint32_t i = 0; i < vector; i++) next_bit(place, side->reg[i], n);
    for (uint32_t t = 0; t < side->nthread; t++) next_bit(place, side->thread[t], n);
    for (uint32_t i = vector; i < side->nreg; i++) next_bit(place, side->reg[i], n);
}

static void store_registers(TileLower *lower, const Conversion *c, const TlPlaces *order,
                            IrValue *base) {
    uint32_t width = tl_width(c->kind), n = 1u << vector_bits(c->from, order->bit, width);
    IrValue *lane = tl_lane_place(lower, order, c->from, width);
    IrType *vector = ir_ty_vector(lower->m, tl_memory_type(lower, c->kind), n);
    for (uint32_t r = 0; r < tl_nreg(c->from); r += n) {
        IrValue *value = &ir_poison(lower->m, vector)->v;
        for (uint32_t k = 0; k < n; k++) {
            IrValue *x = tl_to_memory(lower, c->kind, c->reg[r + k]);
            value = n > 1 ? ir_insertelement(&lower->b, value, x, tl_i32(lower, k)) : x;
        }
        IrValue *at = tl_reg_address(lower, order, c->from, r, width, base, lane);
        ir_store(&lower->b, value, at, width * n);
    }
}

static IrValue **load_registers(TileLower *lower, const Conversion *c, const TlPlaces *order,
                                IrValue *base) {
    uint32_t width = tl_width(c->kind), n = 1u << vector_bits(c->to, order->bit, width);
    IrValue *lane = tl_lane_place(lower, order, c->to, width), **out = tl_regs(lower, c->to);
    IrType *type = tl_memory_type(lower, c->kind), *vector = ir_ty_vector(lower->m, type, n);
    for (uint32_t r = 0; r < tl_nreg(c->to); r += n) {
        IrValue *from = tl_reg_address(lower, order, c->to, r, width, base, lane);
        IrValue *value = &ir_load(&lower->b, n > 1 ? vector : type, from, width * n)->v;
        for (uint32_t k = 0; k < n; k++) {
            IrValue *x = n > 1 ? ir_extractelement(&lower->b, value, tl_i32(lower, k)) : value;
            out[r + k] = tl_from_memory(lower, c->kind, x);
        }
    }
    return out;
}

// A conversion under way: where its elements lie.
typedef struct {
    TlPlaces places;
    bool fragment;
    uint32_t half;
    IrValue *base;
} Spread;

static uint64_t find_places(const TileLower *lower, const Conversion *c, Spread *spread) {
    uint32_t n;
    spread->fragment = tl_is_fragment(lower, c->kind, c->from, c->to);
    if (spread->fragment)
        tl_fragment_order(c->kind, c->from, c->to, spread->places.bit, &n);
    else
        memory_order(c, spread->places.bit, &n);
    spread->places.swizzle = 0;
    return tl_places_size(&spread->places, tl_width(c->kind), n);
}

// The first of the threads with the same elements writes them.
static void put(TileLower *lower, const Conversion *c, const Spread *spread) {
    TlGuard guard = tl_guard(lower, tl_is_first(lower, c->from));
    store_registers(lower, c, &spread->places, spread->base);
    tl_guard_end(lower, &guard);
}

static IrValue **take(TileLower *lower, const Conversion *c, const Spread *spread) {
    if (spread->fragment)
        return tl_fragment_load(lower, c->kind, c->from, c->to, &spread->places, spread->base);
    return load_registers(lower, c, &spread->places, spread->base);
}

static IrValue **spread_whole(TileLower *lower, const Conversion *c) {
    Spread spread;
    uint64_t size = find_places(lower, c, &spread);
    spread.base = tl_shared(lower, size, &spread.half);
    put(lower, c, &spread);
    tl_written(lower, spread.half);
    return take(lower, c, &spread);
}

// The highest bit of an element's place that is one of registers' numbers on both sides, but not
// one of a fragment's own; -1: there is none.
static int common_bit(const Conversion *c) {
    enum { OF_FRAGMENT = 3 };
    for (uint32_t k = c->to->nreg; k-- > OF_FRAGMENT;) {
        if (find_bit(c->from->reg, c->from->nreg, c->to->reg[k]) >= 0) return c->to->reg[k];
    }
    return -1;
}

static TlLayout without(const TlLayout *layout, int bit, uint32_t *at) {
    TlLayout out = *layout;
    *at = (uint32_t)find_bit(layout->reg, layout->nreg, bit);
    memmove(out.reg + *at, out.reg + *at + 1, out.nreg - *at - 1);
    out.nreg--;
    return out;
}

// Register r of a layout without a bit, in the one with it.
static uint32_t with_bit(uint32_t r, uint32_t at, uint32_t value) {
    uint32_t low = (1u << at) - 1;
    return (r & low) | value << at | (r & ~low) << 1;
}

// What does not fit into half of the room goes in two parts, one after the other.
static IrValue **spread_parts(TileLower *lower, const Conversion *c, uint32_t bits) {
    uint64_t room = CU_MAX(lower->room[0], lower->room[1]);
    uint64_t size = tl_places_size(&(TlPlaces){0}, tl_width(c->kind), bits);
    int bit = size > room ? common_bit(c) : -1;
    if (bit < 0) return spread_whole(lower, c);
    uint32_t in, out;
    TlLayout from = without(c->from, bit, &in), to = without(c->to, bit, &out);
    IrValue **all = tl_regs(lower, c->to);
    for (uint32_t value = 0; value < 2; value++) {
        Conversion part = {c->kind, tl_regs(lower, &from), &from, &to};
        for (uint32_t r = 0; r < tl_nreg(&from); r++) part.reg[r] = c->reg[with_bit(r, in, value)];
        IrValue **got = spread_parts(lower, &part, bits - 1);
        for (uint32_t r = 0; r < tl_nreg(&to); r++) all[with_bit(r, out, value)] = got[r];
    }
    return all;
}

IrValue **tl_spread(TileLower *lower, TileTypeKind kind, IrValue **reg, const TlLayout *from,
                    const TlLayout *to) {
    Conversion c = {kind, reg, from, to};
    uint32_t bits = from->nreg;
    for (uint32_t t = 0; t < from->nthread; t++) bits += from->thread[t] >= 0;
    return spread_parts(lower, &c, bits);
}

IrValue **tl_convert(TileLower *lower, TileTypeKind kind, IrValue **reg, const TlLayout *from,
                     const TlLayout *to) {
    Conversion c = {kind, reg, from, to};
    if (within_thread(&c)) return take_registers(lower, &c);
    if (within_warp(&c)) return shuffle_registers(lower, &c);
    return tl_spread(lower, kind, reg, from, to);
}

// The conversion of a value to a layout that it does not have yet, if it goes through shared memory
// and fits there as a whole.
static bool whole_spread(TileLower *lower, TileValue *source, const TlLayout *to, uint64_t room,
                         Conversion *c, Spread *spread, uint64_t *size) {
    const TlForm *forms = tl_value(lower, source)->forms;
    for (const TlForm *form = forms; form; form = form->next) {
        if (tl_same(&form->layout, to)) return false;
    }
    if (!forms) return false;
    *c = (Conversion){tile_element(source->type), forms->reg, &forms->layout, to};
    *size = find_places(lower, c, spread);
    return !within_thread(c) && !within_warp(c) && *size <= room;
}

void tl_get_both(TileLower *lower, TileValue *const *factors, const TlLayout *const *to) {
    Conversion c[2];
    Spread spread[2];
    uint64_t size[2];
    for (uint32_t i = 0; i < 2; i++)
        if (!whole_spread(lower, factors[i], to[i], lower->room[i], &c[i], &spread[i], &size[i]))
            return;
    if (factors[0] == factors[1]) return;
    if (lower->dirty[0] || lower->dirty[1]) tl_barrier(lower);
    for (uint32_t i = 0; i < 2; i++) {
        spread[i].half = i;
        spread[i].base = &lower->exchange[i]->v;
        lower->half[i] = CU_MAX(lower->half[i], size[i]);
        put(lower, &c[i], &spread[i]);
    }
    tl_barrier(lower);
    for (uint32_t i = 0; i < 2; i++) {
        lower->dirty[i] = true;
        tl_set(lower, factors[i], to[i], take(lower, &c[i], &spread[i]));
    }
}

IrValue **tl_from_stage(TileLower *lower, const TlStaged *copy, const TlLayout *to) {
    TileTypeKind kind = tile_element(copy->op->result[0]->type);
    Conversion c = {kind, NULL, &copy->from, to};
    bool fragment = tl_is_fragment(lower, kind, &copy->from, to) &&
                    tl_fragment_lies(kind, &copy->from, to, &copy->place);
    if (fragment) return tl_fragment_load(lower, kind, &copy->from, to, &copy->place, copy->base);
    return load_registers(lower, &c, &copy->place, copy->base);
}

IrValue *tl_lay(TileLower *lower, TileValue *laid, const TlPlaces *order) {
    TileTypeKind kind = tile_element(laid->type);
    uint64_t size = tl_places_size(order, tl_width(kind), tl_element_bits(laid->type));
    if (size > CU_MAX(lower->room[0], lower->room[1])) return NULL;
    TlLayout layout = tl_layout_of(lower, laid);
    Conversion c = {kind, tl_get(lower, laid, &layout), &layout, &layout};
    Spread spread = {.places = *order};
    spread.base = tl_shared(lower, size, &spread.half);
    put(lower, &c, &spread);
    ir_call_intrin(&lower->b, IR_I_nvvm_fence_proxy_async_shared_cta, NULL, 0, NULL);
    tl_written(lower, spread.half);
    lower->swizzled = true;
    return spread.base;
}
