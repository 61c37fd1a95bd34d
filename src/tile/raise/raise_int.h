// SPDX-License-Identifier: Apache-2.0
// Private header of raise: the state of a kernel that is raised, and what the files share.
#ifndef CUPRUM_TILE_RAISE_INT_H
#define CUPRUM_TILE_RAISE_INT_H

#include "analysis/analysis.h"
#include "tile/raise/raise.h"

enum { RZ_MAX_RANK = 16, RZ_MAX_ARGS = 64 };

// A type in a builtin's name (irgen/tile.c).
typedef struct {
    TileTypeKind element; // TILE_T_COUNT: none that tiles have
    TileTypeKind pointee; // of pointers; TILE_T_COUNT: likewise
    bool sign, tile, none;
    uint32_t rank;
    int64_t shape[RZ_MAX_RANK];
} RzType;

// A call of a builtin, with what its name says.
typedef struct {
    const IrInst *inst;
    const char *name; // up to '|'
    size_t length;
    const char *members; // behind a '.' in it: of a view
    RzType result;
    uint32_t nparam, narg;
    RzType param[RZ_MAX_ARGS]; // of the last nparam arguments; a view's come before
    const char *targs;         // template arguments, each with a ';' behind it
} RzCall;

// A place that sees values which later ones do not: what was there before is put back.
typedef struct {
    uint32_t id;
    TileValue *before;
} RzUndo;

typedef struct Rz {
    Ctx *ctx;
    Arena *arena;
    TileModule *module;
    IrFunc *fn;
    TileFunc *out;
    TileBlock *block;      // where operations go
    TileValue **value;     // by id of arguments and instructions
    const TileType **type; // likewise, once asked for
    VEC(RzUndo) undo;
    TileValue *written, *read; // tokens: of the last write, of all reads behind it
    AnFunc an;
    BitSet *looked;           // by rz_type_of
    const IrBlock **block_of; // by id
    const AnLoop *loop;       // around the block at hand
    struct RzFrame *frame;    // what its breaks give
    uint32_t ndup;            // blocks that were raised, those that several ways lead to once each
    bool failed, contract;
} Rz;

// Reports with the kernel's name, once; gives NULL.
void *rz_fail(Rz *rz, const char *format, ...) __attribute__((format(printf, 2, 3)));

// ---- prepare.c ----
// Inlines and makes values of variables; false after a diagnostic.
bool rz_prepare(IrModule *module, const Target *target);

// ---- name.c: what the names of builtins say ----
// Whether the function is one that irgen made for a call of a builtin of tiles.
bool rz_is_builtin(const IrModule *module, const IrFunc *fn);
// False: the instruction calls none.
bool rz_read_call(const Rz *rz, const IrInst *asked, RzCall *found);
// The template argument of that enumeration, else `absent`.
int64_t rz_mode(const RzCall *call, const char *name, int64_t absent);
// The integer among the template arguments at that place among them.
int64_t rz_integer(const RzCall *call, uint32_t place, int64_t absent);
// The template argument at that place, if it is a type that tiles have.
bool rz_targ_type(const RzCall *call, uint32_t n, RzType *named);
// The one before the class template of that name.
bool rz_targ_before(const RzCall *call, const char *name, RzType *named);
// The list of integers of the class template of that name, the `skip`th there; how many, -1: none.
int rz_list(const RzCall *call, const char *name, uint32_t skip, int64_t *at);
// Bits and sign of the list's first type.
uint32_t rz_list_bits(const RzCall *call, const char *name);

// Hints as irgen writes them, as an attribute; those of a call, set. NULL: there are none.
const TileAttr *rz_hints(Rz *rz, const char *text);
void rz_set_hints(Rz *rz, TileOp *access, const RzCall *call);

// ---- value.c: types, constants, operations ----
const TileType *rz_tile(Rz *rz, TileTypeKind element, const int64_t *shape, uint32_t rank);
const TileType *rz_pointer_tile(Rz *rz, TileTypeKind pointee, const int64_t *shape, uint32_t rank);
const TileType *rz_token(Rz *rz);
const TileType *rz_type(Rz *rz, const RzType *described); // of a builtin's operand or result
// How the value is kept: of the shape that its makers or users say.
const TileType *rz_type_of(Rz *rz, const IrValue *source);
// In memory: a row; an address is an integer there, a bool a byte.
const TileType *rz_memory_type(Rz *rz, const IrType *accessed);
// The same elements and shape with that element type; not of pointers.
const TileType *rz_with_element(Rz *rz, const TileType *shaped, TileTypeKind element);
// Of numbers: the bits in all elements.
TileValue *rz_constant(Rz *rz, const TileType *wanted, uint64_t bits);
TileValue *rz_zero(Rz *rz, const TileType *wanted); // of tokens: the first one
// A new operation of n operands, one for each slot, and one result (NULL type: none); at the end.
TileOp *rz_op(Rz *rz, TileOpcode code, uint32_t n, TileValue *const *operand,
              const TileType *result);
TileValue *rz_op1(Rz *rz, TileOpcode code, TileValue *a, const TileType *result);
TileValue *rz_op2(Rz *rz, TileOpcode code, TileValue *a, TileValue *b, const TileType *result);
TileValue *rz_op3(Rz *rz, TileOpcode code, TileValue *a, TileValue *b, TileValue *c,
                  const TileType *result);
// Operands as they stand, with how many each slot has.
TileOp *rz_op_groups(Rz *rz, TileOpcode code, uint32_t nslots, const uint32_t *group,
                     TileValue *const *operand, uint32_t nresult, const TileType *const *types);
