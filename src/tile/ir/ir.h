// SPDX-License-Identifier: Apache-2.0
// The floor ir: the form of a module, the tables as objects, and making and asking both.
#ifndef CUPRUM_TILE_IR_H
#define CUPRUM_TILE_IR_H

#include "base/base.h"

enum { TILE_MAX_DEPTH = 256 }; // regions in regions, types in types, attributes in attributes

// A version of the format: 13.4 is TILE_VERSION(13, 4).
#define TILE_VERSION(major, minor) ((uint16_t)((major) << 8 | (minor)))
enum { TILE_FIRST = TILE_VERSION(13, 1), TILE_LAST = TILE_VERSION(13, 5) };

// ---- types -------------------------------------------------------------------------------------

typedef enum {
#define TILE_TYPE(id, ...) TILE_T_##id,
#include "tile/type.def"
#undef TILE_TYPE
    TILE_T_COUNT
} TileTypeKind;

typedef struct TileType TileType;
struct TileType {
    uint8_t kind;        // TileTypeKind
    uint8_t padding;     // of views: 1 + the padding value, 0 without
    uint8_t pointer;     // of pointers and tensor views: 1 + the pointer attribute, 0 without
    uint64_t sparse;     // of gather_scatter_view: the dimension that indices choose
    uint32_t nshape;     // tile, tensor_view; of views the shape of their tiles
    uint32_t nstride;    // tensor_view's strides, strided_view's steps
    uint32_t nmap;       // dimensions of the tensor that the view's are
    uint32_t nin, nout;  // function: parameters, results
    const TileType *sub; // pointee, element, tensor view
    const int64_t *shape, *stride, *map;
    const TileType **in, **out;
};
#define TILE_DYNAMIC INT64_MIN // a size or stride that an operand gives

// What a row of type.def says of a kind.
typedef enum { TILE_CLASS_INT, TILE_CLASS_FLOAT, TILE_CLASS_OTHER } TileTypeClass;
typedef struct {
    const char *name;            // in text
    uint16_t tag, since;         // in bytecode; first version
    uint8_t class, bits, format; // of numbers: width; ApfFormat of floats
    const char *fields;          // in the order of bytecode, see type.def
} TileTypeRow;
extern const TileTypeRow tile_type_row[TILE_T_COUNT];

// ---- attributes --------------------------------------------------------------------------------

typedef enum {
#define TILE_ATTR(id, ...) TILE_A_##id,
#define TILE_ENUM(...)
#include "tile/attr.def"
#undef TILE_ATTR
#undef TILE_ENUM
    TILE_A_COUNT
} TileAttrKind;
typedef enum {
    TILE_E_NONE,
#define TILE_ATTR(...)
#define TILE_ENUM(id, ...) TILE_E_##id,
#include "tile/attr.def"
#undef TILE_ATTR
#undef TILE_ENUM
    TILE_E_COUNT
} TileEnum;

typedef struct TileAttr TileAttr;
typedef struct {
    Atom name;
    const TileAttr *value;
} TileNamed;
struct TileAttr {
    uint8_t kind;          // TileAttrKind
    uint8_t which;         // of an ENUM: TileEnum
    uint8_t flags;         // of DIV_BY and BOUNDED: which of first and second are there
    Atom text;             // STRING, SYMBOL
    uint32_t n;            // elements, entries
    uint64_t bits;         // INTEGER, FLOAT, BOOL, ENUM; the divisor of DIV_BY
    int64_t first, second; // DIV_BY: every, along; BOUNDED: lower, upper
    const TileType *type;  // INTEGER, FLOAT, TYPE, DENSE
    union {
        const TileAttr **item;  // ARRAY
        const TileNamed *named; // DICTIONARY, HINTS, in the file's order
        const int64_t *number;  // INTS (32 or 64 bits, booleans), SAME_ELEMENTS
        const uint8_t *data;    // DENSE: the elements' bytes, one for all of them or one each
    };
    uint64_t size; // DENSE: bytes
    uint32_t pool; // DENSE: which constant of the file it was, plus one
};
typedef struct {
    const char *name; // in messages
    uint8_t tag;      // in bytecode, 0: it has none
} TileAttrRow;
extern const TileAttrRow tile_attr_row[TILE_A_COUNT];
typedef struct {
    const char *name;
    const char *words; // in the order of their numbers, a blank between them
    uint16_t since;    // of the last word
} TileEnumRow;
extern const TileEnumRow tile_enum_row[TILE_E_COUNT];

