// SPDX-License-Identifier: Apache-2.0
// analysis: what passes ask about a function. Results are cached in an AnFunc, made when first
// asked for, and dropped by the runner after a pass that changed what they stand on. A new one is a
// row in analysis.def and three functions in manager.c's manner.
//
// Contract:
//  - A result holds for the function as it was when it was made. Tables are by block id or value
//  id;
//    ids of blocks and instructions made later lie beyond them: treat those as unknown.
//  - alias.c and knownbits.c keep no state: they look at the instructions at hand, to a bounded
//    depth, and may be asked at any time.
#ifndef CUPRUM_ANALYSIS_H
#define CUPRUM_ANALYSIS_H

#include "ir/ir.h"

typedef struct AnCfg AnCfg;
typedef struct AnDom AnDom;
typedef struct AnLoops AnLoops;
typedef struct AnRanges AnRanges;
typedef struct AnUniformity AnUniformity;
typedef struct AnMemory AnMemory; // memory_ssa.h
typedef struct AnPressure AnPressure;

// What a pass changes (PassRow.changes); it decides which results are lost (analysis.def).
enum {
    AN_CHANGED_EDGES = 1 << 0,  // blocks, or edges between them
    AN_CHANGED_VALUES = 1 << 1, // instructions that compute: made, replaced, erased or moved
    AN_CHANGED_MEMORY = 1 << 2, // instructions that read or write memory, likewise
    AN_CHANGED_CODE = AN_CHANGED_VALUES | AN_CHANGED_MEMORY,
    AN_CHANGED_ALL = AN_CHANGED_EDGES | AN_CHANGED_CODE,
    AN_LOOPS_BEGIN = 1 << 3, // nothing: loop passes begin, which take estimates anew
};

enum {
#define ANALYSIS(id, Type, needs, lost_by) AN_INDEX_##id,
#include "analysis/analysis.def"
#undef ANALYSIS
    AN_COUNT
};
#define AN_BIT(id) (1u << AN_INDEX_##id)

typedef struct {
    void *result; // NULL: not made
    Arena arena;  // of the result alone
} AnCached;

typedef struct AnFunc {
    IrFunc *fn;
    AnCached cached[AN_COUNT];
} AnFunc;

// An empty cache, to be freed; its results have memory of the context's kind.
void an_init(AnFunc *func, Ctx *ctx);
// Forgets what it has; from now on it is about this function.
void an_begin(AnFunc *func, IrFunc *fn);
void an_free(AnFunc *func);
// The function changed: drops the results that do not survive it (AN_CHANGED_*).
void an_changed(AnFunc *func, uint32_t what);
// Recomputes what is cached and compares; the name of one that is wrong, or NULL (stress mode).
const char *an_check(AnFunc *func);

// an_cfg(a), an_dom(a), ...: the result, made now if it is not there.
#define ANALYSIS(id, Type, needs, lost_by) const Type *an_##id(AnFunc *a);
#include "analysis/analysis.def"
#undef ANALYSIS

// ---- cfg.c -------------------------------------------------------------------------------------

#define AN_NONE UINT32_MAX
struct AnCfg {
    uint32_t n; // reachable blocks
    IrBlock **rpo;
    uint32_t *no, nno; // by block id: place in rpo, AN_NONE when not reachable
    bool cyclic;       // some edge leads back in rpo
};
// The makers below are called by the manager alone; passes ask by an_cfg(a) and the like.
AnCfg *an_cfg_make(IrFunc *fn, Arena *owner);
static inline bool an_reachable(const AnCfg *c, const IrBlock *bb) {
    return bb->v.id < c->nno && c->no[bb->v.id] != AN_NONE;
}
// The edge has several successors on one side and several predecessors on the other.
bool an_is_critical_edge(const IrInst *term, uint32_t succ);

// ---- dom.c -------------------------------------------------------------------------------------
// Dominator and post-dominator trees. The latter has a virtual root above all exits: its idom is
// NULL. Blocks from which no exit is reached hang below the root too.

