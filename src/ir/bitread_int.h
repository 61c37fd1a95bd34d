// SPDX-License-Identifier: Apache-2.0
// Private to bitread*.c, the reader of LLVM bitcode.
//
// The first error is kept in `error` and ends the read: from then on the stream gives zeros and
// says that it is at its end. Nothing of the input is trusted.
#ifndef CUPRUM_BITREAD_INT_H
#define CUPRUM_BITREAD_INT_H

#include "ir/bitcode.h"

// ---- bitread.c: the container (LLVM Bitcode File Format, "Bitstream Format") ----

typedef VEC(Abbrev) Abbrevs;

typedef struct {
    Ctx *ctx;
    Arena *a;
    const uint8_t *data;
    uint64_t pos, end; // bits
    uint32_t width;    // of abbreviation ids
    const char *error;
    Map info;    // block id + 1 -> Abbrevs of BLOCKINFO
    Abbrevs abb; // of the current block
    uint32_t depth;
} Bits;
typedef VEC(uint64_t) Ops;
typedef struct {
    uint32_t code;
    Ops op;
    const uint8_t *blob;
    uint64_t nblob;
} Rec;
typedef struct { // to leave a block
    uint32_t width;
    Abbrevs abb;
    uint64_t end; // where the block stops
} BlockMark;
enum { BITS_END, BITS_BLOCK, BITS_RECORD };

void *bits_fail(Bits *b, const char *why); // returns NULL
// The next thing in the block: END of it, a BLOCK (its id in r->code; enter or skip it) or a
// RECORD.
int bits_next(Bits *b, Rec *r);
bool bits_enter(Bits *b, uint32_t id, BlockMark *m);
void bits_leave(Bits *b, const BlockMark *m); // restores; bits_next returned END before
void bits_skip(Bits *b);
static inline uint64_t rec(const Rec *r, uint32_t i) { // operand i, 0 when absent
    return i < r->op.n ? r->op.at[i] : 0;
}
static inline int64_t rec_signed(uint64_t v) { // sign in bit 0
    return v & 1 ? (v == 1 ? INT64_MIN : -(int64_t)(v >> 1)) : (int64_t)(v >> 1);
}

// ---- the module ----

typedef struct {
    IrValue *value; // once known
    Rec rec;        // constants not made yet
    IrType *type;
    bool pending, busy;
} BcValue;

typedef struct {
    uint32_t param; // 0 result, 1.. parameters, UINT32_MAX function
    const IrAttrSet *set;
} BcAttr;

typedef struct {
    Bits b;
    Ctx *ctx;
    IrModule *m;
    Arena *a;
    uint32_t version;
    VEC(IrType *) type;
    Atom type_name;
    VEC(BcValue) value;
    VEC(IrFunc *) bodies; // in order, functions whose bodies follow
    uint32_t nbodies;
    struct {
        VEC(IrGlobal *) var;
        VEC(uint32_t) init; // value id + 1
    } inits;
    Map groups;            // group id + 1 -> BcAttr
    VEC(IrAttrList) lists; // PARAMATTR entries
    VEC(Atom) sections;
    const char *strtab;
    uint64_t nstrtab;
    VEC(IrGlobal *) by_id; // globals in the order of their records
    struct {
        VEC(uint64_t) off, len; // of names in strtab
    } names;
    // the function at hand
    IrFunc *fn;
    IrBuilder ib;
    IrBlock **block;
    uint32_t nblocks, cur;
    Map fwd; // value id + 1 -> placeholder
    uint32_t depth;
} Bc;

void *bc_fail(Bc *c, const char *why);
IrType *bc_type(Bc *c, uint64_t id);
bool bc_constants(Bc *c);                         // a CONSTANTS block: appends values
IrConst *bc_const(Bc *c, uint64_t id);            // makes it now
IrValue *bc_value(Bc *c, uint64_t id, IrType *t); // in a function; t for forward references
bool bc_function(Bc *c);                          // a FUNCTION block
IrLinkage bc_linkage(uint64_t v);

#endif
