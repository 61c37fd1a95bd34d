// SPDX-License-Identifier: Apache-2.0
// Private to src/jit: blocks, shapes and places of a function's values.
#ifndef CUPRUM_JIT_JIT_INT_H
#define CUPRUM_JIT_JIT_INT_H

#include "jit/jit.h"
#include "jit/x86.h"

// ---- flow.c: blocks ----------------------------------------------------------------------------
// Blocks are numbered in reverse post-order with the blocks of a loop together: lanes that parted
// run by turns in this order, so those that left a loop wait for the others behind it.

enum { NO_BLOCK = UINT32_MAX };

typedef struct {
    uint32_t first, end; // instructions [first, end)
    uint32_t succ[2], nsucc;
    uint32_t depth;  // of loops
    uint32_t header; // of the innermost loop that holds it; NO_BLOCK: none
    uint32_t last;   // of a header: the last block of its loop; else NO_BLOCK
    uint32_t outer;  // of a header: that of the loop around its own; else NO_BLOCK
    uint32_t idom;   // immediate dominator
    // Sets of rows (live.c). Those that live, and those that registers hold.
    uint64_t *live_in, *live_out, *held_in, *held_out;
    uint64_t *written;      // by its instructions
    uint64_t *changed;      // may have changed at its begin, since the machine's rows had them
    uint64_t *stored_first; // those of them that live there
} Block;

typedef struct {
    const JitFunc *fn;
    Arena *arena;
    uint32_t n;
    Block *block;
    uint32_t *pred, *pred_first; // of b: pred[pred_first[b] .. pred_first[b + 1])
    uint32_t words;              // of a set of rows
    uint64_t **stored;           // by instruction: the rows that an exit before it stores
} Flow;

// False: the function is too large, or has a loop with two entries.
bool flow_find(Flow *flow, const JitFunc *fn, Arena *arena);
// For these two, and for sets: `set` is of rows.
void flow_add_row(void *set, uint32_t row);
void flow_remove_row(void *set, uint32_t row);
const JitInst *flow_last(const Flow *flow, const Block *block); // instruction; NULL: it is empty
bool flow_in_loop(const Flow *flow, uint32_t block, uint32_t header);
bool flow_is_entry(const Flow *flow, uint32_t block); // the machine may begin at it
// Calls see(data, row) for what an instruction reads, and for what it writes. A guarded one reads
// what it writes.
static inline bool flow_is_machines(const JitInst *in) { // its function works on the rows
    return is_any_of(in->op, JIT_OTHER, JIT_SYNC);
}
void flow_reads(const JitFunc *fn, const JitInst *in, void (*see)(void *, uint32_t), void *data);
void flow_writes(const JitFunc *fn, const JitInst *in, void (*see)(void *, uint32_t), void *data);

// live.c: the sets of blocks.
void live_find(Flow *flow);
// From the rows that have changed before an instruction, those behind it.
void live_change(const JitFunc *fn, const JitInst *in, uint64_t *changed);
// From the rows that registers hold behind an instruction, those before it.
void live_held_before(const Flow *flow, uint32_t inst, uint64_t *held);

static inline bool row_in(const uint64_t *set, uint32_t row) {
    return set[row / 64] >> row % 64 & 1;
}
// No break inside.
#define EACH_ROW(row, set, flow)                                                                   \
    for (uint32_t w_ = 0; w_ < (flow)->words; w_++)                                                \
        for (uint64_t left_ = (set)[w_]; left_; left_ &= left_ - 1)                                \
            for (uint32_t row = w_ * 64 + (uint32_t)__builtin_ctzll(left_), once_ = 1; once_;      \
                 once_ = 0)

// ---- shape.c: what values are among the lanes --------------------------------------------------

typedef enum { SHAPE_UNKNOWN, SHAPE_UNIFORM, SHAPE_AFFINE, SHAPE_VECTOR } Shape;

typedef struct {
    uint8_t shape;
    uint8_t zeros; // at least so many low bits of lane 0's are 0, if it is not SHAPE_VECTOR
    int64_t step;  // from lane to lane, of SHAPE_AFFINE
} Value;

typedef enum {
    HELD_HOME,   // always in its row
    HELD_SCALAR, // one general register: the value, or lane 0's
    HELD_BITS,   // one general register: a predicate, a bit a lane (bits.c)
    HELD_VECTOR, // for each piece one vector register of 32-bit lanes, two of 64-bit lanes; what is
                 // the same for all lanes has one piece
} Held;