struct AnDom {
    IrFunc *fn;
    bool post;
    uint32_t n;         // blocks in the tree
    uint32_t nids;      // table size
    IrBlock **idom;     // by block id; NULL: the root, or not reachable
    uint32_t *in, *out; // numbering of a walk over the tree; in 0: not in the tree
    uint32_t *depth;
    IrBlock **first_child, **next_sibling;
    IrBlock **preorder; // n blocks, parents first
};
AnDom *an_dom_make(IrFunc *fn, const AnCfg *cfg, Arena *owner);
AnDom *an_pdom_make(IrFunc *fn, Arena *owner);
// Whether every way to `below` leads through `above`; a block dominates itself. By the numbers of
// the walk over the tree.
static inline bool an_dominates(const AnDom *dom, const IrBlock *above, const IrBlock *below) {
    uint32_t x = above->v.id, y = below->v.id;
    if (x >= dom->nids || y >= dom->nids) return above == below;
    if (!dom->in[y]) return true; // not reachable: dominated by everything
    return dom->in[x] && dom->in[x] <= dom->in[y] && dom->out[y] <= dom->out[x];
}
// The definition is available at the use (a phi's use counts at the end of its predecessor).
bool an_dominates_use(const AnDom *dom, const IrInst *def, const IrUse *use);
// The definition stands strictly before `at` on every way there.
bool an_dominates_inst(const AnDom *dom, const IrInst *def, const IrInst *at);
// Both stand in one block.
bool an_comes_before(const IrInst *first, const IrInst *second);
// The nearest block that dominates both, or NULL (no root in common).
IrBlock *an_common_dominator(const AnDom *dom, IrBlock *bb, IrBlock *other);

// ---- idf.c -------------------------------------------------------------------------------------

typedef VEC(IrBlock *) AnBlockVec;
// Room for any number of questions about one tree, in `a`, which must not be reset before the last.
typedef struct AnIdf AnIdf;
AnIdf *an_idf_new(const AnDom *dom, Arena *owner);
// Iterated dominance frontier of the defining blocks, cut down to blocks where the variable is live
// in (live may be NULL: everywhere), in preorder of the tree. Good until the next question.
const AnBlockVec *an_idf(AnIdf *idf, uint32_t n, IrBlock *const *def, const BitSet *live);

// ---- loop.c ------------------------------------------------------------------------------------
// Natural loops; blocks of irreducible cycles belong to no loop of their own.

typedef struct AnLoop AnLoop;
struct AnLoop {
    IrBlock *header;
    AnLoop *parent; // NULL: outermost
    uint32_t depth; // outermost 1
    uint32_t index;
    AnBlockVec blocks; // all, inner loops' too, in reverse postorder: header first
    VEC(AnLoop *) sub;
    bool forgotten;
};
struct AnLoops {
    VEC(AnLoop *) all; // parents before their children
    AnLoop **of;       // by block id: the innermost loop, or NULL
    uint32_t nids;
    bool stale; // some loops were forgotten: what dominates what may have changed, too
};
// `dom` may be NULL where cfg is not cyclic: there are no loops.
AnLoops *an_loops_make(IrFunc *f, const AnCfg *cfg, const AnDom *dom, Arena *owner);
static inline AnLoop *an_loop_of(const AnLoops *loops, const IrBlock *bb) {
    return bb->v.id < loops->nids ? loops->of[bb->v.id] : NULL;
}
// The loop was reshaped: it and those around it are no loops any more to who asks about their
// blocks (the other loops' tables still hold).
void an_forget_loop(AnLoops *ls, const AnLoop *dissolved);
// A block that has been made since is in the loop (NULL: in none) to who asks about it; the loops'
// lists of blocks do not get it. Room in `owner`.
void an_loops_note(AnLoops *ls, const IrBlock *bb, AnLoop *holder, Arena *owner);
// The block is in the loop or in one inside it.
static inline bool an_in_loop(const AnLoops *ls, const AnLoop *outer, const IrBlock *bb) {
    const AnLoop *of = an_loop_of(ls, bb);
    while (of && of->depth > outer->depth) of = of->parent;
    return of == outer;
}
// The value is defined outside of the loop.
bool an_loop_invariant(const AnLoops *ls, const AnLoop *loop, const IrValue *asked);
// The one way in, that goes nowhere else; NULL if there is none.
IrBlock *an_preheader(const AnLoops *ls, const AnLoop *loop);
// The one block with a back edge; NULL if there are several.
IrBlock *an_latch(const AnLoops *ls, const AnLoop *loop);
// Appends the blocks outside that edges lead to, each once, and those inside that edges leave.
void an_exits(const AnLoops *ls, const AnLoop *loop, Arena *owner, AnBlockVec *out);
void an_exiting(const AnLoops *ls, const AnLoop *loop, Arena *owner, AnBlockVec *out);

