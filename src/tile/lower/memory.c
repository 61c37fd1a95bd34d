// SPDX-License-Identifier: Apache-2.0
// Memory by pointers, and the order of memory operations.
//
// A token says what must be done before; within a thread it is, so only what other threads of the
// block have done needs a barrier: a token remembers whether it stands for reads or writes since
// the last one.
#include "tile/lower/lower_int.h"

// ---- order -------------------------------------------------------------------------------------

static TlToken join(const TlToken *a, const TlToken *b) {
    return (TlToken){a->reads || b->reads, a->writes || b->writes, CU_MAX(a->epoch, b->epoch)};
}

void tl_do_make_token(TileLower *lower, const TileOp *fresh) {
    tl_value(lower, fresh->result[0])->token = (TlToken){0};
}

// What a barrier has ordered since needs no mention.
static TlToken pending(const TileLower *lower, TlToken token) {
    return token.epoch >= lower->epoch ? token : (TlToken){.epoch = lower->epoch};
}

void tl_do_join_tokens(TileLower *lower, const TileOp *joining) {
    TlToken all = {0};
    for (uint32_t i = 0; i < joining->noperand; i++) {
        TlToken one = pending(lower, tl_value(lower, joining->operand[i])->token);
        all = join(&all, &one);
    }
    tl_value(lower, joining->result[0])->token = all;
}

IrOrder tl_semantics(const TileOp *op) {
    static const uint8_t orders[] = {IR_NOT_ATOMIC, IR_MONOTONIC, IR_ACQUIRE, IR_RELEASE,
                                     IR_ACQ_REL};
    return (IrOrder)orders[tl_attr(op, "memory_ordering_semantics", 0)];
}

IrScope tl_scope(const TileOp *op) {
    static const uint8_t scopes[] = {IR_SCOPE_BLOCK, IR_SCOPE_DEVICE, IR_SCOPE_SYSTEM};
    return (IrScope)scopes[tl_attr(op, "memory_scope", 1)];
}

static bool has_release(const TileOp *op) {
    IrOrder order = tl_semantics(op);
    return order == IR_RELEASE || order == IR_ACQ_REL;
}

static bool has_acquire(const TileOp *op) {
    IrOrder order = tl_semantics(op);
    return order == IR_ACQUIRE || order == IR_ACQ_REL;
}

// A release publishes what all threads of the block have written.
void tl_order(TileLower *lower, const TileOp *access, bool writes) {
    const TileValue *value = tl_slot(access, "token", NULL);
    TlToken token = {0};
    if (value) token = pending(lower, tl_value(lower, value)->token);
    bool open = token.writes || (writes && token.reads);
    if (open || has_release(access)) tl_barrier(lower);
}

// What one thread has acquired the others may read, too.
void tl_done(TileLower *lower, const TileOp *access, const TileValue *result, bool reads,
             bool writes) {
    const TileValue *value = tl_slot(access, "token", NULL);
    TlToken token = {0}, own = {reads, writes, lower->epoch};
    if (value) token = pending(lower, tl_value(lower, value)->token);
    if (has_acquire(access)) tl_barrier(lower);
    lower->wrote |= writes;
    tl_value(lower, result)->token = join(&token, &own);
}

// ---- what divides a number ---------------------------------------------------------------------

enum { LARGEST = 30, DEPTH = 16 };

static uint64_t power_of(uint64_t n) {
    uint64_t low = n & (0 - n);
    return !n || low > 1ull << LARGEST ? 1ull << LARGEST : low;
}

static uint64_t divisor(const TileValue *value, uint32_t depth) {
    const TileOp *op = value->op;
    if (!op || depth > DEPTH) return 1;
    uint64_t first = op->noperand ? divisor(op->operand[0], depth + 1) : 1;
    switch (op->code) {
    case TILE_O_ASSUME: {
        const TileAttr *predicate = op->attr[0];
        bool divides = predicate->kind == TILE_A_DIV_BY && !predicate->flags;
        return divides ? CU_MAX(first, power_of(predicate->bits)) : first;
    }
    case TILE_O_CONSTANT:
        return tile_dense_splat(op->attr[0]) && op->attr[0]->type->sub->kind != TILE_T_F32
                   ? power_of(tile_dense_bits(op->attr[0], 0))
                   : 1;
    case TILE_O_EXTI:
    case TILE_O_RESHAPE:
    case TILE_O_BROADCAST:
    case TILE_O_INT_TO_PTR:
    case TILE_O_PTR_TO_INT:
    case TILE_O_PTR_TO_PTR: return first;
    case TILE_O_MULI: return power_of(first * divisor(op->operand[1], depth + 1));
    case TILE_O_ADDI:
    case TILE_O_SUBI: return CU_MIN(first, divisor(op->operand[1], depth + 1));
    case TILE_O_OFFSET: {
        const TileType *pointer = op->operand[0]->type->sub;
        uint64_t by = divisor(op->operand[1], depth + 1);
        by = power_of(by * tl_width((TileTypeKind)pointer->sub->kind));
        return CU_MIN(first, by);
    }
    default: return 1;
    }
}