typedef struct {
    Value *value;      // of rows
    uint8_t *held;     // of rows: Held
    uint8_t *raw_nan;  // of rows: a NaN in it may have any bits until somebody looks
    bool *parts;       // of blocks: lanes may part at the branch in the end
    uint8_t *is_float; // of rows: floating point works on it
    bool *of_frame;    // of rows: computed from the address of a place in local memory
    // common.c: of rows. Alike for all that run, computed once for them, and used but where others
    // of these are.
    bool *common, *common_used;
    bool any_common;
    uint32_t lanes;
    bool one_lane; // what is there is one lane's (serial.c): everything is the same for all
} Shapes;

void shape_find(Shapes *shapes, const Flow *flow);
// Of one lane, from those of all.
void shape_one_lane(Shapes *one, const Shapes *all, const Flow *flow);
// What decides at the block's branch is a number in steps beside one that is the same for all:
// lanes differ in a round, as in loops over a grid's stride.
bool shape_decides_in_steps(const Flow *flow, const Shapes *shapes, uint32_t block);
Value shape_of(const Shapes *shapes, const JitOperand *operand);
bool shape_is_float(const JitInst *in);                // its operands are held in vector registers
static inline bool shape_has_bits(const JitFunc *fn) { // predicates that differ are HELD_BITS
    return fn->avx512 && fn->lanes > JIT_PIECE;
}
static inline bool shape_is_wide(uint32_t type) { // JitType
    return is_any_of(type, JIT_U64, JIT_S64, JIT_F64);
}
static inline bool shape_is_signed(uint32_t type) {
    return is_any_of(type, JIT_S32, JIT_S64);
}

// ---- modulo.c ----------------------------------------------------------------------------------

// Integers are `at` and `step` times the thread's index, modulo 2^bits.
typedef struct {
    uint64_t at, step;
    uint8_t bits;
} Modulo;

Modulo *modulo_find(const Flow *flow); // of rows
Modulo modulo_of(const Modulo *of_row, const JitOperand *operand);

// ---- place.c: registers ------------------------------------------------------------------------

enum { NO_REG = 0xff, MAX_PIECES = 2, MAX_PARTS = 2 * MAX_PIECES };

typedef struct {
    uint8_t *reg[MAX_PARTS]; // of rows: by part (emit_part), or NO_REG
    uint32_t *slot; // of rows: place in JitState.area (bytes), whether or not it has a register
    uint32_t slots; // bytes of the area up to behind the last
    bool crowded;   // registers are missing where it costs
} Places;

typedef struct Serial Serial; // serial.h

// Where: in that loop alone, or everywhere but in loops that have places of their own, by
// block.
typedef struct {
    const Serial *only;
    Serial *const *but;
} PlaceWhere;

// `vector`: the bytes of a vector register; `area`: those of JitState.area before the slots.
void place_find(Places *places, const Flow *flow, const Shapes *shapes, PlaceWhere where,
                uint32_t vector, uint32_t area);

// ---- translate.c and what it calls
// --------------------------------------------------------------------------

typedef struct AccessGroup AccessGroup; // memory.h

// What code is emitted by: for all lanes, or for one (serial.c).
typedef struct {
    const JitFunc *fn;
    const Shapes *shapes;
    Places *places;
    uint32_t vector, pieces;
    uint32_t *arrive; // labels of blocks
    uint32_t dispatch;
} Form;

typedef struct {          // code that stands apart from the straight line
    const Serial *serial; // of one lane of that loop
    uint32_t label, back;
    uint32_t inst, cache;
    uint32_t span, aligned;  // bytes that the cache's limit is for
    bool wrapped;            // an exit because numbers wrap around
    const uint64_t *live;    // rows that registers hold before and behind it; an exit stores them
    const uint64_t *changed; // rows that may have changed
} Apart;

typedef struct { // a row that an entry takes for uniform or affine
    JitRow row;
    int64_t step;
} Claim;

typedef struct {
    uint32_t pc;
    uint32_t at;                   // of its code
    uint32_t first_claim, nclaims; // in JitCode.claim: of rows that registers hold
    uint32_t nall;                 // and of others that live
} Entry;

typedef struct {          // a barrier that lanes pass, or a store that they do together
    uint32_t inst, block; // the block ends with it
    uint32_t pc;
    uint32_t slow;           // label: lanes exit before it
    uint32_t behind, before; // bytes into the code: saved lanes go on, or exit
    uint32_t during;         // or do a store first; 0: there is none
} Barrier;

