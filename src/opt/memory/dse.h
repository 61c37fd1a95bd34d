// SPDX-License-Identifier: Apache-2.0
// The parts of dse.
#ifndef CUPRUM_OPT_DSE_H
#define CUPRUM_OPT_DSE_H

#include "analysis/memory_ssa.h"
#include "opt/common/common.h"

typedef struct DseWrite DseWrite;
typedef VEC(DseWrite *) DseWrites;
typedef struct {      // an address less its constant offset
    DseWrites writes; // of known size; by where they begin, larger ones first
} DseBase;
struct DseWrite {
    IrInst *inst; // NULL: erased
    AnLoc loc;
    DseBase *base;
    int64_t begin;   // of the base
    uint32_t place;  // in base->writes
    uint32_t number; // in the function
    bool covered;    // another write of the base has all of its bytes
    bool crossed;    // or some of them
};
typedef struct {
    Arena *a;
    AnFunc *an;
    IrFunc *f;
    const AnMemory *m;
    AnMemWalk *walk;
    Map bases; // address -> DseBase
    VEC(DseBase *) all;
    DseWrites writes; // in reverse postorder
    bool changed;
} Dse;

int64_t opt_dse_end(const DseWrite *w);      // of the base
bool opt_dse_is_own(const IrValue *address); // of a local variable
void opt_dse_erase(Dse *dse, DseWrite *w);

// memory/dse_local.c: stores to local variables that nobody reads before the function ends.
bool opt_dse_local(PassCtx *pc, IrFunc *fn);
// memory/dse_shorten.c: the write goes when each of its parts is written over by somebody; a memset
// may get shorter.
void opt_dse_parts(Dse *dse, DseWrite *whole);

#endif