// The numbers of TILE_E_ROUNDING.
enum {
    TILE_ROUND_EVEN,
    TILE_ROUND_ZERO,
    TILE_ROUND_DOWN,
    TILE_ROUND_UP,
    TILE_ROUND_APPROX,
    TILE_ROUND_FULL,
    TILE_ROUND_INT,
    TILE_ROUND_AWAY
};

// ---- debug information -------------------------------------------------------------------------

typedef enum {
#define TILE_DEBUG(id, ...) TILE_D_##id,
#include "tile/debug.def"
#undef TILE_DEBUG
    TILE_D_COUNT
} TileDebugKind;
enum { TILE_D_TAGS = TILE_D_NAME }; // the first kind that bytecode has not
typedef struct TileDebug TileDebug;
struct TileDebug {
    uint8_t kind;            // TileDebugKind
    const TileDebug *ref[2]; // in the order of the row; NULL: unknown. FUSED: one, the others
    Atom text[2];
    uint64_t number[3];
};
typedef struct {
    const char *name;   // in text
    const char *fields; // in the order of bytecode, see debug.def
} TileDebugRow;
extern const TileDebugRow tile_debug_row[TILE_D_COUNT];
// The next of the fields.
static inline const char *tile_field_next(const char *field) {
    field += strcspn(field, " ");
    return field + (*field == ' ');
}
// Whether the record (or NULL) may stand in such a field.
bool tile_debug_fits(char field, const TileDebug *record);

// ---- operations --------------------------------------------------------------------------------

typedef enum {
#define TILE_OP(id, ...) TILE_O_##id,
#include "tile/op.def"
#undef TILE_OP
    TILE_O_COUNT
} TileOpcode;

enum { TILE_SLOTS = 7 }; // operands, attributes or results that a row can name
typedef enum { TILE_ONE, TILE_MAYBE, TILE_MANY } TileMany;
typedef struct {
    const char *name;
    uint32_t types; // TILE_SET_*
    uint8_t many;   // TileMany
    uint16_t since; // 0: as the operation
} TileSlot;
typedef struct {
    const char *name;
    uint8_t kind, which; // TileAttrKind, TileEnum
    uint8_t bits;        // of INTEGER and INTS
    bool maybe;
    uint16_t since;    // 0: as the operation
    uint64_t fallback; // where the file or the text says nothing, of numbers and enumerations
} TileAttrSlot;

// Sets of types: a tile of these element types ...
#define TILE_SET(kind) (1u << TILE_T_##kind)
enum {
    TILE_SET_INT = TILE_SET(I1) | TILE_SET(I8) | TILE_SET(I16) | TILE_SET(I32) | TILE_SET(I64),
    TILE_SET_BASE = TILE_SET(F16) | TILE_SET(BF16) | TILE_SET(F32) | TILE_SET(F64),
    TILE_SET_FLOAT = TILE_SET_BASE | TILE_SET(TF32) | TILE_SET(E4M3) | TILE_SET(E5M2) |
                     TILE_SET(E8M0) | TILE_SET(E2M1) | TILE_SET(E5M3),
    TILE_SET_NUMBER = TILE_SET_INT | TILE_SET_FLOAT,
    TILE_SET_TILE = TILE_SET_NUMBER | TILE_SET(I4) | TILE_SET(PTR),
    // ... or the type itself ...
    TILE_SET_TOKEN = TILE_SET(TOKEN),
    TILE_SET_TENSOR = TILE_SET(TENSOR_VIEW),
    TILE_SET_VIEW = TILE_SET(PARTITION_VIEW) | TILE_SET(STRIDED_VIEW) | TILE_SET(GATHER_VIEW),
    TILE_SET_ANY = TILE_SET_TILE | TILE_SET_TOKEN | TILE_SET_TENSOR | TILE_SET_VIEW,
};
// ... and a tile without dimensions.
#define TILE_SET_SCALAR (1u << 31)

