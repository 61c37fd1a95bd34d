// SPDX-License-Identifier: Apache-2.0
// Private to the floor lower.
//
// The place of an element in its tile is its number, row by row: a word of bits, since all sizes
// are powers of two. A layout says which of these bits each bit of a register's number and of a
// thread's number is. So a reshape changes nothing, a permutation renames bits, a slice drops them.
#ifndef CUPRUM_TILE_LOWER_INT_H
#define CUPRUM_TILE_LOWER_INT_H

#include "tile/lower/lower.h"

enum { TL_ELEMENT_BITS = 24, TL_THREAD_BITS = 10, TL_LANE_BITS = 5 };

typedef struct {
    uint8_t nreg, nthread;
    int8_t reg[TL_ELEMENT_BITS];   // the bit of an element's place
    int8_t thread[TL_THREAD_BITS]; // the same, or -1: all such threads have the same elements
} TlLayout;

// A value's registers in one layout.
typedef struct TlForm {
    struct TlForm *next;
    TlLayout layout;
    IrValue **reg;
} TlForm;

// What is known of a tensor_view: base and, of each dimension, size and stride in elements (i64).
typedef struct {
    IrValue *base, **size, **stride;
    uint64_t align;                  // of the base, in bytes
    uint64_t *size_div, *stride_div; // what divides them
} TlView;

// What memory operations a token stands for that no barrier has ordered since `epoch`.
typedef struct {
    bool reads, writes;
    uint32_t epoch;
} TlToken;

// What is known of neighbouring elements (run.c).
typedef struct {
    uint32_t same, step;
    uint64_t divisor;
} TlRun;

// How a value is wanted: the weight of its layout, 0: in whatever layout it is asked for.
typedef enum { TL_FREE, TL_LIGHT, TL_LOADED, TL_FOLDED, TL_MATRIX } TlWeight;

// Where elements lie in shared memory: the place of each bit of an element's number. Lines of 128
// bytes lie 144 bytes apart, so that threads which go down a column do not meet in one bank; or
// they lie as wgmma wants them, pieces of 16 bytes exchanged by the number of their line.
typedef struct {
    int8_t bit[TL_ELEMENT_BITS];
    uint8_t
        swizzle; // bits of a piece's number that are exchanged, of the address from 4 on; 0: padded
} TlPlaces;

// A load whose tile lies in shared memory when its turn comes (pipeline.c).
typedef struct {
    const TileOp *op;
    TlLayout from; // the layout in which threads bring it
    TlPlaces place;
    uint64_t at;   // in its stage
    IrValue *base; // of the turn at hand
} TlStaged;

typedef struct {
    TlForm *forms;
    const TlStaged *staged; // or NULL
    TlView *view;
    TlToken token;
    const TileType *type;
    bool lazy;       // made when asked for
    bool spread;     // computed of what is broadcast alone
    IrValue *memory; // of an alloca of global memory
    bool busy, known;
    uint32_t question; // the last one that asked for its layout
    TlWeight weight;
    TlLayout natural;
    bool run_known;
    TlRun run;
} TlValue;

// Shared memory for exchanges has two halves, used in turns.
enum { TL_HALVES = 2 };

// A block where values meet, with a phi for each part of each.
typedef struct {
    IrBlock *block;
    TileValue *const *value;
    uint32_t n, edges;
    IrInst ***phi;
    TlToken token;
} TlMeeting;

typedef struct TlLoop {
    struct TlLoop *outer;
    TlMeeting *join;       // of the branch around the loop
    TlMeeting *next, *end; // where continue and break go
    IrBlock *from;         // where the loop was entered from
    bool dirty[TL_HALVES]; // ... and what was read then
} TlLoop;

typedef struct TlRow TlRow;
typedef struct TileLower {
    const TlRow *row; // of lower.def, by operation
    TileModule *tile;
    Ctx *ctx;
    Arena *arena; // of the kernel at hand
    IrModule *m;
    const Target *target;
    const TileLowerOptions *options;
    IrFunc *fn;
    IrBuilder b;
    const TileOp *op;          // at hand
    Map *scopes;               // of the module: record -> subprogram
    const TileDebug *function; // of the kernel, for lines; NULL: none are wanted
    TlValue *value;            // by number
    uint32_t nvalue;
    const TileAttr *hints; // of the kernel
    VEC(IrValue *) heap;   // memory of the kernel's that is given back at its end
    VEC(TileValue *) made; // values in the order in which they got forms
    TlLoop *loop;
    TlMeeting *join;          // where yield goes
    bool folds;               // there are reductions
    bool wrote;               // memory, perhaps: copies ahead wait for all threads
    bool pipelined;           // a loop has taken its room
    bool swizzled;            // an exchange holds a factor for wgmma
    uint64_t room[TL_HALVES]; // bytes of shared memory that a half may take
    uint32_t nthread;         // bits
    uint32_t pointers;        // the address space of pointers
    IrValue *tid;
    IrGlobal *exchange[TL_HALVES];
    uint64_t half[TL_HALVES];                   // bytes of each
    bool dirty[TL_HALVES];                      // read since the last barrier
    uint32_t epoch, epochs;                     // of the last barrier; how many there were
    uint32_t question, questions_open, circles; // tl_natural
    bool failed;
} TileLower;