struct JitCode {
    uint32_t lanes, nserial;
    bool apart;
    uint8_t *bytes; // mapped, read-only
    size_t mapped;
    size_t state_size;
    uint32_t blocks, nentries, nundefined, saved_size;
    uint32_t param_at, param_bytes;
    Barrier *barrier;
    Entry *entry;
    Claim *claim;
    JitRow *undefined;
    uint64_t *resume; // by block: the address of the code that takes up the lanes that wait there
};

typedef struct {
    XCode x;
    const JitFunc *fn;
    const Flow *flow;
    const Shapes *shapes;
    Places *places;
    Form one;             // of one lane, but for its places and labels (serial.c)
    Form all;             // of all lanes
    const Serial *serial; // one lane of that loop; NULL: all lanes
    Modulo *modulo;       // of rows, once somebody has asked
    uint32_t nserial;     // loops that lanes run by themselves
    bool apart;           // lanes that exchange values through global memory are not in step
    Serial **serial_of;   // by block
    uint32_t lanes;       // that run at a time, also where one does by itself
    uint32_t vector;      // bytes of a vector register
    uint32_t pieces;      // of as many lanes as one has
    uint32_t piece;       // the one that is being computed
    uint32_t *arrive;     // labels of blocks: jumps go here; lanes that wait are looked for first
    uint32_t *begin;      // labels: the lanes are in registers
    uint32_t *resume;     // labels
    uint32_t *waiting_at; // of blocks: bytes into the area where lanes that wait have their values
    bool parts;           // lanes may part somewhere
    uint64_t *checked[2]; // rows that do not wrap around here: without a sign, with one (scalar.c)
    uint32_t ncache;
    uint32_t param_at, param_bytes; // the kernel's parameters, in JitState.area
    uint32_t dispatch;              // label: takes up the first lanes that wait, or the next lanes
    uint32_t next;                  // label: the next lanes, or leaves
    VEC(Entry) entry;
    VEC(Claim) claim;
    VEC(Apart) meet;   // arrivals while lanes wait, apart: `inst` is the block
    VEC(Apart) missed; // loads and stores that the machine does, apart
    VEC(Apart) stop;   // exits before an instruction, apart
    VEC(Barrier) barrier;
    uint32_t *barrier_of;             // by instruction: its number
    uint32_t saved;                   // bytes that lanes at a barrier need
    uint64_t *saved_rows;             // rows that have places there
    uint32_t *saved_at;               // bytes before a row's
    uint64_t **known_saved;           // by block: rows that have not changed since they were saved
    AccessGroup **group;              // by instruction
    uint32_t first_pointer, npointer; // rows of groups' pointers
    uint32_t *careful; // labels by instruction: from there on each access checks its own, apart
    bool is_careful;   // what is being emitted
    bool any_nan;      // operands of the instruction that is being emitted may be raw
    uint64_t *live;    // rows that registers hold behind the instruction that is being emitted
    uint64_t *before;  // and before it
    uint64_t *changed; // rows that may have changed before it
} Emit;

enum { // registers with a fixed role
    R_STATE = X_RBP,
    R_MASK = X_R15, // the running lanes, a bit each
    R_TMP = X_RAX,
    R_TMP2 = X_RCX,
    R_TMP3 = X_RDX,
    V_TMP = 0,
    V_TMP2 = 1,
    V_TMP3 = 2,
    FIRST_VECTOR = 3,
    V_ORDER = 31, // with AVX-512: numbers of lanes
};

#define STATE(field)      x_at(R_STATE, (int32_t)offsetof(JitState, field))
#define LANES(reg, field) x_at(reg, (int32_t)offsetof(JitLanes, field))

// The lanes are all there are.
static inline int32_t all_lanes(const Emit *emit) {
    return emit->fn->lanes == 32 ? -1 : (1 << emit->fn->lanes) - 1;
}
static inline uint32_t piece_lanes(const Emit *emit) {
    return emit->vector / 4;
}
static inline bool is_wide_vector(const Emit *emit) { // AVX-512's
    return emit->vector == 64;
}
static inline uint32_t halves_of(uint32_t size) { // vector registers, by log2 of a lane's bytes
    return size == 3 ? 2 : 1;
}

