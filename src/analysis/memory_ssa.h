// SPDX-License-Identifier: Apache-2.0
// Memory as a value: every instruction that may write gives a new version of all of memory, and
// where versions meet stands a phi (Novillo, "Memory SSA", 2007; one chain for all locations, as
// LLVM has it).
//
//     store i32 1, ptr %p         ; 1 = def(entry)
//     %v = load i32, ptr %q       ;     use(1)
//     br i1 %c, label %a, label %b
// a:  store i32 2, ptr %p         ; 2 = def(1)
//     br label %b
// b:                              ; 3 = phi(%a: 2, %e: 1)
//     ret void                    ;     use(3)
//
// The ends of the function are uses: what others can reach is seen there. So are the ends of blocks
// from which no end is reached, for threads that wait for one that runs for ever. Calls that
// neither read nor write, but may not come back, are uses for the same reason.
//
// What a version holds at one location is asked with the alias rules: an_mem_clobber goes up the
// chain, an_mem_is_read down. Both know that an address that a loop computes anew is another one
// after the loop's phi.
#ifndef CUPRUM_MEMORY_SSA_H
#define CUPRUM_MEMORY_SSA_H

#include "analysis/analysis.h"

typedef enum { AN_MEM_ENTRY, AN_MEM_DEF, AN_MEM_USE, AN_MEM_PHI } AnMemKind;
typedef struct AnMemAccess AnMemAccess;
typedef struct AnMemEdge AnMemEdge;
struct AnMemEdge {     // an access asks for a version
    AnMemAccess *user; // erased: it is in no list any more
    AnMemAccess *def;  // ask an_mem_version: it may have been erased
    AnMemEdge *next;   // of the same version, a ring; NULL: in none
    IrBlock *from;     // of a phi: the predecessor
};
struct AnMemAccess {
    uint8_t kind;
    bool erased;
    uint32_t number; // from 0, the entry's
    IrBlock *bb;
    IrInst *inst;          // NULL: entry, phi
    uint32_t n;            // edges: a phi's live predecessors, else one; the entry's none
    AnMemEdge *edge;       // at[n]
    AnMemEdge *last_user;  // of the ring of those who ask for this version; NULL: nobody
    AnMemAccess *prev;     // what an erased one was made from
    AnMemAccess *in_block; // next one of the block, phi first
};
struct AnMemory {
    IrFunc *fn;
    const AnDom *dom;
    uint32_t n;          // accesses
    uint32_t nvalues;    // size of `of`
    AnMemAccess **of;    // by value id of the instruction; NULL: none
    AnMemAccess **first; // by block id: the phi, or the first access; NULL: none
    AnMemAccess entry;
};
AnMemory *an_memory_make(IrFunc *fn, const AnCfg *cfg, const AnDom *dom, Arena *owner);
static inline AnMemAccess *an_mem_of(const AnMemory *m, const IrInst *accessor) {
    return accessor->v.id < m->nvalues ? m->of[accessor->v.id] : NULL;
}
// The version that an edge asks for.
AnMemAccess *an_mem_version(AnMemEdge *mem_edge);
// The instruction of a def or use is about to be erased: who asked for its version asks for the one
// before. Takes as good as constant time.
void an_mem_erase(AnFunc *func, const IrInst *erased);
// A text for tests.
void an_mem_print(const AnMemory *memory, Buf *out);

// Room for walks over one function, in `a`. All its walks together may ask so many questions for
// each access there is; one that runs out of them gives the cautious answer.
typedef struct AnMemWalk AnMemWalk;
AnMemWalk *an_mem_walk_new(const AnMemory *memory, Arena *owner);
// The last access before `at` (a def or use) that may have written to the location, which is there
// at `at`: a def; a phi, if ways with several such meet there or the walk cannot go past it; the
// entry: none has since the function began.
AnMemAccess *an_mem_clobber(AnMemWalk *mem_walk, AnMemAccess *at, AnLoc loc);
// Whether on some way behind the def `from` the location, which is there at `from`, may be read
// before it is certainly written over as a whole.
bool an_mem_is_read(AnMemWalk *mem_walk, AnMemAccess *from, AnLoc loc);
// Whether the instruction certainly writes every byte of the location.
bool an_mem_writes_over(const IrInst *inst, AnLoc loc);

#endif
