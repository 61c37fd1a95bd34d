// SPDX-License-Identifier: Apache-2.0
// jit: translates kernels to x86-64, eight, sixteen or thirty-two lanes at a time.
//
// Contract of the module:
//  - A function comes as instructions over rows (JitFunc), as the virtual machine decoded it; the
//    code runs some lanes after others from one of its entries until each lane has ended or stands
//    at an instruction that the machine itself must execute (a barrier, a call), and says where.
//    Between entries and exits values live in registers; at them, in the rows.
//  - What a value is among these lanes is found out beforehand: the same for all (uniform), in
//    equal steps (affine), or any (a vector). Uniform and affine integers live in general
//    registers, so that more lanes cost no more where these are most of the work.
//  - A vector register has 8 lanes, or 16 with AVX-512; more lanes than that are several pieces.
//  - An instruction that has no translation calls the machine's own function for it, on the rows.
//  - Lanes that part at a branch run by turns, in the order of blocks, and join where both come.
//  - Code is never writable and executable at a time.
#ifndef CUPRUM_JIT_JIT_H
#define CUPRUM_JIT_JIT_H

#include "base/base.h"

enum {
    JIT_PIECE = 8,  // lanes for which a function of the machine's computes; the fewest that run
    JIT_LANES = 32, // at most, that run at a time
    JIT_PIECES = JIT_LANES / JIT_PIECE,
    JIT_LOCAL_BEGIN = 256, // the first offset of local memory
};
#define JIT_LOCAL_WINDOW UINT64_C(0x100000000) // its generic address is this more

// ---- functions as they come in -----------------------------------------------------------------

typedef enum {
    JIT_OTHER,   // the machine's own function executes it
    JIT_SYNC,    // the same, of all lanes of the warp, which run together (JitLanes.whole) and are
                 // among those that `a` has, a bit each; else the code ends before it
    JIT_SHUFFLE, // of such lanes, with AVX-512 and all 32: d = a of the lane that `sources` says,
                 // `second` what `b` has, a bit each; or `b` is a row that says which lane, and
                 // there is no second. `c` has the members
    JIT_VOTE, // of such lanes: d by `compare` (JitVote) of the predicate `a`; `c` has the members
    JIT_STOP, // the code ends before it: the machine's scheduler executes it
    JIT_END,  // the lanes have ended
    JIT_LABEL,
    JIT_BRANCH,
    JIT_MOVE,
    JIT_ADD,
    JIT_SUB,
    JIT_MUL,      // the low half
    JIT_MUL_HIGH, // the other one
    JIT_MUL_WIDE, // twice the operands' width
    JIT_MAD,
    JIT_MAD_WIDE,
    JIT_DIV, // by 0: all bits set
    JIT_REM, // by 0: the dividend
    JIT_MIN,
    JIT_MAX,
    JIT_NEG,
    JIT_ABS,
    JIT_POPC,
    JIT_PERMUTE, // bytes of b:a by c, a constant of four numbers below 8
    JIT_TERNARY, // 32 bits, AVX-512: bit 4a + 2b + c of `compare`, for each bit
    JIT_ROTATE,  // 32 bits to the left by b, a constant; AVX-512
    JIT_DOT,     // c + the sum of the products of bytes; `type` of a's, `from` of b's
    JIT_AND,
    JIT_OR,
    JIT_XOR,
    JIT_NOT,
    JIT_SHL,
    JIT_SHR,
    JIT_COMPARE, // d = compare(a, b), joined with c
    JIT_SELECT,  // d = c ? a : b
    JIT_CONVERT,
    JIT_FADD,
    JIT_FSUB,
    JIT_FMUL,
    JIT_FMA,
    JIT_FDIV,
    JIT_FSQRT,
    JIT_FRSQRT, // f32: 1 / root in f64, rounded once
    JIT_FMIN,   // of a NaN and a number the number, -0 is less than 0
    JIT_FMAX,
    JIT_FSAT,    // to [0, 1], NaN to 0
    JIT_FMA_ODD, // f32 of f16: a * b + c with the last bit set if anything was lost
    JIT_FFLUSH,  // f32: subnormals are zeros of their sign
    JIT_FNEG,
    JIT_FABS,
    JIT_CALL, // a function of eight lanes: `call`, sources are elements. With a guard it is called
              // where a lane has it, and then for all lanes
    JIT_LOAD,
    JIT_STORE,
    JIT_ATOMIC, // `call` does it: element 0 is its operand, d the old value or nothing
} JitOp;