// The pieces of a row.
static inline uint32_t emit_pieces(const Emit *emit, uint32_t row) {
    bool one = is_any_of(emit->shapes->held[row], HELD_SCALAR, HELD_BITS) ||
               emit->shapes->value[row].shape == SHAPE_UNIFORM;
    return one ? 1 : emit->pieces;
}
// A row's registers and places are numbered: those of its first piece, then those of the next one.
static inline uint32_t emit_part(const Emit *emit, uint32_t row, uint32_t half) {
    uint32_t piece = emit_pieces(emit, row) == 1 ? 0 : emit->piece;
    return piece * halves_of(emit->fn->row.at[row].size) + half;
}
static inline uint32_t emit_parts(const Emit *emit, uint32_t row) {
    return emit_pieces(emit, row) * halves_of(emit->fn->row.at[row].size);
}
// For what is done piece by piece, from the last one on: a destination may have the register of an
// operand that is one for all pieces, which is the first (place.c).
#define EACH_PIECE(emit, n) for ((emit)->piece = (n); (emit)->piece-- > 0 || ((emit)->piece = 0);)

// operand.c. Values as the code needs them; those of vectors are the piece's; `scratch` is taken
// where the row has no register.
XOperand emit_slot(const Emit *emit, uint32_t row, uint32_t half); // of a row without a register
uint32_t emit_scalar(Emit *emit, const JitOperand *operand, uint32_t scratch);
XOperand emit_scalar_rm(Emit *emit, const JitOperand *operand, uint32_t scratch);
uint32_t emit_vector(Emit *emit, const JitOperand *operand, uint32_t half, uint32_t scratch);
XOperand emit_vector_rm(Emit *emit, const JitOperand *operand, uint32_t half, uint32_t scratch);
// The same for floating point, which does not ask for the bits of a NaN: those of a row that
// emit_is_raw are any. The others give 0x7fffffff.
uint32_t emit_float(Emit *emit, const JitOperand *operand, uint32_t half, uint32_t scratch);
XOperand emit_float_rm(Emit *emit, const JitOperand *operand, uint32_t half, uint32_t scratch);
bool emit_is_raw(const Emit *emit, uint32_t row);
void emit_clean_nan(Emit *emit, uint32_t from, uint32_t scratch, uint32_t to);
// The register to compute a result in, and what follows the computation.
uint32_t emit_scalar_to(const Emit *emit, uint32_t row, uint32_t scratch);
void emit_scalar_done(Emit *emit, uint32_t row, uint32_t reg);
uint32_t emit_vector_to(const Emit *emit, uint32_t row, uint32_t half, uint32_t scratch);
void emit_vector_done(Emit *emit, uint32_t row, uint32_t half, uint32_t reg);
// The even 32-bit words of two vectors, or the odd ones, in the order of 64-bit lanes.
void emit_join_words(Emit *emit, bool odd, uint32_t low, XOperand high, uint32_t to);
void emit_broadcast(Emit *emit, uint32_t reg, bool wide,
                    uint32_t to);                      // a general register's number
XOperand emit_constant_32(Emit *emit, uint32_t value); // in all lanes
XOperand emit_constant_64(Emit *emit, uint64_t value);
XOperand emit_steps(Emit *emit, int64_t step, uint32_t size, uint32_t half); // step times the lane
static inline Held emit_held(const Emit *emit, const JitOperand *operand) {
    if (operand->kind == JIT_IS_ROW) return (Held)emit->shapes->held[operand->at];
    bool special = operand->kind == JIT_IS_SPECIAL && !emit->shapes->one_lane;
    bool vector = special && operand->shape == JIT_VECTOR;
    return vector ? HELD_VECTOR : HELD_SCALAR;
}

// What a general register holds of the row: emit_scalar or emit_bits.
uint32_t emit_number(Emit *emit, const JitOperand *row, uint32_t scratch);

// Those of a predicate for all lanes, in a register; a result; and for a piece, or half of
// its 64-bit lanes, in the mask register, which takes R_TMP2.
uint32_t emit_bits(Emit *emit, const JitOperand *predicate, uint32_t scratch);
void emit_bits_done(Emit *emit, uint32_t row, uint32_t reg);
void emit_bits_mask(Emit *emit, const JitOperand *predicate, bool wide, uint32_t half);