// What holds of an operation beside its slots.
enum {
    TILE_END = 1,    // ends a block
    TILE_GROUPS = 2, // each group of operands is counted by itself in bytecode
    TILE_EFFECT = 4, // not pure: not allowed in the region of a reduction or a scan
};
typedef struct TileVerifier TileVerifier;
typedef struct TileOp TileOp;
typedef struct {
    const char *name;
    uint16_t number, since, flags;
    TileSlot operand[TILE_SLOTS];
    TileAttrSlot attr[TILE_SLOTS];
    TileSlot result[TILE_SLOTS];
    uint8_t nregion;
    const char *same;   // groups whose types, shapes, ... agree, see op.def
    const char *syntax; // see op.def
    const char *prefix; // of the result's name in text
} TileOpRow;
extern const TileOpRow tile_op_row[TILE_O_COUNT];

typedef struct TileBlock TileBlock;
typedef struct TileFunc TileFunc;
typedef struct TileValue {
    const TileType *type;
    TileOp *op;       // that makes it, or NULL:
    TileBlock *block; // of whose arguments it is one
    uint32_t index;   // among the results or arguments
    uint32_t number;  // the writer's and the evaluator's
    uint32_t uses;
    Atom name; // the printer's
} TileValue;
struct TileBlock {
    TileOp *parent; // NULL: a function's body
    TileFunc *func;
    TileValue **arg;
    uint32_t narg;
    VEC(TileOp *) ops;
};
struct TileOp {
    uint16_t code; // TileOpcode
    uint32_t noperand, nresult;
    TileValue **operand;
    uint32_t group[TILE_SLOTS]; // operands of each slot
    TileValue **result;
    const TileAttr **attr; // by the row's slot, NULL where there is none
    TileBlock **region;    // as many as the row says; NULL: an empty one
    TileBlock *block;
    const TileDebug *loc;
    const TileAttr *further; // attributes that its row has not, a dictionary of text alone; or NULL
    uint64_t at;             // where it was read: byte, or line << 32 | column
    uint32_t number;         // the machine's: among the operations of its kernel
};

struct TileFunc {
    Atom name;
    const TileType *type;
    uint8_t flags;                // TILE_FUNC_*
    const TileAttr *hints, *args; // optimization hints, attributes of parameters (13.5)
    const TileAttr *further;      // as an operation's
    TileBlock *body;
    const TileDebug *loc;
    bool located; // has a list of debug information
    uint64_t at;
};
enum { TILE_FUNC_PRIVATE = 1, TILE_FUNC_ENTRY = 2, TILE_FUNC_HINTS = 4 };
typedef struct {
    Atom name;
    const TileAttr *value; // DENSE
    uint64_t alignment, visibility, constant;
    uint64_t at;
} TileGlobal;

// The order of what a file's tables hold, which another writer may choose otherwise.
// Sections of the file, by their numbers.
enum {
    TILE_SEC_END,
    TILE_SEC_STRING,
    TILE_SEC_FUNC,
    TILE_SEC_DEBUG,
    TILE_SEC_CONSTANT,
    TILE_SEC_TYPE,
    TILE_SEC_GLOBAL,
    TILE_SEC_PRODUCER,
    TILE_SECTIONS
};
typedef struct {
    VEC(uint64_t) section; // number | alignment << 8, in order
    VEC(Atom) strings;
    VEC(const TileType *) types;
    VEC(const TileAttr *) constants; // DENSE without type: the bytes
    VEC(const TileDebug *) debug;
    uint32_t tail; // bytes behind the functions
} TileLayout;

typedef struct TileModule {
    Ctx *ctx;
    Arena arena;
    const char *file; // for messages
    bool text;        // positions are lines and columns
    uint16_t version, tag;
    Atom name, producer;
    bool produced; // there is a producer
    VEC(TileGlobal *) globals;
    VEC(TileFunc *) funcs;
    TileLayout layout;
    ConsSet types, records;
} TileModule;

// An empty module of the newest version.
TileModule *tile_module_new(Ctx *ctx, const char *file);
void tile_module_free(TileModule *module);