typedef enum { JIT_PRED, JIT_U32, JIT_S32, JIT_U64, JIT_S64, JIT_F32, JIT_F64, JIT_F16 } JitType;

typedef enum { // for floating point all but the last six are false of NaN, JIT_NE among them
    JIT_EQ,
    JIT_NE,
    JIT_LT,
    JIT_LE,
    JIT_GT,
    JIT_GE,
    JIT_EQU, // true of NaN
    JIT_NEU,
    JIT_LTU,
    JIT_LEU,
    JIT_GTU,
    JIT_GEU,
    JIT_NUM, // no NaN
    JIT_NAN,
} JitCompare;

// JIT_VOTE_BITS: of the lanes for which `a` holds; JIT_VOTE_LANES: of all that run.
typedef enum { JIT_VOTE_BITS, JIT_VOTE_LANES, JIT_VOTE_ANY, JIT_VOTE_ALL, JIT_VOTE_SAME } JitVote;

typedef enum { JIT_NEAREST, JIT_DOWN, JIT_UP, JIT_TO_ZERO } JitRound; // as in MXCSR

typedef enum { JIT_ALONE, JIT_WITH_AND, JIT_WITH_OR, JIT_WITH_XOR } JitJoin;

typedef enum {
    JIT_GLOBAL,
    JIT_SHARED,
    JIT_PARAM,
    JIT_LOCAL, // the lane's own
    JIT_FRAME, // the same from JitLanes.frame_base on
} JitSpace;

typedef enum {
    JIT_IS_NONE,
    JIT_IS_ROW,     // `at`: its number
    JIT_IS_VALUE,   // `value`
    JIT_IS_SPECIAL, // a special register: `at` is the offset of its row
    JIT_IS_FRAME,   // JitLanes.frame_base and `value` more
} JitKind;

typedef enum {
    JIT_UNIFORM, // the same for all lanes
    JIT_AFFINE,  // one more from lane to lane
    JIT_VECTOR,
} JitShape;

typedef struct {
    uint8_t kind;  // JitKind
    uint8_t size;  // log2 of a lane's bytes, 1 to 3; 0: a predicate
    uint8_t shape; // JIT_IS_SPECIAL: JitShape
    bool negated;  // a predicate
    bool common;   // JIT_IS_SPECIAL: one for all lanes that jit_run gets
    bool alike;    // or all that run at a time have what the others have
    uint32_t at;
    uint64_t value;
} JitOperand;