// ---- state.c ----
bool tl_fail(TileLower *lower, const char *format, ...) CU_PRINTF(2, 3); // false
void tl_block(TileLower *lower, const TileBlock *lowered); // up to, without, its last operation
static inline TlValue *tl_value(TileLower *lower, const TileValue *source) {
    return &lower->value[source->number];
}
// The first value of a slot, or NULL.
TileValue *tl_slot(const TileOp *op, const char *name, uint32_t *n);
uint64_t tl_attr(const TileOp *op, const char *name, uint64_t absent);

// ---- print.c ----
IrFunc *tl_system_function(TileLower *lower, const char *name, IrType *signature);
// By one thread: `n` arguments, of `width` bytes each.
void tl_call_printf(TileLower *lower, const char *format, size_t size, uint32_t n,
                    IrValue *const *arg, uint32_t width);

// ---- system.c ----
void tl_allocate(TileLower *lower,
                 const TileBlock *searched); // of the heap, in front of everything
void tl_release(TileLower *lower);           // where the kernel ends

// ---- hint.c ----
// What the kernel's or an operation's hints say for the target at hand; `absent`: nothing.
uint64_t tl_hint(const TileLower *lower, const TileAttr *hints, const char *name, uint64_t absent);
// Warns of hints that are unknown, out of range or without effect. op NULL: of the kernel.
void tl_check_hints(TileLower *lower, const TileFunc *kernel, const TileOp *access);

// ---- lines.c ----
void tl_lines_begin(TileLower *lower, const TileFunc *kernel);
IrMd *tl_line(TileLower *lower, const TileOp *located); // NULL: unknown, or not wanted

// ---- layout.c ----
uint32_t tl_log2(uint64_t n);
uint32_t tl_element_bits(const TileType *type);
// The bits of a dimension: the lowest and how many.
uint32_t tl_dim_bits(const TileType *type, uint32_t dim, uint32_t *n);
bool tl_same(const TlLayout *a, const TlLayout *b);
TlLayout tl_scalar_layout(const TileLower *lower);
// Elements side by side in vectors of a size (log2 of elements), then over threads, then over
// registers, in the order of bits.
TlLayout tl_blocked(const TileLower *lower, uint32_t n, const int8_t *order, uint32_t vector);
TlLayout tl_default(const TileLower *lower, const TileType *shaped);
// The layout with element bits renamed; those that become -1 are dropped.
TlLayout tl_renamed(const TlLayout *layout, const int8_t *to);
// The place of a register, without its thread's part, with bits moved: to[bit] is where (-1:
// nowhere).
uint64_t tl_reg_place(const TlLayout *layout, uint32_t reg, const int8_t *to);
// The thread's part of it.
IrValue *tl_thread_place(TileLower *lower, const TlLayout *layout, const int8_t *to);
// A mapping that keeps the bits of a dimension, and one that keeps all.
void tl_keep_dim(const TileType *type, uint32_t dim, int8_t *to);
void tl_keep_all(int8_t *to);
// Whether this thread is the first of those with the same elements; NULL: it always is.
IrValue *tl_is_first(TileLower *lower, const TlLayout *layout);

// ---- value.c ----
IrType *tl_type(TileLower *lower, TileTypeKind kind);
uint32_t tl_width(TileTypeKind kind); // bytes in memory
uint32_t tl_bits(TileTypeKind kind);  // that count in a register
IrValue *tl_i32(TileLower *lower, uint64_t n);
IrValue *tl_i64(TileLower *lower, int64_t n);
IrValue *tl_number(TileLower *lower, TileTypeKind kind, uint64_t bits);
uint32_t tl_nreg(const TlLayout *layout);
IrValue **tl_regs(TileLower *lower, const TlLayout *layout); // room for them
void tl_set(TileLower *lower, const TileValue *defined, const TlLayout *layout, IrValue **reg);
IrValue **tl_get(TileLower *lower, TileValue *source, const TlLayout *wanted);
IrValue *tl_scalar(TileLower *lower, TileValue *source);
void tl_set_scalar(TileLower *lower, const TileValue *defined, IrValue *reg);
void tl_forget(TileLower *lower, uint32_t since); // forms made since
// The layout that a value comes in by itself.
TlWeight tl_natural(TileLower *lower, const TileValue *asked, TlLayout *out);
// The same; of what is free the default.
TlLayout tl_layout_of(TileLower *lower, const TileValue *asked);

