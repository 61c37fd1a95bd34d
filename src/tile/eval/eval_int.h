// SPDX-License-Identifier: Apache-2.0
// Private to the evaluator (eval.c, grid.c, control.c, number.c, elements.c, shape.c, matrix.c,
// memory.c).
//
// A value lies in words: of a tile an element each, its bits in the low ones and zeros above; of a
// tensor_view and the views of it the address, the sizes, the strides (in elements); of a token
// nothing. Types are static, so a value's words are allocated once for all blocks that run in a
// place.
#ifndef CUPRUM_TILE_EVAL_INT_H
#define CUPRUM_TILE_EVAL_INT_H

#include "base/apfloat.h"
#include "tile/eval/eval.h"

typedef struct {      // a block of operations that is being run
    const TileOp *op; // whose region it is; NULL: the kernel's body, or a fold's
    const TileBlock *block;
    uint32_t next;                  // operation
    uint64_t at;                    // of a for: the index
    uint64_t polls, changes, turns; // of a loop: Eval's counts when this turn began; its turns
} Frame;

typedef struct { // a tile block under way
    uint32_t place;
    uint32_t block[3];
    uint64_t **words; // of each value, by its number
    VEC(Frame) frame; // innermost last
    bool live;
} Strand;

typedef struct {
    const TileModule *module;
    Ctx *ctx; // of the module: its names
    Arena *arena;
    const TileLaunch *launch;
    TileFault *fault;
    uint32_t nvalue;
    Strand *strand;    // the one that runs
    const TileOp *end; // the yield that ended a fold's region last
    uint32_t step;     // of the last execution of an operation that tokens order
    uint64_t polls;    // elements that were read as others may change them meanwhile
    uint64_t changes;  // elements that were stored, but atomics that left memory as it was
    bool folding;      // the region of a reduction or a scan runs
    bool waits;        // a turn of a loop did nothing but look at memory: others should run
    bool failed;
} Eval;

// False. Only the first failure of a run counts: what follows it is its consequence.
bool te_fail(Eval *e, const TileOp *culprit, TileEnding ending, const char *format, ...)
    CU_PRINTF(4, 5);
static inline uint64_t *te_words(Eval *e, const TileValue *source) {
    return e->strand->words[source->number];
}
// The words of operand i, of the first value of a slot, or NULL where there is none.
static inline uint64_t *te_operand(Eval *e, const TileOp *user, uint32_t i) {
    return te_words(e, user->operand[i]);
}
const uint64_t *te_slot(Eval *e, const TileOp *owner, const char *name);
static inline uint64_t *te_result(Eval *e, const TileOp *maker, uint32_t i) {
    return te_words(e, maker->result[i]);
}
uint64_t te_nwords(const TileType *type);
// An operation with tokens begins: tells the caller what it comes after.
void te_begin_step(Eval *e, const TileOp *begun);
// Copies values to others, as if all at once.
void te_copy(Eval *e, TileValue *const *to, TileValue *const *from, uint32_t n);
// Runs the region of a fold to its yield, e->end. False: it failed.
bool te_region(Eval *e, const TileBlock *entered);
// Runs the strand's frames above the first `base`, until they have ended or one waits (e->waits).
bool te_run_frames(Eval *e, uint32_t base);
void te_push_frame(Eval *e, const TileOp *owner, const TileBlock *entered);
void te_leave(Eval *e, const TileOp *end); // the operation that ends the innermost block
void te_number_block(const TileBlock *block, uint32_t *n);
void te_run_grid(Eval *e, const TileFunc *kernel);

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
bool te_elements(Eval *e, const TileOp *source, ElementFn *compute);
// What te_elements looks up before it goes over the elements; the bits that a result may have.
uint64_t te_prepare(const TileOp *op, Element *described);
ElementFn *te_element_fn(const TileOp *op); // NULL: it is no operation element by element
#define ELEMENT(op, name) ElementFn el_##name;
#define WHOLE(op, name)   WholeFn te_do_##name;
#include "tile/eval/eval.def"
#undef ELEMENT
#undef WHOLE

#endif
