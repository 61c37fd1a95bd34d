// SPDX-License-Identifier: Apache-2.0
// What addresses are sums of (gpu/addr_sums.c, gpu/addr_order.c); private to
// separate-const-offset.
#ifndef CUPRUM_OPT_GPU_ADDR_H
#define CUPRUM_OPT_GPU_ADDR_H

#include "opt/common/common.h"

enum { ADDR_TERMS = 4 };

typedef struct AddrTerm {
    IrValue *v; // of 32 bits, extended
    uint64_t factor;
} AddrTerm;
// An extended index: the sum of its terms, each extended, and a constant.
typedef struct AddrTerms {
    AddrTerm at[ADDR_TERMS];
    uint32_t n;
    uint64_t c;
    bool is_signed;
} AddrTerms;

// The sums that several addresses of a function have in common.
typedef struct AddrSums {
    PassCtx *pc;
    const AnLoops *loops;
    Map seen; // what identifies base, element and terms -> Family
} AddrSums;

// Nothing seen yet; good as long as no other pass changes the function.
void opt_addr_sums_init(AddrSums *addr_sums, PassCtx *pc, IrFunc *fn);
// The terms of a gep's only index when taking them apart is worth it.
bool opt_addr_terms(const AddrSums *addr_sums, const IrInst *address, IrValue *base,
                    AddrTerms *out);
// base + each term, those of outer loops first; without the constant.
IrValue *opt_addr_chain(const AddrSums *addr_sums, IrBuilder *builder, IrValue *base,
                        IrType *element, const AddrTerms *terms);

// gpu/addr_order.c: the address of a gep with its steps in the order in which they change, and
// factors in their sizes; NULL: nothing is saved. Of `sums` only the loops are asked.
IrValue *opt_addr_ordered(const AddrSums *sums, IrBuilder *builder, IrInst *address);

#endif
