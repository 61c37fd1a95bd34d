// SPDX-License-Identifier: Apache-2.0
// Private to the evaluator (eval.c, control.c, number.c, elements.c, shape.c, matrix.c, memory.c).
//
// A value lies in words: of a tile an element each, its bits in the low ones and zeros above; of a
// tensor_view and the views of it the address, the sizes, the strides (in elements); of a token
// nothing. Types are static, so a value's words are allocated once for the whole run.
#ifndef CUPRUM_TILE_EVAL_INT_H
#define CUPRUM_TILE_EVAL_INT_H

#include "base/apfloat.h"
#include "tile/eval/eval.h"

typedef struct {
    const TileModule *module;
    Ctx *ctx; // of the module: its names
    Arena *arena;
    const TileLaunch *launch;
    TileFault *fault;
    uint64_t **words; // of each value, by its number
    uint32_t nvalue;
    uint32_t block[3];
    const TileOp *end; // the operation that ended the block run last
    uint32_t step;     // of the last execution of an operation that tokens order
    bool failed;
} Eval;

// False. Only the first failure of a run counts: what follows it is its consequence.
bool te_fail(Eval *e, const TileOp *op, TileEnding ending, const char *format, ...) CU_PRINTF(4, 5);
static inline uint64_t *te_words(Eval *e, const TileValue *value) {
    return e->words[value->number];
}
// The words of operand i, of the first value of a slot, or NULL where there is none.
static inline uint64_t *te_operand(Eval *e, const TileOp *op, uint32_t i) {
    return te_words(e, op->operand[i]);
}
const uint64_t *te_slot(Eval *e, const TileOp *op, const char *name);
static inline uint64_t *te_result(Eval *e, const TileOp *op, uint32_t i) {
    return te_words(e, op->result[i]);
}
uint64_t te_nwords(const TileType *type);
// An operation with tokens begins: tells the caller what it comes after.
void te_begin_step(Eval *e, const TileOp *op);
// Copies values to others, as if all at once.
void te_copy(Eval *e, TileValue *const *to, TileValue *const *from, uint32_t n);
bool te_block(Eval *e, const TileBlock *block); // false: it failed, or returned (e->end says so)

// ---- number.c: one element ----
static inline uint64_t te_mask(uint32_t bits) {
    return bits >= 64 ? UINT64_MAX : (1ull << bits) - 1;
}
static inline int64_t te_signed(uint64_t x, uint32_t bits) {
    return (int64_t)(x << (64 - bits)) >> (64 - bits);
}
// Bits of an element in memory and in words. A tf32 fills 32 as an f32 does, its low bits zero;
// constants have but the 19 that count.
enum { TF32_LOW = 13 };
static inline uint32_t te_width(TileTypeKind kind) {
    return kind == TILE_T_PTR ? 64 : kind == TILE_T_TF32 ? 32 : tile_bits(kind);
}
ApFloat te_float(TileTypeKind kind, uint64_t bits);
uint64_t te_float_bits(TileTypeKind kind, ApFloat value, ApfRound round); // converts
double te_double(TileTypeKind kind, uint64_t bits);
uint64_t te_from_double(TileTypeKind kind, double value); // to the nearest, ties to even

// ---- what evaluates operations ----
typedef struct {           // what all elements of an operation share
    TileTypeKind from, to; // of the first operand's and the result's elements
    uint32_t bits;         // of the first operand's
    uint64_t rounding, signedness, predicate, ordering;
    bool flush, propagate, approx, saturating;
    uint32_t size; // offset: bytes of what is pointed at
    TileTypeKind second;
} Element;
typedef uint64_t ElementFn(const Element *e, const uint64_t *x);
typedef bool WholeFn(Eval *e, const TileOp *op);
bool te_elements(Eval *e, const TileOp *op, ElementFn *fn);
// What te_elements looks up before it goes over the elements; the bits that a result may have.
uint64_t te_prepare(const TileOp *op, Element *element);
ElementFn *te_element_fn(const TileOp *op); // NULL: it is no operation element by element
#define ELEMENT(op, name) ElementFn el_##name;
#define WHOLE(op, name)   WholeFn te_do_##name;
#include "tile/eval/eval.def"
#undef ELEMENT
#undef WHOLE

#endif