void rz_set(Rz *rz, TileOp *changed, const char *attr, uint64_t bits); // an enumeration, a number
void rz_set_attr(TileOp *op, const char *attr, const TileAttr *value); // NULL: none
void rz_set_unit(Rz *rz, TileOp *changed, const char *attr, bool on);
// The value of an IR value, in the form that rz_type_of says or the wanted one.
TileValue *rz_value(Rz *rz, const IrValue *source);
// The same of an instruction; 0 where no way led through it.
TileValue *rz_value_or_zero(Rz *rz, const IrInst *source);
TileValue *rz_as(Rz *rz, TileValue *source, const TileType *wanted);
void rz_define(Rz *rz, const IrValue *of, TileValue *made);
void rz_back(Rz *rz, uint32_t mark); // to the length that undo had

// ---- table.c ----
TileValue *rz_table(Rz *rz, const IrGlobal *var); // the address of a constant one
// What a constant variable at that address has; NULL: there is none.
IrConst *rz_table_value(const IrValue *address);
// What does not hold, where the kernel comes to it: the text is at that address.
void rz_assert(Rz *rz, const IrValue *text);
// Loads from constant variables at places that are known become what is there.
void rz_fold_tables(IrFunc *fn);

// ---- convert.c ----
// The element type changes as C++ has it; the shape stays.
TileValue *rz_convert(Rz *rz, TileValue *source, bool sign, TileTypeKind to, bool to_sign);
// Dimensions in front, and those of one element repeated.
TileValue *rz_broadcast(Rz *rz, TileValue *source, const int64_t *shape, uint32_t rank);
TileValue *rz_reshape(Rz *rz, TileValue *source, const int64_t *shape, uint32_t rank);
// Argument i of a builtin with the element type and shape of `like`; of a mask.
TileValue *rz_arg(Rz *rz, const RzCall *call, uint32_t i);
TileValue *rz_arg_as(Rz *rz, const RzCall *call, uint32_t i, const RzType *like);
TileValue *rz_arg_mask(Rz *rz, const RzCall *call, uint32_t i, const RzType *like);

// a + b or a - b of numbers, of which `ir` are the values in the IR: where one is a product that
// nobody else uses, one operation for both.
TileOp *rz_sum(Rz *rz, TileOpcode code, TileValue *const *both, const IrValue *const *ir);

// ---- builtin.c and what its table names ----
TileValue *rz_builtin(Rz *rz, const RzCall *call);
typedef enum { RZ_PURE, RZ_READS, RZ_WRITES } RzEffect;
uint64_t rz_infinity(TileTypeKind kind); // its bits; 0: there is none
RzEffect rz_effect(const Rz *rz, const IrInst *asked);
typedef struct RzRow RzRow;
typedef TileValue *RzFunction(Rz *rz, const RzCall *call, const RzRow *row);
struct RzRow {
    char name[32];
    RzFunction *function;
    uint16_t integer, number; // operations, or what the function makes of them
    uint8_t effect;           // RzEffect
};
#define RZ(name, function, ...) RzFunction rz_make_##function;
#include "tile/raise/builtin.def"
#undef RZ

// ---- memory.c ----
// Which mode of atomic operations it is, of those of tile/attr.def; the value that it takes.
uint64_t rz_atomic_mode(const RzCall *call, uint64_t mode, TileTypeKind element, bool sign);
TileValue *rz_atomic_value(Rz *rz, const RzCall *call, TileValue *given);
// Operations on memory take tokens and leave them: reads come behind writes, writes behind all.
TileValue *rz_token_before(Rz *rz, RzEffect effect);
void rz_token_after(Rz *rz, RzEffect effect, TileValue *token);
TileValue *rz_load(Rz *rz, const IrInst *load);
void rz_store(Rz *rz, const IrInst *store);
// Between values and what memory has of them (rz_memory_type).
TileValue *rz_from_memory(Rz *rz, TileValue *loaded, const TileType *wanted);
TileValue *rz_to_memory(Rz *rz, TileValue *stored, const TileType *memory);

// ---- view.c ----
TileValue *rz_load_tile(Rz *rz, const IrInst *load);
void rz_store_tile(Rz *rz, const IrInst *store);

// ---- scalar.c ----
void rz_instruction(Rz *rz, const IrInst *source);

// ---- structure.c, loop.c ----
// An edge that is taken; from NULL: phis of `to` have their values. To NULL: the way ended.
typedef struct {
    const IrBlock *from, *to;
} RzEdge;
typedef VEC(const IrBlock *) RzBlocks;
RzEdge rz_walk(Rz *rz, RzEdge edge, const IrBlock *stop);
RzEdge rz_choose(Rz *rz, const RzEdge *ways, TileValue *const *condition, uint32_t n,
                 const IrBlock *stop);
RzEdge rz_loop(Rz *rz, RzEdge edge, const IrBlock *stop);
RzEdge rz_block(Rz *rz, const IrBlock *bb, const IrBlock *stop);
void rz_leave(Rz *rz, RzEdge edge); // the loop at hand, or its turn; to NULL: nobody comes there
bool rz_in_loop(const Rz *rz, const AnLoop *loop, const IrBlock *bb);
TileValue *rz_incoming(Rz *rz, const IrInst *phi, RzEdge edge);
// The values of the blocks in the set that blocks outside of it use.
typedef VEC(const IrInst *) RzInsts;
void rz_escaping(Rz *rz, const BitSet *blocks, RzInsts *out);
RzEffect rz_effect_of(const Rz *rz, const BitSet *blocks);

#endif