typedef struct {
    uint8_t op;            // JitOp
    uint8_t type, from;    // JitType; JIT_CONVERT: of the source
    uint8_t compare, join; // JIT_COMPARE
    uint8_t round;         // JitRound, of arithmetic and conversions of floating point
    bool to_integral;      // JIT_CONVERT from floating point: rounds to an integer
    uint8_t space;         // JIT_LOAD, JIT_STORE
    uint8_t bytes;         // of an element in memory
    bool is_signed;        // a load of less than 4 bytes extends the sign
    bool guard_negated;    //
    bool always_watched;   // for the state of registers that are only copied: a word for each
                           // lane and element, not 0 where all bytes have a value
    uint64_t variables;    // of shared memory, that it may touch, a bit each; 0: any
    bool settled;    // in no race as long as JitState.settled says so: a load, an atomic operation
    uint32_t copies; // their rows' offsets + 1, in JitFunc.list, nelement of them; 0: not known
    bool may_pass;   // JIT_STOP: lanes may go on at the next instruction
    bool passes;     // JIT_STOP: a place that the block's lanes pass together (JitState.pass)
    bool together;   // JIT_STORE behind such a JIT_STOP and before a JIT_LABEL: all lanes do
                     // it before one goes on
    uint32_t guard;  // row of the predicate + 1; 0: none
    uint32_t target; // JIT_BRANCH: number of the JIT_LABEL
    int64_t displacement;       // of an address, which is `a`
    JitOperand d, a, b, c;      //
    JitOperand second;          // JIT_COMPARE: takes the opposite, if it is a row
    uint32_t element, nelement; // JIT_LOAD, JIT_STORE, JIT_CALL: rows or values, in JitFunc.element
    uint32_t call;              // JIT_CALL: in JitFunc.call
    uint32_t sources;           // JIT_SHUFFLE: numbers of 32 lanes, in JitFunc.list
    bool adds;                  // JIT_ATOMIC: integers of 32 bits, as `call` does
    bool may_call;              // another operation that has no code is `call`
    bool with_state;            // JIT_CALL: the function gets JitState, and lanes differ in more
                                // than their operands
    uint32_t reads, nreads;     // JIT_OTHER: rows, in JitFunc.list
    uint32_t writes, nwrites;   //
    uint32_t pc;                // of the machine's instruction
    bool any_nan;               // that an operand is a NaN matters, not which
    bool leads;                 // * is the first of a group of accesses
    uint32_t pointer;           // * row + 1 of the host\'s pointer of its group; 0: none
} JitInst;

typedef struct {
    uint32_t offset; // in a frame
    uint8_t size;    // log2 of a lane's bytes; 0: a predicate, one bit a lane. Only JIT_OTHER has
                     // rows of other sizes than 0 to 3
} JitRow;

// A function of the machine's. One that JIT_CALL calls computes a piece: it finds the operands of
// its lanes in JitState.operand, those of the piece, each in as many bytes as its size says (a
// predicate: a bit a lane of 32 bits), in the order of the instruction's elements behind two places
// for its destinations; `mask` has the piece's lanes as the lowest bits. With JitInst.with_state
// they are where they are among all lanes. `data` has no pointer to itself: the code has a copy.
// That of JIT_ATOMIC gets the host's address that JitState.offset counts from, and JitState:
// operand 2 of the first piece is what it combines memory with for all lanes, operand 0 what was
// there.
enum { JIT_OPERANDS = 8, JIT_OPERAND_BYTES = 256, JIT_CALL_BYTES = 128 };
typedef struct {
    void (*function)(void *called, const void *data, uint32_t mask); // `called`: JitState's, or it
    uint64_t data[JIT_CALL_BYTES / 8];
} JitCall;

typedef struct {
    const char *name;
    uint32_t site;    // number of the machine's first instruction
    uint32_t lanes;   // that run at a time: 8, 16, or with AVX-512 32
    bool watched;     // JitState.watch sees accesses to global and shared memory
    bool opens;       // but loads of open lines
    bool asks_values; // loads ask whether their bytes have a value
    bool exchanges;   // where fewer than 32 lanes run at a time they meet at some stores
    bool avx512;      // the processor has AVX-512F, BW, DQ and VL
    VEC(JitInst) inst;
    VEC(JitRow) row;
    VEC(JitOperand) element;
    VEC(uint32_t) list;
    VEC(JitCall) call;
} JitFunc;

// As many lanes as that, a bit each.
static inline uint32_t jit_lane_bits(uint32_t lanes) {
    return lanes == 32 ? UINT32_MAX : (1u << lanes) - 1;
}

// The code may end before it: steps between the lanes wrap around when 32 bits become 64.
bool jit_may_stop(const JitInst *in);

// ---- code --------------------------------------------------------------------------------------

// Where the last access of an instruction fell: what it may touch without asking again, less than 4
// GiB. A size of 0 is nothing.
typedef struct {
    uint64_t base;     // address in the instruction's space, a multiple of what accesses align to
    uint64_t size;     // bytes from there
    uint64_t limit;    // * how many aligned places there are for what is checked at once
    uint64_t host;     // what is added to a global address for the host's
    const void *owner; // what it fell into; the caller's
    // Of a watched function, of global memory: the host's pointer from which lines of JIT_LINE
    // bytes count, and what they are open as.
    uint64_t origin;
    const uint32_t *open;
    uint64_t unwatched; // not 0: loads are not watched
    const void *shadow; // the caller's
} JitCache;

