// SPDX-License-Identifier: Apache-2.0
// The parts of sroa and mem2reg: what memory/sroa.c, memory/sroa_agg.c, memory/sroa_uses.c,
// memory/sroa_parts.c, memory/sroa_rewrite.c, memory/sroa_select.c and memory/mem2reg.c take from
// each other.
//
// Words: an *object* is an alloca of constant size; an *access* is a load, a store or one end of a
// block operation and the bytes of the object that it may touch; a *part* is a range of bytes that
// becomes an alloca of its own, or stays where it is.
#ifndef CUPRUM_SROA_H
#define CUPRUM_SROA_H

#include "opt/memory/promote.h"

enum { // SroaAccess.flags
    SROA_READ = 1 << 0,
    SROA_WRITE = 1 << 1,
    SROA_BLOCK = 1 << 2, // memset, memcpy, memmove of constant size: can be cut anywhere
    SROA_KEEP = 1 << 3,  // at an address that is not constant: what it may touch stays in place
    SROA_FIXED = 1 << 4, // volatile or atomic: stays in place as it is
};
typedef struct {
    uint64_t begin, end; // bytes of the object
    IrInst *i;
    uint32_t op; // the operand that is the address
    uint32_t flags;
} SroaAccess;

typedef struct {
    uint64_t begin, end;
    IrType *type;   // of the value that it becomes; NULL: stays memory
    IrInst *mem;    // its alloca; NULL: none is needed
    uint64_t at;    // where in mem it begins
    uint32_t align; // of its first byte
    uint32_t flags; // SROA_*: what its accesses do (BLOCK: a block operation touches it)
} SroaPart;

typedef VEC(IrInst *) SroaInsts;
typedef struct {
    PassCtx *pc;
    IrFunc *f;
    IrModule *m;
    Arena *a;

    IrInst *al;    // the object at hand
    uint64_t size; // its bytes
    VEC(SroaAccess) acc;
    SroaInsts drop;  // address computations and markers that go away with the object
    SroaInsts dead;  // accesses outside of the object
    SroaInsts over;  // loads of integers that begin in the object and end outside
    SroaInsts folds; // comparisons and differences of addresses
    SroaInsts own;   // stores of its address into the object itself
    SroaInsts moves; // block copies between two constant places of the object
    VEC(SroaPart) part;
    VEC(IrValue *) idle; // what may have lost its last use
    bool compared;       // an address of it with what may not be one
    bool cast;           // an address of it goes to another space
    bool kept; // the object stays: part of it is reached at addresses that are not constant

    SroaInsts todo; // objects to look at in this round
    SroaInsts late; // objects that did not dissolve, for the next round
    SroaInsts good; // objects that can be promoted
} Sroa;

// ---- memory/sroa_agg.c: loads, stores, phis and selects of whole aggregates become those of
// members ---- Each instruction is looked at: the allocas go to sroa->late on the way.
bool opt_sroa_aggregates(Sroa *sroa);

// ---- memory/sroa_uses.c: all uses of the object ----
// False when its address goes where we do not follow. The lists of s are made anew.
bool opt_sroa_collect(Sroa *sroa);
// Does what needs no parts: erases what is dead, folds what is known. True when it changed
// anything: collect again.
bool opt_sroa_clean(Sroa *sroa);
uint64_t opt_sroa_object_size(const IrInst *al);        // 0: not an object that can be split
static inline bool sroa_is_erased(const IrInst *inst) { // operands go with the instruction
    return inst->nops && !ir_op(inst, 0);
}
static inline void sroa_erase_dead(IrValue *value) { // if it is an instruction, and nothing uses it
    IrInst *i = ir_as_inst(value);
    if (i && i->nops && !sroa_is_erased(i)) opt_erase_dead(i);
}
static inline IrType *sroa_access_type(const SroaAccess *x) { // of a load or store
    return x->i->v.op == IR_LOAD ? x->i->v.type : ir_op(x->i, 0)->type;
}

// ---- memory/sroa_parts.c ----
// Cuts the object into parts. Vector accesses that others cut through are first done element by
// element: then it returns true, and everything must be collected again.
bool opt_sroa_make_parts(Sroa *sroa);
static inline bool sroa_is_unread(const SroaPart *p) {
    return !(p->flags & (SROA_READ | SROA_FIXED));
}
SroaPart *opt_sroa_part_of(const Sroa *sroa, uint64_t off); // the last that begins at or before off

// ---- memory/sroa_rewrite.c ----
uint32_t opt_sroa_align_at(uint32_t align, uint64_t off);
void opt_sroa_rewrite(Sroa *sroa, const SroaAccess *old);

// ---- memory/sroa_copy.c: objects of sroa->late that are mere copies of other memory ----
bool opt_sroa_copies(Sroa *sroa);

// ---- memory/sroa_select.c: accesses through a choice of local variables ----
typedef struct { // what an address may be: places in objects, reached through phis and selects
    SroaInsts object, merge;
    VEC(int64_t) at, off; // of the place in the object; from the merge to the address
} SroaChoices;
// False when it may be something else.
bool opt_sroa_choices(Arena *arena, IrValue *v, SroaChoices *out);
// Are bytes [off, off + size) from each choice on inside its object? Lowers *align to what they
// have.
bool opt_sroa_in_bounds(const SroaChoices *choices, int64_t off, uint64_t size, uint32_t *align);
bool opt_sroa_selects(PassCtx *pc, IrFunc *fn);

// ---- memory/sroa_choice.c: block copies from and to such a choice ----
bool opt_sroa_choice_copies(PassCtx *pc, IrFunc *fn);

// ---- memory/sroa_phi.c: accesses through phis of addresses ----
bool opt_sroa_phis(PassCtx *pc, IrFunc *fn);

// Says of each local variable that is left why it is (for sroa, at its end).
void opt_sroa_explain(PassCtx *pc, IrFunc *fn);

#endif