// rows.c: between registers and the machine's rows, and between registers and the area. `rows` is
// the set of them.
void emit_load_rows(Emit *emit, const uint64_t *rows); // for the lanes of R_MASK
void emit_store_rows(Emit *emit, const uint64_t *rows);
void emit_park(Emit *emit, uint32_t block);    // the lanes wait at the block
void emit_wait_at(Emit *emit, uint32_t block); // the same, their values being there. Takes R_TMP3
// R_TMP: what is at the place, with the bits of the running lanes from the register. 32 bits.
void emit_mix_bits(Emit *emit, uint32_t from, XOperand place);
void emit_take_up(Emit *emit, uint32_t block);
void emit_join(Emit *emit, uint32_t block); // the lanes of V_TMP3 and R_TMP3 come from the area
void emit_lane_mask(Emit *emit, uint32_t mask,
                    uint32_t to); // the piece's vector from a register's bits
// Of all pieces, in a register: its own, or R_TMP. Takes R_TMP2.
uint32_t emit_lane_bits(Emit *emit, const JitOperand *predicate);
void emit_set_lanes(Emit *emit); // R_MASK has become another; clobbers V_TMP
// The piece's lanes that run, of 64-bit lanes those of a half: `from` goes to memory, clobbering
// V_TMP2; or the mask register has them (AVX-512).
void emit_store_running(Emit *emit, uint32_t from, bool wide, uint32_t half, XOperand to);
void emit_running_mask(Emit *emit, bool wide, uint32_t half);

// words.c: numbers of 16 bits.
void emit_load_word(Emit *emit, uint32_t row, XOperand from);                 // one, in all lanes
void emit_store_words(Emit *emit, const JitOperand *operand, XOperand place); // of lanes that run
// A piece's numbers become the lower half of `to`.
void emit_pack_words(Emit *emit, uint32_t from, uint32_t to);

// call.c: JIT_CALL.
void emit_call(Emit *emit, const JitInst *in);
// The function of an atomic operation, for lanes at JitState.offset from R_TMP.
void emit_atomic(Emit *emit, const JitInst *in);
void emit_atomic_of_one(Emit *emit, const JitInst *in); // of one lane, at R_TMP

// scalar.c: of one number, by the processor's flags; what holds.
XCond emit_compare_flags(Emit *emit, const JitInst *in);
// arith.c, memory.c: instructions. False: there is no translation for it.
bool emit_arith(Emit *emit, const JitInst *in);
void emit_access(Emit *emit, uint32_t inst);
void access_set_limit(Emit *emit, const Apart *apart);
// group.c. Rows for groups' pointers, the last of the function; the groups, before registers are
// given.
void access_add_pointers(JitFunc *fn, Arena *arena);
void access_find_groups(Emit *emit);
// barrier.c
void emit_find_barriers(Emit *emit); // once registers are given
void emit_barrier(Emit *emit, uint32_t inst);
void emit_barriers_apart(Emit *emit);
void emit_save_entry(Emit *emit, uint32_t block); // what an entry has loaded
// common.c
void common_find(Shapes *shapes, const Flow *flow);           // once shapes are known
uint32_t emit_common_of(const Emit *emit, const JitInst *in); // that it computes; UINT32_MAX: none
// At the entry all of them are computed; else it loads those that live.
bool emit_computes_common(const Emit *emit, uint32_t entry);
// From its slot to its register if it has one, or to the slot.
void emit_take_common(Emit *emit, uint32_t row);
void emit_put_common(Emit *emit, uint32_t row);
// control.c
// `noted`: whose cache notes what is touched, or NULL.
void emit_other(Emit *emit, const JitInst *in, const uint64_t *live, const uint64_t *changed,
                const Apart *noted);
void emit_sync(Emit *emit, uint32_t inst);
// What the machine does in the middle of the instruction that is being emitted, apart.
Apart emit_apart_at(Emit *emit, uint32_t inst);
// Jumps to the label if the guard holds for none of the running lanes, which are in R_TMP then.
void emit_skip_unguarded(Emit *emit, const JitInst *in, uint32_t none);
// shuffle.c
void emit_check_whole(Emit *emit, uint32_t inst, const JitOperand *members);
void emit_shuffle(Emit *emit, uint32_t inst);
void emit_vote(Emit *emit, uint32_t inst);
// Registers of `rows` that functions do not keep, to their slots or back from them.
void emit_keep(Emit *emit, const uint64_t *rows, bool back);
void emit_exit(Emit *emit, const uint64_t *rows, uint32_t pc, bool wrapped);
void emit_branch(Emit *emit, uint32_t block);
const JitInst *emit_decision(const Emit *emit, uint32_t block); // what emit_branch compares
void emit_block_start(Emit *emit, uint32_t block);
void emit_meeting(Emit *emit, const Apart *apart);
void emit_resume(Emit *emit, uint32_t block);

#endif
