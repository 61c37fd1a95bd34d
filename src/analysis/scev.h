// SPDX-License-Identifier: Apache-2.0
// scev: what integers and pointers are as expressions of a loop's iteration number (Bachmann, Wang,
// Zima 1994, "Chains of recurrences").
//
// Contract:
//  - An expression is a number modulo 2^bits and nothing else: it carries no flags. That a sum does
//    not wrap matters where it is extended, so the extension of a value is asked for by its
//    instruction (nsw, nuw) and never by its expression, where the instruction is forgotten.
//  - Expressions are uniqued: equal pointers mean equal numbers (not the other way round).
//  - An expression may hold where its value is poison; never the other way round.
//  - Values of a loop are not looked through from outside of it: there they are unknown.
//  - Results hold while no instruction and no edge changes; the values that unknowns name must not
//    be erased before the last question.
#ifndef CUPRUM_SCEV_H
#define CUPRUM_SCEV_H

#include "analysis/analysis.h"

typedef enum {
    SC_CONST,
    SC_UNKNOWN, // a value as it is
    SC_ADD,     // n terms; a constant first; recurrences have taken in what they could
    SC_MUL,     // n factors; a constant first
    SC_UDIV,    // op[0] by the constant op[1], never 0
    SC_ZEXT,
    SC_SEXT,
    SC_TRUNC,
    SC_UMAX, // two operands
    SC_UMIN,
    SC_SMAX,
    SC_SMIN,
    SC_REC, // in iteration k of `loop`: op[0] + sum of op[1] over the k iterations before
} ScKind;
typedef struct ScExpr ScExpr;
struct ScExpr {
    uint8_t kind; // ScKind
    uint32_t bits, id, n;
    uint32_t size;      // nodes, as a tree
    IrType *type;       // an integer, or the pointer that the sum or recurrence is
    uint64_t c;         // CONST
    IrValue *value;     // UNKNOWN
    const AnLoop *loop; // REC
    const ScExpr **op;
};

typedef struct AnScev AnScev;
// Expressions of one function, made as they are asked for, in `owner`.
AnScev *an_scev_make(IrFunc *fn, const AnLoops *loops, const AnDom *dom, Arena *owner);
// Integers of up to 64 bits and pointers; NULL for other types.
const ScExpr *an_scev(AnScev *scev, IrValue *asked);
// The integer extended to the type; by its instruction, so that flags count.
const ScExpr *an_scev_extend(AnScev *scev, IrValue *narrow, bool is_signed, IrType *wide);
// The expression's value is the same in all iterations of the loop.
bool an_scev_invariant(const AnScev *scev, const ScExpr *asked, const AnLoop *loop);
// It is {start, +, step} of the loop with a step that does not change in it.
bool an_scev_affine(const AnScev *scev, const ScExpr *asked, const AnLoop *loop);
// The expression without its constant term, which goes to *c (signed). Equal rests: the difference
// is constant.
const ScExpr *an_scev_split(AnScev *scev, const ScExpr *whole, int64_t *c);
// The same number with the products in its sums multiplied out: x * (a + b) is x * a + x * b. Two
// that differ in nothing else are equal, and their difference is as short as it can be; it costs
// more to compute.
const ScExpr *an_scev_flat(AnScev *scev, const ScExpr *nested);
// A text for tests.
void an_scev_print(const ScExpr *expr, Buf *out);

// Building: operands of equal width.
const ScExpr *an_sc_const(AnScev *scev, IrType *wanted, uint64_t c);
const ScExpr *an_sc_add(AnScev *scev, const ScExpr *left, const ScExpr *right);
const ScExpr *an_sc_sub(AnScev *scev, const ScExpr *left, const ScExpr *right);
const ScExpr *an_sc_mul(AnScev *scev, const ScExpr *left, const ScExpr *right);
const ScExpr *an_sc_udiv(AnScev *scev, const ScExpr *dividend, uint64_t by);
const ScExpr *an_sc_minmax(AnScev *scev, ScKind kind, const ScExpr *left, const ScExpr *right);
// Zero extension or truncation to the type.
const ScExpr *an_sc_resize(AnScev *scev, const ScExpr *source, IrType *target);

// ---- scev_range.c ------------------------------------------------------------------------------

typedef struct { // inclusive; lo <= hi
    uint64_t ulo, uhi;
    int64_t slo, shi;
} ScRange;
// Between which numbers the expression lies.
ScRange an_scev_range(AnScev *scev, const ScExpr *asked);

// ---- scev_trips.c ------------------------------------------------------------------------------

// How often the back edge is taken before `exiting`'s branch leaves the loop, if no other exit does
// so before; the block must run in every iteration. NULL: unknown. The loop is finite if it is
// known (or the program undefined).
const ScExpr *an_exit_count(AnScev *scev, const AnLoop *loop, IrBlock *exiting);
// The same of a loop with this one exit. NULL: several exits, or unknown.
const ScExpr *an_trip_count(AnScev *scev, const AnLoop *loop);
// At most so often, from all exits that are understood; UINT64_MAX: unknown.
uint64_t an_max_trip_count(AnScev *scev, const AnLoop *loop);
// The number of iterations (one more than the back edge is taken) is a multiple of this; 1:
// unknown.
uint64_t an_trip_multiple(AnScev *scev, const AnLoop *loop);
// left pred right is certain whenever the loop is entered, because a branch in front of it says so.
bool an_scev_guarded(AnScev *scev, const AnLoop *loop, IrPred pred, const ScExpr *left,
                     const ScExpr *right);

// ---- for the files of scev alone ---------------------------------------------------------------

enum { SC_MAX_SIZE = 96 }; // nodes of an expression; a larger one is an unknown
// A value as it is; a recurrence.
const ScExpr *an_sc_unknown(AnScev *scev, IrValue *opaque);
const ScExpr *an_sc_rec(AnScev *scev, const ScExpr *start, const ScExpr *step, const AnLoop *loop);
// The extension of the number that the expression is, with no look at how it came about.
const ScExpr *an_sc_extend(AnScev *scev, const ScExpr *narrow, bool is_signed, IrType *wide);
// The number that the address is.
const ScExpr *an_sc_as_int(AnScev *scev, const ScExpr *pointer);
static inline uint64_t an_sc_mask(uint32_t bits) {
    return bits >= 64 ? ~0ull : (1ull << bits) - 1;
}
static inline int64_t an_sc_sval(const ScExpr *expr) { // of a constant
    return (int64_t)(expr->c << (64 - expr->bits)) >> (64 - expr->bits);
}
struct AnScev {
    IrFunc *fn;
    IrModule *m;
    const AnLoops *loops;
    const AnDom *dom;
    Arena *a;
    ConsSet set;
    Map of;          // value -> expression
    Map extended[2]; // (value, bits) -> zero, sign extension
    Map max_trips;   // loop -> most + 1
    uint32_t count;  // of expressions
    uint32_t depth;  // of the recursion over values
};
// The header's phi that `counter` is in the next iteration or now, if the recurrence does not wrap
// signed (unsigned) up to and with v wherever v is not poison.
bool an_rec_no_wrap(AnScev *scev, const AnLoop *loop, IrValue *counter, bool is_signed);
// What the phi of a loop's header gets from outside, and from the back edge. False: other than two.
bool an_header_phi(const AnScev *scev, const IrInst *phi, const AnLoop **l, IrValue **start,
                   IrValue **next);

#endif