void tl_make_op(TileLower *lower, const TileOp *maker); // elements and lazy ones

// ---- convert.c ----
IrValue **tl_convert(TileLower *lower, TileTypeKind kind, IrValue **reg, const TlLayout *from,
                     const TlLayout *to);
// Only the first threads of `from` have the elements.
IrValue **tl_spread(TileLower *lower, TileTypeKind kind, IrValue **reg, const TlLayout *from,
                    const TlLayout *to);
// Two values in layouts of theirs, as tl_get would give them: with one barrier where both go
// through shared memory. What is not worth it is left to tl_get.
void tl_get_both(TileLower *lower, TileValue *const *factors, const TlLayout *const *to);
// Room in shared memory that is free to be written.
IrValue *tl_shared(TileLower *lower, uint64_t size, uint32_t *half);
void tl_barrier(TileLower *lower);
// The barrier between writing to a half and reading it.
void tl_written(TileLower *lower, uint32_t half);
typedef enum { TL_SHUFFLE_UP, TL_SHUFFLE_DOWN, TL_SHUFFLE_XOR, TL_SHUFFLE_LANE } TlShuffle;
// A tile that lies in shared memory, in a layout.
IrValue **tl_from_stage(TileLower *lower, const TlStaged *copy, const TlLayout *to);
IrValue *tl_shuffle(TileLower *lower, TlShuffle how, TileTypeKind kind, IrValue *x, IrValue *by);
// The type of an element in memory, and an element as it lies there, and back.
IrType *tl_memory_type(TileLower *lower, TileTypeKind kind);
IrValue *tl_to_memory(TileLower *lower, TileTypeKind kind, IrValue *stored);
IrValue *tl_from_memory(TileLower *lower, TileTypeKind kind, IrValue *loaded);
// An element as an integer of its width in memory, and back.
IrValue *tl_to_bits(TileLower *lower, TileTypeKind kind, IrValue *number);
IrValue *tl_from_bits(TileLower *lower, TileTypeKind kind, IrValue *bits);

// A value's elements in shared memory, visible to wgmma behind a barrier; NULL: there is no room.
IrValue *tl_lay(TileLower *lower, TileValue *laid, const TlPlaces *order);

// ---- place.c ----
uint64_t tl_places_size(const TlPlaces *places, uint32_t width, uint32_t n); // 2^n elements
// Bytes up to a thread's part of a layout, and the address of a register's.
IrValue *tl_lane_place(TileLower *lower, const TlPlaces *order, const TlLayout *layout,
                       uint32_t width);
IrValue *tl_reg_address(TileLower *lower, const TlPlaces *order, const TlLayout *layout,
                        uint32_t reg, uint32_t width, IrValue *base, IrValue *lane);

// ---- fragment.c ----
// Whether ldmatrix gives a layout; the order of elements in memory for it (log2 of how many in
// *n), and whether a given one will do; loading it.
bool tl_is_fragment(const TileLower *lower, TileTypeKind kind, const TlLayout *from,
                    const TlLayout *to);
void tl_fragment_order(TileTypeKind kind, const TlLayout *from, const TlLayout *to, int8_t *place,
                       uint32_t *n);
bool tl_fragment_lies(TileTypeKind kind, const TlLayout *from, const TlLayout *to,
                      const TlPlaces *order);
IrValue **tl_fragment_load(TileLower *lower, TileTypeKind kind, const TlLayout *from,
                           const TlLayout *to, const TlPlaces *order, IrValue *base);

// ---- guards (convert.c): code for some threads ----
typedef struct {
    IrBlock *head, *end, *join;
} TlGuard;
TlGuard tl_guard(TileLower *lower, IrValue *condition); // NULL: for all
void tl_guard_end(TileLower *lower, TlGuard *guard);
// `inside` where the guarded code ran, else `outside`; after tl_guard_end.
IrValue *tl_guard_phi(TileLower *lower, const TlGuard *guard, IrValue *inside, IrValue *outside);

