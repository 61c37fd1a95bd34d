// SPDX-License-Identifier: Apache-2.0
// What integers are modulo powers of two: a constant plus a multiple of the thread's index. An
// element of an array with a column for each thread is 4 * (row * columns + thread): whatever row
// is, no other thread's. A row has one form wherever it is used, that which all of its instructions
// give (the same in all lanes, and in the machine).
#include "jit/jit_int.h"

typedef struct {
    const Flow *flow;
    Modulo *of_row;
    uint32_t thread; // the special register's offset; UINT32_MAX: none has been seen
    bool changed;
} Find;

enum { UNSEEN = 0xff }; // bits of a row that no instruction has written yet

static uint64_t low_bits(uint32_t bits) {
    return bits >= 64 ? ~0ull : (1ull << bits) - 1;
}

static Modulo modulo(uint64_t at, uint64_t step, uint32_t bits) {
    return (Modulo){at & low_bits(bits), step & low_bits(bits), (uint8_t)bits};
}
static const Modulo anything = {0, 0, 0};

static uint32_t bits_of(const JitOperand *operand) {
    return operand->size == 3 ? 64 : 32;
}

static Modulo form_of(Find *find, const JitOperand *operand) {
    switch ((JitKind)operand->kind) {
    case JIT_IS_ROW: return find->of_row[operand->at];
    case JIT_IS_VALUE: return modulo(operand->value, 0, bits_of(operand));
    case JIT_IS_SPECIAL:
        if (operand->shape != JIT_AFFINE) return anything;
        if (find->thread == UINT32_MAX) find->thread = operand->at;
        return find->thread == operand->at ? modulo(0, 1, 32) : anything;
    default: return anything;
    }
}

static bool is_constant(Modulo form, const JitOperand *operand) {
    return !form.step && form.bits == bits_of(operand);
}

static uint32_t zeros_of(uint64_t factor, uint32_t most) {
    return factor ? CU_MIN((uint32_t)__builtin_ctzll(factor), most) : most;
}

static Modulo sum(Modulo a, Modulo b) {
    return modulo(a.at + b.at, a.step + b.step, CU_MIN(a.bits, b.bits));
}
static Modulo difference(Modulo a, Modulo b) {
    return modulo(a.at - b.at, a.step - b.step, CU_MIN(a.bits, b.bits));
}

// By a constant: what is known has as many bits more as the factor has zeros.
static Modulo multiple(Modulo a, uint64_t factor, uint32_t width) {
    uint32_t bits = CU_MIN(a.bits + zeros_of(factor, 64), width);
    return modulo(a.at * factor, a.step * factor, bits);
}

static Modulo product(Find *find, const JitInst *in, uint32_t width) {
    Modulo a = form_of(find, &in->a), b = form_of(find, &in->b);
    bool is_signed = shape_is_signed(in->type);
    uint64_t of_a = is_signed && in->a.size == 2 ? (uint64_t)(int32_t)a.at : a.at;
    uint64_t of_b = is_signed && in->b.size == 2 ? (uint64_t)(int32_t)b.at : b.at;
    if (is_constant(b, &in->b)) return multiple(a, of_b, width);
    return is_constant(a, &in->a) ? multiple(b, of_a, width) : anything;
}

// Of both what they agree in.
static Modulo both(Modulo a, Modulo b) {
    if (a.bits == UNSEEN) return b;
    if (b.bits == UNSEEN) return a;
    uint32_t bits = CU_MIN(a.bits, b.bits);
    bits = zeros_of((a.at ^ b.at) | (a.step ^ b.step), bits);
    return modulo(a.at, a.step, bits);
}

// A mask keeps the lowest bits, or leaves zeros of them.
static Modulo masked(Modulo a, uint64_t mask) {
    if (mask & 1) return modulo(a.at, a.step, CU_MIN(a.bits, zeros_of(~mask, 64)));
    return modulo(0, 0, zeros_of(mask, 64));
}

static Modulo result_of(Find *find, const JitInst *in) {
    Modulo a = form_of(find, &in->a), b = form_of(find, &in->b), c = form_of(find, &in->c);
    uint32_t width = in->d.size == 3 ? 64 : 32;
    switch ((JitOp)in->op) {
    case JIT_MOVE: return a;
    case JIT_CONVERT:
        return shape_is_float(in) ? anything : modulo(a.at, a.step, CU_MIN(a.bits, width));
    case JIT_ADD: return sum(a, b);
    case JIT_SUB: return difference(a, b);
    case JIT_MUL:
    case JIT_MUL_WIDE: return product(find, in, width);
    case JIT_MAD:
    case JIT_MAD_WIDE: return sum(product(find, in, width), c);
    case JIT_SHL: {
        bool known = in->b.kind == JIT_IS_VALUE && in->b.value < width;
        return known ? multiple(a, 1ull << in->b.value, width) : anything;
    }
    case JIT_AND: return is_constant(b, &in->b) ? masked(a, b.at) : anything;
    case JIT_SELECT: return both(a, b);
    default: return anything;
    }
}

static bool is_known(const Find *find, const JitOperand *operand) {
    return operand->kind != JIT_IS_ROW || find->of_row[operand->at].bits != UNSEEN;
}

static void give(Find *find, uint32_t row, Modulo form) {
    Modulo *have = &find->of_row[row], now = both(*have, form);
    find->changed |= now.bits != have->bits || now.at != have->at || now.step != have->step;
    *have = now;
}

static void give_anything(void *data, uint32_t row) {
    give(data, row, anything);
}

static void transfer(Find *find, const JitInst *in) {
    bool sizes = in->d.kind == JIT_IS_ROW && is_any_of(in->d.size, 2, 3);
    if (!sizes || in->nwrites) {
        flow_writes(find->flow->fn, in, give_anything, find);
        return;
    }
    bool known = is_known(find, &in->a) && is_known(find, &in->b) && is_known(find, &in->c);
    if (known) give(find, in->d.at, result_of(find, in));
    if (in->second.kind == JIT_IS_ROW) give(find, in->second.at, anything);
}

Modulo *modulo_find(const Flow *flow) {
    uint32_t rows = flow->fn->row.n + 1;
    Find find = {.flow = flow, .thread = UINT32_MAX};
    find.of_row = arena_array(flow->arena, Modulo, rows);
    for (uint32_t row = 0; row < rows; row++) find.of_row[row].bits = UNSEEN;
    do {
        find.changed = false;
        VEC_FOREACH (JitInst, in, &flow->fn->inst) transfer(&find, in);
    } while (find.changed);
    for (uint32_t row = 0; row < rows; row++) {
        if (find.of_row[row].bits == UNSEEN) find.of_row[row] = anything; // nothing writes it
    }
    return find.of_row;
}

Modulo modulo_of(const Modulo *of_row, const JitOperand *operand) {
    if (operand->kind == JIT_IS_ROW) return of_row[operand->at];
    return operand->kind == JIT_IS_VALUE ? modulo(operand->value, 0, bits_of(operand)) : anything;
}
