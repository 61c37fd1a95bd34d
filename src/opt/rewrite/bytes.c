// SPDX-License-Identifier: Apache-2.0
// Bytes of one value that shifts, masks and ors put together in the opposite order are a byte swap
// (bytes.def; the contract is in rewrite/rewrite.h):
//
//     x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24    =>   llvm.bswap(x)
//
// and masks of the signs of a word's bytes or halves are one prmt:
//
//     (x >> 7 & 0x01010101) * 255                                    =>   prmt(x, 0, 0xba98)
//
// Each operation is followed with where its bytes come from: one of the source's, or a zero. Only
// whole trees are looked at, from the or that no other or reads; what has other uses stays and
// makes the swap no cheaper, so that at least one or must go.
#include "opt/rewrite/rewrite.h"

#include "ir/intrin_id.h"

enum { BYTES = 8, DEEP = 8, ZERO = -1, UNKNOWN = -2 };

typedef struct {
    IrValue *source; // NULL: not met yet
    uint32_t n;      // bytes
    uint32_t left;   // operations that may still be looked at
} Swap;

typedef struct {
    int8_t at[BYTES]; // byte of the source, ZERO or UNKNOWN
} Bytes;

static Bytes all(int8_t what) {
    Bytes bytes;
    memset(bytes.at, what, sizeof bytes.at);
    return bytes;
}

// The first value that is met is the source; any other is unknown.
static Bytes of_source(Swap *s, IrValue *part) {
    if (!s->source) s->source = part;
    Bytes bytes = all(UNKNOWN);
    for (uint32_t k = 0; k < s->n && part == s->source; k++) bytes.at[k] = (int8_t)k;
    return bytes;
}

// By so many bytes up, if positive, else down; zeros come in.
static Bytes moved(const Swap *s, Bytes from, int32_t by) {
    Bytes bytes = all(ZERO);
    for (int32_t to = 0; to < (int32_t)s->n; to++) {
        bool inside = to - by >= 0 && to - by < (int32_t)s->n;
        if (inside) bytes.at[to] = from.at[to - by];
    }
    return bytes;
}

// A part of a byte is not known to be that byte.
static Bytes masked(const Swap *swap, Bytes bytes, uint64_t mask) {
    for (uint32_t k = 0; k < swap->n; k++) {
        uint64_t part = mask >> 8 * k & 0xff;
        if (part == 0)
            bytes.at[k] = ZERO;
        else if (part != 0xff && bytes.at[k] != ZERO)
            bytes.at[k] = UNKNOWN;
    }
    return bytes;
}

static Bytes joined(const Swap *swap, Bytes bytes, Bytes other) {
    for (uint32_t k = 0; k < swap->n; k++) {
        if (bytes.at[k] == ZERO)
            bytes.at[k] = other.at[k];
        else if (other.at[k] != ZERO && other.at[k] != bytes.at[k])
            bytes.at[k] = UNKNOWN;
    }
    return bytes;
}

static bool is_shift_by_bytes(const Swap *s, const IrInst *operation, uint64_t count) {
    bool shift = is_any_of(operation->v.op, IR_SHL, IR_LSHR);
    return shift && count % 8 == 0 && count < 8 * s->n;
}

static Bytes bytes_of(Swap *swap, IrValue *part, uint32_t depth) {
    IrInst *inst = ir_as_inst(part);
    if (!inst || depth == DEEP || !swap->left) return of_source(swap, part);
    swap->left--;

    if (inst->v.op == IR_OR) {
        Bytes first = bytes_of(swap, ir_op(inst, 0), depth + 1);
        return joined(swap, first, bytes_of(swap, ir_op(inst, 1), depth + 1));
    }
    bool constant = inst->nops == 2 && rw_arg_c(part, 1);
    if (!constant) return of_source(swap, part);
    uint64_t number = rw_u(rw_arg(part, 1));
    if (inst->v.op == IR_AND)
        return masked(swap, bytes_of(swap, ir_op(inst, 0), depth + 1), number);
    if (!is_shift_by_bytes(swap, inst, number)) return of_source(swap, part);
    int32_t by = (int32_t)number / 8;
    return moved(swap, bytes_of(swap, ir_op(inst, 0), depth + 1), inst->v.op == IR_SHL ? by : -by);
}

static bool is_part_of_or(const IrValue *value) {
    IR_FOREACH_USE(use, value) {
        if (use->user->v.op == IR_OR) return true;
    }
    return false;
}

// Of 16 bits a swap is no instruction: test/rules alone asks for it, which tries all values.
static bool has_swap(const Rw *rw, const IrType *type) {
    if (type->kind != IR_TY_INT) return false;
    return is_any_of(type->bits, 32, 64) || (type->bits == 16 && rw->any_width);
}

static IrValue *or_swap(Rw *rw, IrInst *disjunction, IrValue *left, IrValue *right) {
    if (!has_swap(rw, disjunction->v.type) || is_part_of_or(&disjunction->v)) return NULL;
    if (!ir_one_use(left) && !ir_one_use(right)) return NULL;

    Swap s = {.n = disjunction->v.type->bits / 8, .left = 4 * BYTES};
    Bytes bytes = bytes_of(&s, &disjunction->v, 0);
    for (uint32_t k = 0; k < s.n; k++) {
        if (bytes.at[k] != (int8_t)(s.n - 1 - k)) return NULL;
    }
    return IR_CALL(&rw->b, IR_I_bswap, NULL, s.source);
}

// ---- masks of signs ----

typedef struct {
    uint32_t factor, by, ones, selector;
} Signs;

// prmt copies a byte's sign to all of its bits where bit 3 of the selector says so. The value is
// (X >> by) & ones, or (X & ones << by) >> by.
static IrValue *mul_of_signs(Rw *rw, IrInst *product, IrValue *signs, IrValue *factor) {
    static const Signs forms[] = {{0xff, 7, 0x01010101, 0xba98}, {0xffff, 15, 0x00010001, 0xbb99}};
    IrType *type = product->v.type;
    const Signs *form = &forms[!ir_is_int(factor, 0xff)];
    if (!ir_ty_is_i(type, 32) || !ir_is_int(factor, form->factor)) return NULL;
    IrValue *within = rw_arg(signs, 0);
    bool masked_last = signs->op == IR_AND;
    if (!ir_as_op(within, masked_last ? IR_LSHR : IR_AND)) return NULL;
    IrValue *mask = rw_arg(masked_last ? signs : within, 1),
            *count = rw_arg(masked_last ? within : signs, 1);
    uint32_t bits = form->ones << (masked_last ? 0 : form->by);
    if (!ir_is_int(mask, bits) || !ir_is_int(count, form->by)) return NULL;
    return IR_CALL(&rw->b, IR_I_nvvm_prmt, NULL, rw_arg(within, 0), &ir_int(type, 0)->v,
                   &ir_int(type, form->selector)->v);
}

#define ROW(...) RW_ROW(__VA_ARGS__)
static const RwRow rows[] = {
#include "opt/rewrite/bytes.def"
};
const RwTable opt_rw_bytes = {rows, CU_COUNT(rows)};