// ---- making modules (ir/) ----------------------------------------------------------------------

// The type with these contents: found, or copied with all that it points at.
const TileType *tile_type(TileModule *module, const TileType *wanted);
const TileType *tile_number_type(TileModule *module, TileTypeKind kind);
// A tile of that shape.
const TileType *tile_tile_type(TileModule *module, const TileType *element, const int64_t *shape,
                               uint32_t n);
// The kind with that tag or name, or TILE_T_COUNT.
TileTypeKind tile_type_tagged(uint64_t tag);
TileTypeKind tile_type_named(const char *name, size_t n);
bool tile_is_tile(const TileType *type);
bool tile_is_view(const TileType *type);
// Of tiles the element's kind; of others their own.
TileTypeKind tile_element(const TileType *type);
// How many elements a tile has; at least 1. Saturates.
uint64_t tile_count(const TileType *type);
// Bits of a number's type (0: not a number), and the bytes of one element in constants.
uint32_t tile_bits(TileTypeKind kind);
void tile_type_print(Ctx *ctx, const TileType *printed, Buf *out);

// The operation of a number or name, or TILE_O_COUNT.
TileOpcode tile_op_numbered(uint64_t number);
TileOpcode tile_op_named(const char *name, size_t n);
// A new operation without operands or results; attributes are what the row has as fallback.
TileOp *tile_op_new(TileModule *module, TileOpcode code);
void tile_op_results(TileModule *module, TileOp *producer, uint32_t n,
                     const TileType *const *types);
TileBlock *tile_block_new(TileModule *module, TileOp *parent, TileFunc *owner);
void tile_block_args(TileModule *module, TileBlock *entered, uint32_t n,
                     const TileType *const *types);
void tile_block_push(TileModule *module, TileBlock *end, TileOp *appended);
// Where in its syntax attributes stand that the row has not: at `@`, else before the types, else at
// the end.
const char *tile_further_place(const TileOpRow *row);
// How many slots of a list are used.
uint32_t tile_nslots(const TileSlot *slot);
uint32_t tile_nattrs(const TileAttrSlot *slot);
int tile_slot_find(const TileSlot *slot, const char *name, size_t n); // -1: there is none
int tile_attr_find(const TileAttrSlot *slot, const char *name, size_t n);
// The operands of a slot: the first of them, and how many.
TileValue **tile_operands(const TileOp *op, uint32_t slot, uint32_t *n);
const TileAttr *tile_attr(const TileOp *op, const char *name); // NULL: absent
static inline const TileOpRow *tile_row(const TileOp *op) {
    return &tile_op_row[op->code];
}

// Which bit of an operation's flags says that an optional attribute (or operand) is there, and from
// which version on there are flags (UINT16_MAX: never).
uint32_t tile_flag_bit(const TileOpRow *row, bool operand, uint32_t index, uint16_t *since);
bool tile_has_many(const TileSlot *slot); // one of them has any number of values
// The record with these contents: found, or copied.
const TileDebug *tile_debug(TileModule *module, const TileDebug *record);
TileAttr *tile_attr_new(TileModule *module, TileAttrKind kind);
// The word of an enumeration's number, or NULL; its number, or -1.
const char *tile_enum_word(TileEnum which, uint64_t number, uint32_t *length);
int tile_enum_number(TileEnum which, const char *word, size_t n);
// All attributes of a dense constant have the same value: of one element the bytes are given.
bool tile_dense_splat(const TileAttr *dense);
// The bits of element i.
uint64_t tile_dense_bits(const TileAttr *dense, uint64_t i);
TileAttrKind tile_attr_tagged(uint64_t tag); // TILE_A_COUNT: there is none

// Where in its source an operation is: by its location, in text without one by its line. File NULL:
// it is not known. Of code that was inlined, the call that is nearest, too.
typedef struct {
    const char *file, *caller;
    uint32_t line, caller_line;
} TileSource;
TileSource tile_source(const TileModule *module, const TileOp *asked);
// Writes where in the file it is, for messages: "byte 12" or "3:4".
const char *tile_place(TileModule *module, uint64_t at);

#endif
