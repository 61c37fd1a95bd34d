// SPDX-License-Identifier: Apache-2.0
// Where the addresses of a function's accesses come from (code/origins.c). Private to src/vm.
#ifndef CUPRUM_VM_ORIGINS_H
#define CUPRUM_VM_ORIGINS_H

#include "vm/code/code.h"

// A set of origins has a bit for each slot, and these.
enum { ORIGIN_SLOTS = 60 };
#define ORIGIN_OWN       (UINT64_C(1) << 61) // local and parameter memory
#define ORIGIN_VARIABLES (UINT64_C(1) << 62) // of the module, in global memory
#define ORIGIN_ANYTHING  (UINT64_C(1) << 63)

typedef enum { SLOT_PARAMETER, SLOT_SHARED, SLOT_SHARED_OF_MODULE } OriginKind;

typedef struct {
    const VmFunc *fn;
    uint64_t *of_reg; // by PtxReg
    struct {
        OriginKind kind;
        uint32_t key; // a parameter's offset; the number of a variable in shared memory
    } slot[ORIGIN_SLOTS];
    uint32_t nslot;
    bool of_shared; // addresses of shared memory are asked for
    uint64_t given; // to what the instruction writes that is being looked at
    bool changed;
} Origins;

// Under the machine's lock: the walk over an instruction's registers writes what it reads.
void vm_find_origins(Origins *origins, const VmFunc *fn, bool of_shared, Arena *scratch);
// Of what a load, a store or an atomic operation touches; ORIGIN_ANYTHING: not known.
uint64_t vm_origins_of(Origins *origins, const VmInst *access);
// A call that writes no memory of the program's: of a function of the machine's own.
bool vm_is_harmless_call(const VmFunc *callee);
// The slots of variables in shared memory, a bit each.
uint64_t vm_shared_origins(const Origins *origins);

#endif