// ---- callgraph.c -------------------------------------------------------------------------------

typedef struct {
    uint32_t n;
    IrFunc **order; // definitions, callees before callers; cycles together
    // Task t is order[task_start[t] .. task_start[t + 1]), wave w the tasks [wave_start[w] ..
    // wave_start[w + 1]): the tasks of a wave do not refer to one another, only to earlier waves.
    uint32_t ntasks, nwaves;
    uint32_t *task_start, *wave_start;
    uint32_t *task;      // by place
    uint32_t *scc;       // by place in order: number of its strongly connected component
    bool *recursive;     // calls itself, directly or through its component
    uint32_t *ncalls;    // direct calls of it in the module
    uint32_t *last;      // place of the last function in order that calls it, or AN_NONE
    bool *address_taken; // used other than as a callee
    Map place;           // IrFunc -> place in order + 1
} AnCallGraph;
// In `owner`; it holds while no body changes whom it names.
AnCallGraph *an_callgraph_make(IrModule *module, Arena *owner);
// The function's place in the order; AN_NONE for declarations.
uint32_t an_cg_place(const AnCallGraph *g, const IrFunc *fn);
// Whether the function at place a is done when the one at place b is worked on, on any number of
// threads.
bool an_cg_before(const AnCallGraph *g, uint32_t a, uint32_t b);

// ---- alias.c -----------------------------------------------------------------------------------

typedef enum { AN_NO_ALIAS, AN_MAY_ALIAS, AN_PARTIAL_ALIAS, AN_MUST_ALIAS } AnAlias;
#define AN_UNKNOWN_SIZE UINT64_MAX
typedef struct {
    IrValue *ptr;
    uint64_t size; // bytes; AN_UNKNOWN_SIZE: any, also before the address
} AnLoc;
// The object that an address is computed from: alloca, global, argument, call, phi, ...
IrValue *an_underlying(IrValue *value);
// The address space a pointer points into if that can be told (looking through casts), else 0.
uint32_t an_space(const IrValue *p);
// An alloca, a byval or noalias argument, or what a noalias call gives.
bool an_is_local_object(const IrValue *obj);
// Its address gets somewhere that we do not see.
bool an_is_captured(const IrValue *obj);
// Whether two accesses may meet in one byte. Both addresses are as of one moment: in a loop an
// instruction's address is another one in the next iteration.
AnAlias an_alias(AnLoc one, AnLoc other);
// The location of a load, store, atomic operation or block copy; ptr NULL for others.
AnLoc an_loc(const IrInst *inst);
enum { AN_REF = 1, AN_MOD = 2 };
// What the instruction may do to the location: AN_REF, AN_MOD, both or neither.
uint32_t an_modref(const IrInst *inst, AnLoc loc);
// parameter.c: the function changes the object that it got by value (no __grid_constant__), or
// somebody may to whom it gives the address.
bool an_writes_parameter(Arena *tmp, const IrArg *parameter);
// The address leads to memory that never changes while the kernel runs.
bool an_is_constant_memory(const IrValue *value);

// ---- knownbits.c -------------------------------------------------------------------------------