// Loads of open lines are not watched: those that are open as JIT_OPEN, as JitState.stamp, or as
// that and JitLanes.number more.
enum { JIT_LINE = 32, JIT_OPEN = 1 };

typedef enum {   // the places of the lanes' access
    JIT_AT_ONE,  // the same for all
    JIT_IN_ROW,  // one element behind the other, lane 0's first
    JIT_AT_EACH, // JitState.offset bytes from one
} JitPlaces;

// An access that is watched, as JitState.quick gets it.
enum { JIT_COPIES = 4 };
typedef struct {
    uint32_t site; // JitFunc.site and the machine's instruction
    uint32_t cache;
    uint16_t bytes; // of a lane's elements
    uint8_t lanes;
    uint8_t places; // JitPlaces; JIT_AT_ONE of loads alone
    bool read, shared, atomic, settled;
    uint8_t ncopies; // rows with the state of registers that are only copied: offsets in the frame
    uint32_t copy[JIT_COPIES];
    // Of a group of loads, by one address and what each adds; 0: one access, at the host's pointer.
    uint32_t nmember;
    struct {
        int32_t delta; // of its first byte, from the host's pointer on
        uint32_t site;
    } member[];
} JitWatched;

typedef struct {
    uint32_t pc : 31;
    uint32_t wrapped : 1; // what is taken for affine is not so behind the instruction
    uint32_t mask;
} JitExit;

// JitFunc.lanes of a warp. Those that run and have no exit in the end have ended. In a function
// with barriers that native code passes `mask` becomes those that stand at one, and 0 in the end.
typedef struct {
    uint8_t *frame;      // rows of the function
    uint8_t *special;    // rows of special registers: 32 bits for each of these lanes
    void *warp;          // for JitState.other
    uint8_t **local;     // the host's pointers to these lanes' local memory
    uint32_t frame_base; // offset in it of the function's variables, the same for all of them
    uint32_t local_end;  // offset behind what code may touch from JIT_LOCAL_BEGIN on
    uint32_t lane8;      // number of the first of them in its warp
    uint32_t number;     // of its warp, from 1 on
    uint8_t *saved;      // jit_saved_size bytes; not needed without JitState.pass
    uint32_t mask;       // those that run, a bit each; 0: none
    uint32_t whole;      // those of the warp that have not ended, for JIT_SYNC; 0: none may do it
    uint32_t nexit;      // *
    uint32_t barrier;    // * number + 1 of the one at which they stand; 0: none
    JitExit exit[JIT_LANES]; // *
} JitLanes;

