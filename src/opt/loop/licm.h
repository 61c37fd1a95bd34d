// SPDX-License-Identifier: Apache-2.0
// Private to licm*.c: what is known of the loop at hand.
#ifndef CUPRUM_LICM_H
#define CUPRUM_LICM_H

#include "opt/common/common.h"

enum { LICM_BUDGET = 4096, LICM_BUDGET_PER_INST = 64 }; // questions about pairs of accesses

typedef struct {
    IrInst *inst;
    IrBlock *from;   // where it stood
    bool certain;    // every round of the loop would have run it
    bool speculated; // or might not have come to it
    bool merged;     // for several that stood below `from`
} LicmHoisted;

typedef struct {
    PassCtx *pc;
    OptLoop *l;
    const AnDom *dom;
    IrBlock
        *certain; // runs, as do all that dominate it, before the loop is left; NULL: it never is
    VEC(IrInst *) writers, accesses; // of the loop; accesses: what reads or writes
    VEC(LicmHoisted) hoisted;        // in order
    uint64_t budget;
    Atom invariant;
} Licm;

// Whether nothing can leave the loop before the block has run.
bool opt_licm_always_runs(const Licm *licm, const IrBlock *bb);
bool opt_licm_promote(Licm *licm);
// Of what was hoisted, instructions that compute the same become one (loop/licm_merge.c).
void opt_licm_merge(Licm *licm);
// Puts back what was hoisted and costs more registers than it saves (loop/licm_pressure.c).
void opt_licm_put_back(Licm *s);

#endif