typedef struct {
    uint64_t zero, one; // bits known; types wider than 64 bits: nothing known
} AnBits;
// Of an integer or pointer, wherever it is defined.
AnBits an_known_bits(const IrValue *value);
// How many top bits certainly equal the sign bit, which counts: at least 1.
uint32_t an_sign_bits(const IrValue *value);
// Certainly so; false says nothing.
bool an_is_nonzero(const IrValue *value);
bool an_is_power_of_two_or_zero(const IrValue *value); // of an integer, whatever it wraps to
bool an_is_nonneg(const IrValue *value);
// The known alignment of an address in bytes, at least 1.
uint32_t an_alignment(const IrValue *value);
// Smallest and largest unsigned value the known bits allow.
static inline uint64_t an_umin(AnBits k) {
    return k.one;
}
uint64_t an_umax(AnBits k, uint32_t bits);
// Certainly neither undef nor poison.
bool an_not_poison(const IrValue *value);
// The values [lo, hi) that a special register (with the kernel's launch bounds) or range metadata
// gives to the result of a call or load. False: nothing is said.
bool an_result_range(const IrInst *inst, uint64_t *lo, uint64_t *hi);
// "64,2" of a kernel's attribute ("nvvm.maxntid"): three numbers of 1 to 1024, what is missing
// is 1. False: there is none.
bool an_launch_shape(const IrFunc *fn, const char *key, uint64_t v[3]);

// ---- range.c -----------------------------------------------------------------------------------

typedef struct { // both hold
    uint64_t umin, umax;
    int64_t smin, smax;
} AnRange;
// All numbers of the width.
AnRange an_range_full(uint32_t bits);
// The values that the integer (of up to 64 bits) can have in block `at`, which its definition
// dominates: by its definition, and by what branches and assumptions say that dominate the block.
// A pass may go on asking while it replaces values by equal ones, if it erases none before the end.
AnRange an_range_at(AnFunc *func, const IrValue *asked, const IrBlock *at);
// Whether x p y (integers of up to 64 bits) holds in block `at`: 1 always, 0 never, -1 it depends.
// By the ranges of both, and by comparisons of the same two values that dominate the block.
int an_compare_at(AnFunc *func, IrPred p, const IrValue *left, const IrValue *right,
                  const IrBlock *at);
// The first part of it: by ranges alone.
int an_compare_ranges(IrPred pred, AnRange left, AnRange right);
AnRanges *an_ranges_make(IrFunc *fn, const AnCfg *cfg, const AnDom *dom, Arena *owner);

// ---- uniformity.c ------------------------------------------------------------------------------

// How far a value is the same in the threads that compute it together.
typedef enum {
    AN_SAME_IN_BLOCK, // and so in each warp
    AN_SAME_IN_WARP,  // another warp may have another value
    AN_DIFFERS,       // between the threads of a warp
} AnVariation;
AnUniformity *an_uniformity_make(AnFunc *func, Arena *arena);
// Where v is computed; of a terminator: whether all threads take the same way. Of what has been
// made since the analysis: AN_DIFFERS.
AnVariation an_variation(const AnUniformity *u, const IrValue *value);
// Where it is read in block `at`: behind a loop that threads leave in different iterations each has
// the value that it left with.
AnVariation an_variation_at(const AnUniformity *uniformity, const IrValue *value,
                            const IrBlock *at);
// ---- pressure.c --------------------------------------------------------------------------------
// How many registers of each class the values take that are alive at the same time: an estimate of
// what ptxas will need, as of when it was made. What a loop pass moves does not drop it (it would
// be made anew for each loop): passes tell it by an_pressure_raise.

enum { AN_REGISTER_FILE = 255 }; // of a thread
typedef struct {
    uint32_t regs, preds; // of 32 bits; predicates
} AnRegs;
struct AnPressure {
    uint32_t nids, nloops;
    AnRegs *in;   // by block id: at the beginning of the block (its phis counted)
    AnRegs *most; // by block id: at any place of the block
    AnRegs *loop; // by loop index: at any place of the loop and of those in it
    bool full;    // so many that not all were counted: every block has AN_REGISTER_FILE at least
};
// The registers that a value of the type takes.
AnRegs an_type_regs(const IrType *type);
// So many more are alive throughout the loop (loops in it are not told: they had their turn).
void an_pressure_raise(const AnPressure *p, const AnLoop *changed, AnRegs more);
AnPressure *an_pressure_make(IrFunc *fn, const AnCfg *cfg, const AnLoops *loops, Arena *owner);

#endif