// What the code works on: one a thread, in memory of jit_state_size bytes. Written by the caller
// but for the parts marked with *.
typedef struct JitState JitState;
struct JitState {
    JitLanes *lanes;        // * those that run now
    JitLanes *end;          // * behind the last
    uint8_t *special;       // * of those that run now, as in JitLanes
    uint32_t number;        // *
    uint32_t masked;        // * the lanes that `lane_mask` is for, a bit each
    uint32_t nexit;         // exits of all lanes are added
    uint8_t *common;        // rows of special registers that are the same for all lanes
    uint8_t *shared;        // what is at offset 0 of the block's shared space
    uint32_t *waiting;      // * by block: lanes that wait there; the caller makes them 0 once
    const uint64_t *resume; // addresses: jit_resume
    // Executes the machine's instruction at `pc` for some of the lanes; it may leave by
    // longjmp. `cache` is where to note what a load or store touched, or UINT32_MAX; its base is
    // to be a multiple of `aligned` then.
    void (*other)(JitState *state, uint32_t pc, uint32_t mask, uint32_t cache, uint32_t aligned);
    // Of a watched function: is asked before some lanes access memory at `host`, inside of what the
    // cache has. 0: the machine is to do it.
    uint32_t (*watch)(JitState *state, uint32_t pc, uint32_t cache, const uint8_t *host,
                      uint32_t mask, JitPlaces places);
    // All lanes that jit_run has and that have not ended, those of their masks, stand before `pc`:
    // whether they pass it. NULL: each exits at barriers.
    bool (*pass)(JitState *state, uint32_t pc, const JitLanes *lanes, uint32_t n);
    uint64_t stand; // * places at which lanes stand, a bit each
    // Is asked before `watch` where all lanes run, or NULL. It keeps all registers. 0: it does not
    // know.
    uint32_t (*quick)(const JitState *state, const JitWatched *access, const uint8_t *host);
    const uint32_t *open; // of lines of shared memory
    const uint8_t *init;  // with JitFunc.asks_values: a bit for each of its bytes that has a value
    uint32_t settled;     // not 0: loads with JitInst.settled are in no race
    uint32_t stamp;
    void *called[JIT_PIECES]; // the first argument of JIT_CALL's functions, by piece
    int64_t fuel;             // instructions that may still run, about; it becomes less
    uint32_t first_waiting;   // *
    uint32_t left, lane;      // * lanes that have still to run a loop, each by itself; the one that
    uint64_t next_lane;       // * does, and where the next one begins
    bool alone;               // no other thread of the host runs the kernel
    bool running;             // * still set when a fault has left the code
    _Alignas(64) uint32_t lane_mask[JIT_LANES]; // * all bits set for running lanes; without AVX-512
    _Alignas(64) uint32_t offset[JIT_LANES];    // *
    _Alignas(64) uint64_t datum[JIT_LANES];     // *
    _Alignas(64) uint8_t operand[JIT_PIECES][JIT_OPERANDS][JIT_OPERAND_BYTES]; // *
    _Alignas(64) uint8_t area[];                                               // *
};

// By number of the access; the caller makes them 0 before a launch.
static inline JitCache *jit_cache(const JitState *state, uint32_t number) {
    return (JitCache *)(void *)state->area + number;
}

typedef struct JitCode JitCode;

// NULL: the function is not translated (too large, a loop with two entries, no memory), which is no
// error; or it is better off with JIT_PIECE lanes: it needs too many registers, or lanes would run
// long for a few others. `fn` becomes ours, `scratch` is used meanwhile; the code has memory of its
// own, which jit_free gives back.
JitCode *jit_translate(JitFunc *fn, Arena *scratch);
void jit_free(JitCode *code);
uint32_t jit_lanes(const JitCode *code); // that run at a time
// How many loops of it each lane runs by itself.
uint32_t jit_serial_loops(const JitCode *code);
// Some loads from global memory may come before stores of other lanes that run at the same time,
// which would come first if lanes ran in step.
bool jit_lanes_apart(const JitCode *code);
size_t jit_state_size(const JitCode *code);
// Bytes of it that are 0 before the code runs for the first time.
size_t jit_state_begun(const JitCode *code);
enum { JIT_BARRIERS = 64 };                   // that one function may have with JitInst.passes
uint32_t jit_saved_size(const JitCode *code); // bytes; 0: there is no barrier that lanes pass
uint32_t jit_blocks(const JitCode *code);     // places of JitState.waiting
// The place for the kernel's parameters, as many bytes as the code reads of them.
uint8_t *jit_params(const JitCode *code, JitState *state, uint32_t *bytes);
const uint64_t *jit_resume(const JitCode *code);
// Entries are numbered; each is at an instruction of the machine.
uint32_t jit_entries(const JitCode *code);
uint32_t jit_entry_pc(const JitCode *code, uint32_t entry);
bool jit_has_undefined(const JitCode *code);
// The n rows that the function may read before it writes them.
const JitRow *jit_undefined(const JitCode *code, uint32_t *n);
// Whether the rows are as the entry expects for the lanes: uniform and affine ones are so. They
// are unless lanes of the warp have parted in the machine. `all`: also rows that only later entries
// expect to be so, without which it may have to be asked again.
bool jit_is_regular(const JitCode *code, uint32_t entry, const JitLanes *lanes, bool all);
// Runs n > 0 times some lanes, one after the other, until all have ended or have an exit.
void jit_run(const JitCode *code, uint32_t entry, JitState *state, JitLanes *lanes, uint32_t n);

#endif