uint64_t tl_divisor(const TileValue *value) {
    return divisor(value, 0);
}

// ---- pointers ----------------------------------------------------------------------------------

TlWeight tl_nat_pointer(TileLower *lower, const TileValue *result, TlLayout *out) {
    if (tl_natural(lower, result->op->operand[0], out) == TL_FREE)
        *out = tl_default(lower, result->type);
    return TL_LOADED;
}

static void set_order(const TileOp *op, IrInst *made) {
    IrOrder order = tl_semantics(op);
    if (order == IR_NOT_ATOMIC) return;
    made->order = (uint8_t)order;
    made->scope = (uint8_t)tl_scope(op);
}

void tl_load(TileLower *lower, const TileOp *access, TileTypeKind kind, IrValue *at, uint32_t n,
             IrValue **out) {
    IrType *one = tl_memory_type(lower, kind), *type = n > 1 ? ir_ty_vector(lower->m, one, n) : one;
    IrInst *load = ir_load(&lower->b, type, at, tl_width(kind) * n);
    set_order(access, load);
    for (uint32_t k = 0; k < n; k++) {
        IrValue *x = n > 1 ? ir_extractelement(&lower->b, &load->v, tl_i32(lower, k)) : &load->v;
        out[k] = tl_from_memory(lower, kind, x);
    }
}

void tl_store(TileLower *lower, const TileOp *access, TileTypeKind kind, IrValue *at, uint32_t n,
              IrValue *const *from) {
    IrType *one = tl_memory_type(lower, kind);
    IrValue *all = n > 1 ? &ir_poison(lower->m, ir_ty_vector(lower->m, one, n))->v : NULL;
    for (uint32_t k = 0; k < n; k++) {
        IrValue *x = tl_to_memory(lower, kind, from[k]);
        all = n > 1 ? ir_insertelement(&lower->b, all, x, tl_i32(lower, k)) : x;
    }
    set_order(access, ir_store(&lower->b, all, at, tl_width(kind) * n));
}

static IrValue **optional(TileLower *lower, const TileOp *access, const char *slot,
                          const TlLayout *wanted) {
    TileValue *value = tl_slot(access, slot, NULL);
    return value ? tl_get(lower, value, wanted) : NULL;
}

static uint32_t elements_at_once(TileLower *lower, const TileOp *access, TileTypeKind kind,
                                 const TlLayout *wanted) {
    if (tl_semantics(access) != IR_NOT_ATOMIC) return 1;
    return 1u << tl_vector(lower, access->operand[0], tl_slot(access, "mask", NULL), tl_width(kind),
                           wanted);
}

// Where the mask is off nothing is accessed: the padding, or zero, is the element.
void tl_do_load_ptr(TileLower *lower, const TileOp *access) {
    TlLayout layout = tl_layout_of(lower, access->result[0]);
    TileTypeKind kind = tile_element(access->result[0]->type);
    IrValue **at = tl_get(lower, access->operand[0], &layout),
            **mask = optional(lower, access, "mask", &layout),
            **padding = optional(lower, access, "paddingValue", &layout),
            **out = tl_regs(lower, &layout);
    uint32_t n = elements_at_once(lower, access, kind, &layout);
    tl_order(lower, access, false);
    for (uint32_t r = 0; r < tl_nreg(&layout); r += n) {
        TlGuard guard = tl_guard(lower, mask ? mask[r] : NULL);
        tl_load(lower, access, kind, at[r], n, out + r);
        tl_guard_end(lower, &guard);
        for (uint32_t k = r; k < r + n; k++)
            out[k] = tl_guard_phi(lower, &guard, out[k],
                                  padding ? padding[k] : tl_number(lower, kind, 0));
    }
    tl_set(lower, access->result[0], &layout, out);
    tl_done(lower, access, access->result[1], true, false);
}

void tl_do_store_ptr(TileLower *lower, const TileOp *access) {
    const TileValue *value = access->operand[1];
    TlLayout layout = tl_scalar_layout(lower);
    if (value->type->nshape && tl_natural(lower, access->operand[0], &layout) == TL_FREE)
        layout = tl_layout_of(lower, value);
    TileTypeKind kind = tile_element(value->type);
    IrValue **at = tl_get(lower, access->operand[0], &layout),
            **x = tl_get(lower, access->operand[1], &layout),
            **mask = optional(lower, access, "mask", &layout);
    uint32_t n = elements_at_once(lower, access, kind, &layout);
    tl_order(lower, access, true);
    IrValue *first = tl_is_first(lower, &layout);
    for (uint32_t r = 0; r < tl_nreg(&layout); r += n) {
        IrValue *on = mask && first ? ir_and(&lower->b, first, mask[r]) : mask ? mask[r] : first;
        TlGuard guard = tl_guard(lower, on);
        tl_store(lower, access, kind, at[r], n, x + r);
        tl_guard_end(lower, &guard);
    }
    tl_done(lower, access, access->result[0], false, true);
}