// ---- what the elements of an operation share ----
typedef struct {
    const TileOp *op;
    TileTypeKind from, to, second;
    uint32_t bits;
    uint64_t rounding, predicate, ordering;
    bool is_signed, flush, propagate, saturating;
} TlElement;
typedef IrValue *TlElementFn(TileLower *lower, const TlElement *e, IrValue **x);
typedef void TlRunFn(TileLower *lower, const TileOp *op);
typedef IrValue **TlMakeFn(TileLower *lower, const TileOp *op, const TlLayout *layout);
typedef TlWeight TlNaturalFn(TileLower *lower, const TileValue *result, TlLayout *out);
struct TlRow {
    TlElementFn *element; // one of these three
    TlMakeFn *make;
    TlRunFn *run;
    TlNaturalFn *natural; // or NULL
};

// ---- number.c ----
// Between formats; `round` TILE_ROUND_*.
IrValue *tl_float_to(TileLower *lower, IrValue *x, TileTypeKind from, TileTypeKind to,
                     uint64_t round);
IrValue *tl_call_math(TileLower *lower, const char *name, TileTypeKind kind, uint32_t n,
                      IrValue **x);

// ---- memory.c ----
// A token's operations are to be done before an access of this kind begins.
void tl_order(TileLower *lower, const TileOp *access, bool writes);
void tl_done(TileLower *lower, const TileOp *access, const TileValue *token, bool reads,
             bool writes);
uint64_t tl_divisor(const TileValue *value); // what is known to divide an integer or a pointer
IrOrder tl_semantics(const TileOp *op);
IrScope tl_scope(const TileOp *op);
// n elements at once, in the order and scope of the operation.
void tl_load(TileLower *lower, const TileOp *access, TileTypeKind kind, IrValue *at, uint32_t n,
             IrValue **out);
void tl_store(TileLower *lower, const TileOp *access, TileTypeKind kind, IrValue *at, uint32_t n,
              IrValue *const *from);

// ---- shape.c ----
// The bits of a permutation's source, by those of its result, or the other way around.
void tl_permuted(const TileOp *op, bool to_source, int8_t *to);

// ---- run.c ----
TlRun tl_run(TileLower *lower, const TileValue *asked);
// How many elements (log2) can be accessed at once by pointers in a layout; mask may be NULL.
uint32_t tl_vector(TileLower *lower, const TileValue *pointers, const TileValue *mask,
                   uint32_t width, const TlLayout *wanted);

// ---- view.c ----
// Whether a load can be done by asynchronous copies: whole vectors of 4 to 16 bytes, zeros outside.
bool tl_can_copy(TileLower *lower, const TileOp *load);
uint32_t tl_copy_vector(TileLower *lower, const TileOp *load); // elements of a copy, log2
void tl_copy_view(TileLower *lower, const TlStaged *copy, IrValue *to);

// ---- pipeline.c ----
enum { TL_COPIES = 4 };
typedef struct {
    const TileBlock *body;
    uint32_t n, stages;
    TlStaged copy[TL_COPIES];
    uint64_t stage_size;
    bool swizzled; // a tile lies as wgmma wants it
    IrGlobal *room;
    IrValue *last, *step; // of the loop; plain: without signs
    bool plain;
} TlPipeline;
void tl_fixed_factors(TileLower *lower, const TileBlock *body);
// Which loads of a counted loop are copied ahead; false: none.
bool tl_pipeline_plan(TileLower *lower, const TileOp *loop, TlPipeline *p);
// In front of the loop; at the beginning of a turn, whose tiles are in a stage; the next stage.
void tl_pipeline_begin(TileLower *lower, TlPipeline *p, IrValue *first);
void tl_pipeline_turn(TileLower *lower, TlPipeline *p, IrValue *counter, IrInst *stage);
IrValue *tl_pipeline_next(TileLower *lower, const TlPipeline *p, IrValue *stage);

// ---- atomic.c ----
// One atomic of an operation's mode, order and scope; the old value.
IrValue *tl_atomic(TileLower *lower, const TileOp *exchange, TileTypeKind kind, IrValue *at,
                   IrValue *x);

// ---- control.c ----
// The block's operations with its arguments bound to scalars; what it yields.
void tl_inline(TileLower *lower, const TileBlock *inlined, IrValue **arg, IrValue **out);

#define ELEMENT(op, fn)        TlElementFn tl_el_##fn;
#define LAZY(op, fn, natural)  TlMakeFn tl_make_##fn;
#define WHOLE(op, fn, natural) TlRunFn tl_do_##fn;
#include "tile/lower/lower.def"
#undef ELEMENT
#undef LAZY
#undef WHOLE
TlNaturalFn tl_nat_none, tl_nat_same, tl_nat_broadcast, tl_nat_permute, tl_nat_view, tl_nat_pointer,
    tl_nat_default, tl_nat_carried, tl_nat_reduce, tl_nat_scan, tl_nat_pack, tl_nat_cat,
    tl_nat_extract, tl_nat_insert, tl_nat_matrix;

#endif
