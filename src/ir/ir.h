// SPDX-License-Identifier: Apache-2.0
// ir: LLVM's IR in meaning and spelling, with opaque pointers (LLVM 19 Language Reference).
//
// Contract of the module:
//  - Types, constants, attribute sets and uniqued metadata are interned per module: equal means
//    the same pointer. A function's blocks, instructions and use links live in its own arena.
//  - Instructions, arguments and blocks have use lists (the link sits in the operand, `IrUse`).
//    Constants, globals, inline asm and metadata have none, so that functions can be changed in
//    parallel. To find the uses of a global, walk the module.
//  - Parallel phase: between ir_parallel_begin and ir_parallel_end interning takes the module's
//    lock and declarations made by ir_intrinsic get their place in the module (sorted by name) at
//    the end. In that phase whoever works on a function touches only this function.
//  - `id` of arguments and instructions is dense per function (< fn->nvalues), that of blocks too
//    (< fn->nblockids): side tables are arrays. Ids of deleted values are not used again until
//    ir_func_renumber.
//  - A block ends with exactly one terminator; phis come first; the entry block has no
//    predecessors. Predecessors are the terminators among the block's uses (IR_FOREACH_PRED).
//  - Nothing is ever iterated in address or hash order.
#ifndef CUPRUM_IR_H
#define CUPRUM_IR_H

#include "base/base.h"

typedef struct IrModule IrModule;
typedef struct IrType IrType;
typedef struct IrValue IrValue;
typedef struct IrUse IrUse;
typedef struct IrInst IrInst;
typedef struct IrBlock IrBlock;
typedef struct IrArg IrArg;
typedef struct IrConst IrConst;
typedef struct IrGlobal IrGlobal;
typedef struct IrFunc IrFunc;
typedef struct IrMd IrMd;
typedef struct IrAttrSet IrAttrSet;
typedef struct IrRecord IrRecord;

// ---- enumerations ------------------------------------------------------------------------------

typedef enum {
#define OP(id, text, ...) IR_##id,
#include "ir/op.def"
    IR_NOPS
} IrOp;

enum { // properties of an op (OpRow.props)
    IRP_TERM = 1 << 0,
    IRP_EFFECT = 1 << 1, // must stay even if its value is unused
    IRP_READ = 1 << 2,
    IRP_WRITE = 1 << 3,
    IRP_COMM = 1 << 4,
    IRP_ASSOC = 1 << 5,
    IRP_INT = 1 << 6, // operands are integers (or vectors of them)
    IRP_FP = 1 << 7,
    IRP_FMF = 1 << 8,   // takes fast-math flags (phi, select, call: when the type is fp)
    IRP_TRAPS = 1 << 9, // may be undefined for some operands: not speculatable without a look
    IRP_SHIFT = 1 << 10,
    IRP_ALLOC = 1 << 11,
};
typedef enum {
    IRC_TERM,
    IRC_UNARY,
    IRC_BINARY,
    IRC_MEM,
    IRC_CAST,
    IRC_CMP,
    IRC_VEC,
    IRC_AGG,
    IRC_OTHER
} IrOpClass;
enum { // IrValue.flags of instructions and constant expressions
    IR_NUW = 1 << 0,
    IR_NSW = 1 << 1,
    IR_EXACT = 1 << 2,
    IR_DISJOINT = 1 << 3,
    IR_NNEG = 1 << 4,
    IR_SAMESIGN = 1 << 5,
    IR_INBOUNDS = 1 << 6,
    IR_NUSW = 1 << 7,
    IR_VOLATILE = 1 << 8,
    IR_WEAK = 1 << 9,
    IR_TAIL = 1 << 10,
    IR_MUSTTAIL = 1 << 11,
    IR_NOTAIL = 1 << 12,
};
enum { // IrInst.fmf
    IR_FMF_NNAN = 1 << 0,
    IR_FMF_NINF = 1 << 1,
    IR_FMF_NSZ = 1 << 2,
    IR_FMF_ARCP = 1 << 3,
    IR_FMF_CONTRACT = 1 << 4,
    IR_FMF_AFN = 1 << 5,
    IR_FMF_REASSOC = 1 << 6,
    IR_FMF_FAST = 127,
};
typedef struct {
    const char *name; // LLVM's spelling
    uint8_t class;    // IrOpClass
    uint16_t props, flags;
    const char *doc;
} IrOpRow;
extern const IrOpRow ir_ops[IR_NOPS];

// Predicates. fcmp's are LLVM's bit sets: 1 equal, 2 greater, 4 less, 8 unordered.
typedef enum {
    IR_FCMP_FALSE,
    IR_FCMP_OEQ,
    IR_FCMP_OGT,
    IR_FCMP_OGE,
    IR_FCMP_OLT,
    IR_FCMP_OLE,
    IR_FCMP_ONE,
    IR_FCMP_ORD,
    IR_FCMP_UNO,
    IR_FCMP_UEQ,
    IR_FCMP_UGT,
    IR_FCMP_UGE,
    IR_FCMP_ULT,
    IR_FCMP_ULE,
    IR_FCMP_UNE,
    IR_FCMP_TRUE,
    IR_EQ, // icmp's begin here: ir_inverse_pred(p) == IR_EQ + ((p - IR_EQ) ^ 1) holds for icmp
    IR_NE,
    IR_UGT,
    IR_ULE,
    IR_UGE,
    IR_ULT,
    IR_SGT,
    IR_SLE,
    IR_SGE,
    IR_SLT,
    IR_NPREDS
} IrPred;
extern const char *const ir_pred_names[IR_NPREDS];
// The predicate that holds when p does not, NaN included.
IrPred ir_inverse_pred(IrPred p);
// p' such that y p' x is x p y.
IrPred ir_swapped_pred(IrPred p);
// ugt -> sgt and so on; others unchanged.
IrPred ir_signed_pred(IrPred p);
static inline bool ir_pred_is_signed(IrPred p) {
    return p >= IR_SGT;
}

static inline bool ir_pred_is_equality(IrPred p) { // eq and ne: the same with and without a sign
    return is_any_of(p, IR_EQ, IR_NE);
}

typedef enum {
    IR_RMW_XCHG,
    IR_RMW_ADD,
    IR_RMW_SUB,
    IR_RMW_AND,
    IR_RMW_NAND,
    IR_RMW_OR,
    IR_RMW_XOR,
    IR_RMW_MAX,
    IR_RMW_MIN,
    IR_RMW_UMAX,
    IR_RMW_UMIN,
    IR_RMW_FADD,
    IR_RMW_FSUB,
    IR_RMW_FMAX,
    IR_RMW_FMIN,
    IR_RMW_UINC_WRAP,
    IR_RMW_UDEC_WRAP,
    IR_RMW_USUB_COND, // old >= v ? old - v : old
    IR_RMW_USUB_SAT,  // old >= v ? old - v : 0
    IR_RMW_FMAXIMUM,  // NaN wins, as llvm.maximum
    IR_RMW_FMINIMUM,
    IR_RMW_NOPS
} IrRmwOp;
extern const char *const ir_rmw_names[IR_RMW_NOPS];

typedef enum {
    IR_NOT_ATOMIC,
    IR_UNORDERED,
    IR_MONOTONIC,
    IR_ACQUIRE,
    IR_RELEASE,
    IR_ACQ_REL,
    IR_SEQ_CST
} IrOrder;
typedef enum {
    IR_SCOPE_SYSTEM,
    IR_SCOPE_THREAD,
    IR_SCOPE_BLOCK,
    IR_SCOPE_CLUSTER,
    IR_SCOPE_DEVICE,
    IR_SCOPE_OTHER // + index into IrModule.scopes
} IrScope;
extern const char *const ir_scope_names[]; // "", "singlethread", "block", "cluster", "device"
// The number of a scope; other targets' get numbers of the module. -1: too many.
int ir_scope(IrModule *module, Atom name);
// Its spelling, as it stands in syncscope("...").
const char *ir_scope_name(const IrModule *module, uint32_t scope);

enum { // NVPTX address spaces
    IR_AS_GENERIC = 0,
    IR_AS_GLOBAL = 1,
    IR_AS_SHARED = 3,
    IR_AS_CONST = 4,
    IR_AS_LOCAL = 5,
    IR_AS_SHARED_CLUSTER = 7,
    IR_AS_PARAM = 101,
};
enum { // calling conventions (LLVM's numbers)
    IR_CC_C = 0,
    IR_CC_FAST = 8,
    IR_CC_COLD = 9,
    IR_CC_PTX_KERNEL = 71, // the one mark of a kernel; readers upgrade nvvm.annotations to it
    IR_CC_PTX_DEVICE = 72,
};
typedef enum {
    IR_EXTERNAL,
    IR_AVAILABLE_EXTERNALLY,
    IR_LINKONCE,
    IR_LINKONCE_ODR,
    IR_WEAK_ANY,
    IR_WEAK_ODR,
    IR_APPENDING,
    IR_INTERNAL,
    IR_PRIVATE,
    IR_EXTERN_WEAK,
    IR_COMMON,
    IR_NLINKAGES
} IrLinkage;
extern const char *const ir_linkage_names[IR_NLINKAGES]; // "" for external
// No other module can name the symbol.
static inline bool ir_is_local_linkage(IrLinkage l) {
    return is_any_of(l, IR_INTERNAL, IR_PRIVATE);
}
// A definition that nobody uses may go.
static inline bool ir_is_discardable(IrLinkage l) {
    return ir_is_local_linkage(l) ||
           is_any_of(l, IR_LINKONCE, IR_LINKONCE_ODR, IR_AVAILABLE_EXTERNALLY);
}

// ---- types (type.c) ----------------------------------------------------------------------------

typedef enum {
    IR_TY_VOID,
    IR_TY_INT,
    IR_TY_HALF,
    IR_TY_BFLOAT,
    IR_TY_FLOAT,
    IR_TY_DOUBLE,
    IR_TY_FP128,
    IR_TY_PTR,
    IR_TY_ARRAY,
    IR_TY_VECTOR,
    IR_TY_STRUCT,
    IR_TY_FUNC,
    IR_TY_LABEL,
    IR_TY_METADATA,
    // below: read and written, but no GPU code can be made of them (target.c)
    IR_TY_X86_FP80,
    IR_TY_PPC_FP128,
    IR_TY_X86_AMX,
    IR_TY_TOKEN,
    IR_TY_TARGET // target("name", types, integers)
} IrTypeKind;
struct IrType {
    IrModule *m;
    uint8_t kind;        // IrTypeKind
    bool packed, opaque; // structs; an opaque one has no body (yet)
    bool vararg;         // functions
    bool sized;          // has a size: not void, label, metadata, function, opaque
    bool scalable;       // vectors: n times an unknown factor elements
    uint32_t id;         // order of creation in the module
    uint32_t bits;       // integer, floating point and pointer width
    uint32_t as;         // pointers: address space
    uint64_t n;          // array and vector elements; struct members; parameters
    IrType *elem;        // array and vector element; function result
    IrType **sub;        // struct members; function parameters
    uint64_t *offset;    // struct members' byte offsets
    uint64_t size;       // bytes between array elements (LLVM's alloc size)
    uint64_t store_size; // bytes written by a store
    uint32_t align;      // ABI alignment in bytes
    Atom name;           // named structs; target types
    uint32_t nints;      // target types: integer parameters
    uint32_t *ints;
};
// iN, of 1 to 2^23 bits.
IrType *ir_ty_int(IrModule *module, uint32_t bits);
// A pointer into an address space; its width is the data layout's.
IrType *ir_ty_ptr(IrModule *module, uint32_t as);
// n elements. Vectors of pointers, integers and floating point only; scalable ones have an unknown
// multiple of n.
IrType *ir_ty_array(IrModule *module, IrType *elem, uint64_t n);
IrType *ir_ty_vector(IrModule *module, IrType *elem, uint64_t n);
IrType *ir_ty_scalable(IrModule *module, IrType *elem, uint64_t n);
// Types that GPUs lack: x86_fp80, ppc_fp128, x86_amx, token.
IrType *ir_ty_other(IrModule *module, IrTypeKind kind);
// target("name", n types, nints integers).
IrType *ir_ty_target(IrModule *module, Atom name, uint32_t n, IrType *const *sub, uint32_t nints,
                     const uint32_t *ints);
// A literal structure: equal members mean the same type.
IrType *ir_ty_struct(IrModule *module, uint32_t n, IrType *const *sub, bool packed);
// A new opaque named struct (the name gets a suffix when taken); ir_ty_set_body completes it.
IrType *ir_ty_named(IrModule *module, Atom name);
// The named structure, or NULL.
IrType *ir_ty_find(IrModule *module, Atom name);
// Completes a named structure; its members must be complete, or ir_types_relayout follows.
void ir_ty_set_body(IrModule *module, IrType *type, uint32_t n, IrType *const *sub, bool packed);
// A function type: result, n parameters, and whether more may follow.
IrType *ir_ty_func(IrModule *module, IrType *ret, uint32_t n, IrType *const *params, bool vararg);
// Kinds of types; ir_ty_is_fp: those that have arithmetic.
static inline bool ir_ty_is_int(const IrType *type) {
    return type->kind == IR_TY_INT;
}
// An integer that a word of the compiler holds: of up to 64 bits.
static inline bool ir_ty_is_word(const IrType *type) {
    return type->kind == IR_TY_INT && type->bits <= 64;
}
static inline bool ir_ty_is_i(const IrType *type, uint32_t bits) {
    return type->kind == IR_TY_INT && type->bits == bits;
}
static inline bool ir_ty_is_fp(const IrType *type) {
    return type->kind >= IR_TY_HALF && type->kind <= IR_TY_FP128;
}
// Those without arithmetic here too.
static inline bool ir_ty_is_any_fp(const IrType *type) {
    return ir_ty_is_fp(type) || is_any_of(type->kind, IR_TY_X86_FP80, IR_TY_PPC_FP128);
}
static inline bool ir_ty_is_ptr(const IrType *type) {
    return type->kind == IR_TY_PTR;
}
static inline bool ir_ty_is_vec(const IrType *type) {
    return type->kind == IR_TY_VECTOR;
}
static inline bool ir_ty_is_agg(const IrType *type) {
    return is_any_of(type->kind, IR_TY_ARRAY, IR_TY_STRUCT);
}
// The element of a vector, else the type itself.
static inline IrType *ir_ty_scalar(IrType *type) {
    return type->kind == IR_TY_VECTOR ? type->elem : type;
}
// `scalar` itself, or where `shape` is a vector one as long as it.
IrType *ir_ty_with_shape(IrModule *module, IrType *scalar, const IrType *shape);
// Member or element i; NULL when out of range or of no aggregate or vector.
IrType *ir_ty_member(const IrType *agg, uint64_t i);
// Where member i begins, in bytes, in an array, vector or struct.
uint64_t ir_ty_member_offset(const IrType *agg, uint64_t i);
// The size of a value in bits, without padding behind it (that of aggregates included).
uint64_t ir_ty_bits(const IrType *type);
// The struct member (or array element) that contains byte `off`.
uint64_t ir_ty_member_at(const IrType *agg, uint64_t off);

// ---- values ------------------------------------------------------------------------------------

typedef enum {
    IR_V_ARG,
    IR_V_BLOCK,
    IR_V_INST, // up to here: have use lists
    IR_V_ASM,
    IR_V_MD, // metadata as an operand of a call
    IR_C_INT,
    IR_C_FP,
    IR_C_NULL, // null pointer
    IR_C_ZERO, // zeroinitializer of an aggregate or vector
    IR_C_UNDEF,
    IR_C_POISON,
    IR_C_DATA,      // array or vector of i8..i64, half..double: raw little-endian bytes
    IR_C_AGG,       // array, vector or struct of constants
    IR_C_EXPR,      // constant expression: op, operands
    IR_C_BLOCKADDR, // elem[0] the function, block
    IR_C_DSO_LOCAL, // dso_local_equivalent elem[0]
    IR_C_NO_CFI,    // no_cfi elem[0]
    IR_C_PTRAUTH,   // pointer, key, discriminator, address discriminator
    IR_C_VAR,       // IrGlobal; the constant is its address
    IR_C_FUNC,
    IR_C_ALIAS,
    IR_C_IFUNC // kept among the aliases; init is the resolver
} IrValueKind;

struct IrValue {
    IrType *type;
    IrUse *uses;
    uint32_t id;  // see the contract above; constants: order of creation (not deterministic)
    Atom name;    // a hint, 0 for none; globals: the symbol
    uint8_t kind; // IrValueKind
    uint8_t op;   // IrOp of instructions and constant expressions
    uint16_t flags;
    uint32_t recorded; // arguments and instructions: place in IrFunc.recorded, 0: in no record
};
struct IrUse { // an operand
    IrValue *value;
    IrUse *next, **prevp; // list of value's uses; prevp NULL when value keeps none
    IrInst *user;
};
struct IrArg {
    IrValue v;
    IrFunc *fn;
    uint32_t index;
};
struct IrBlock {
    IrValue v;
    IrFunc *fn;
    IrBlock *prev, *next;
    IrInst *first, *last;
    IrRecord *trailing; // records behind the last instruction, until there is another one
    bool removed;       // out of its function; an IR_C_BLOCKADDR may still name it
};
typedef struct IrMdAttach {
    struct IrMdAttach *next;
    Atom kind; // "range", "llvm.loop", "tbaa", ...; "dbg" of instructions is IrInst.dbg
    IrMd *md;
} IrMdAttach;
typedef struct {
    uint32_t n; // parameters' sets (the rest have none)
    const IrAttrSet *fn, *ret;
    const IrAttrSet **param;
} IrAttrList;
typedef enum { IR_RECORD_DECLARE, IR_RECORD_VALUE } IrRecordKind;
typedef struct IrRecordUse { // a value in a record
    IrValue *value;          // a constant, or tracked; NULL: it is gone
    IrType *type;
    struct IrRecordUse *next, *prev; // of the value's
    IrRecord *record;
} IrRecordUse;
// A debug record (LLVM's of the same name): where a source variable is from here on. It stands
// before an instruction and is none: passes that look at instructions, uses or sizes do not see it,
// so that the code is the same with and without. What changes code by ir.h's functions needs no
// care: ir_replace_uses changes records too, ir_erase computes the value otherwise or makes it
// poison, records of what is unlinked go to the next instruction. Copies of code: record.c.
struct IrRecord {
    IrRecord *next; // of the ring
    uint8_t kind;   // IrRecordKind
    uint32_t n;     // values; several only for DIArgList
    bool here;      // ir_records_mark
    bool computed;  // the steps give the variable's value, not its place
    IrMd *var, *expr, *loc;
    IrRecordUse *use;
    uint32_t nstep; // numbers of operations that come before the expression's own, since the value
    uint64_t *step; // has been computed anew: ask ir_record_expression for all
};
typedef struct { // operand bundle ["tag"(operands)]
    Atom tag;
    uint32_t first, n; // operands of the call
} IrBundle;
typedef struct {
    IrAttrList attrs;
    uint32_t cc;
    uint32_t nextra; // operands between the arguments and the callee: bundles', then successors
    uint32_t nbundles, nsucc; // nsucc: callbr
    IrBundle *bundle;
} IrCall;

struct IrInst {
    IrValue v; // v.op, v.flags
    IrBlock *block;
    IrInst *prev, *next;
    IrUse *op; // operands, order as op.def says
    uint32_t nops, capops;
    uint8_t fmf;
    uint8_t pred;          // icmp, fcmp: IrPred; atomicrmw: IrRmwOp
    uint8_t order, order2; // IrOrder; cmpxchg: order2 on failure
    uint8_t scope;         // IrScope
    bool settled;          // the last look at its operands found nothing to rewrite: ir_unsettle
    bool upgraded;         // the reader made it of a call that today is written so
    uint32_t align;        // load, store, alloca, atomics: bytes, never 0
    uint32_t nidx;         // extractvalue, insertvalue indices; shufflevector mask length
    union {
        IrType *aty;   // alloca: allocated; getelementptr: source element; call: function type
        uint32_t *idx; // extractvalue, insertvalue
        int32_t *mask; // shufflevector; -1 is poison
    };
    IrCall *call;
    IrMd *dbg; // !dbg, an IR_MD_LOC
    IrMdAttach *md;
    IrRecord *records; // debug records that stand before it: the last of their ring
};
_Static_assert(sizeof(IrValue) == 32 && sizeof(IrUse) == 32, "hot structures");

struct IrConst {
    IrValue v;
    uint32_t n;     // words, bytes, elements, operands
    uint32_t depth; // of elements and operands in one another; the readers limit it
    union {
        uint64_t bits;         // IR_C_INT and IR_C_FP up to 64 bits, zero extended
        const uint64_t *words; // wider ones, least significant first
        const uint8_t *data;   // IR_C_DATA
        IrConst **elem;        // IR_C_AGG, IR_C_EXPR
    };
    union {
        IrType *aty;    // IR_C_EXPR getelementptr: source element type
        IrBlock *block; // IR_C_BLOCKADDR
    };
};
typedef struct {
    IrValue v; // type: function type
    Atom text, constraints;
    bool side_effect, align_stack, intel, unwind;
    uint8_t steps; // ir_asm_steps; 0: it may do more than compute
} IrAsm;
typedef struct {
    IrValue v;
    IrMd *md;
} IrMdValue;

typedef enum {
    IR_TLS_NONE,
    IR_TLS_GENERAL,
    IR_TLS_LOCALDYNAMIC,
    IR_TLS_INITIAL,
    IR_TLS_LOCAL
} IrTls;
enum { // IrGlobal.sanitize
    IR_NO_SANITIZE_ADDRESS = 1,
    IR_NO_SANITIZE_HWADDRESS = 2,
    IR_SANITIZE_MEMTAG = 4,
    IR_SANITIZE_ADDRESS_DYNINIT = 8
};
struct IrGlobal { // variable, alias; base of IrFunc. v.type is the pointer type
    IrValue v;
    IrModule *m;
    IrType *vty; // type of the contents; function type
    uint8_t linkage, visibility /* 0 default, 1 hidden, 2 protected */;
    uint8_t unnamed_addr; // 0 no, 1 unnamed_addr, 2 local_unnamed_addr
    bool constant;        // variables
    bool externally_initialized;
    bool dso_local;
    bool dead;          // removed from the module
    uint8_t tls;        // IrTls
    uint8_t dll;        // 1 dllimport, 2 dllexport
    uint8_t sanitize;   // variables: IR_NO_SANITIZE_ADDRESS ...
    uint8_t code_model; // variables: 0 none, else 1 + its place in ir_code_models
    uint32_t align;
    uint32_t order; // position of definition in the module
    Atom section, comdat, partition;
    IrConst *init; // variables: initialiser or NULL for a declaration; aliases: aliasee
    const IrAttrSet *attrs;
    IrMdAttach *md;
    uint32_t pos; // source position (Pos) for diagnostics, or 0
};
struct IrFunc {
    IrGlobal g;   // linkage, name, vty, ...
    Arena *arena; // of the body; NULL for a declaration
    uint32_t nargs, cc;
    IrArg **arg;
    IrAttrList attrs;
    Atom gc;
    IrConst *prefix, *prologue, *personality; // or NULL
    IrBlock *first, *last;                    // blocks; NULL for a declaration
    IrInst *last_alloca; // ir_entry_alloca's newest while it is in its block, to find its place
    uint64_t body_at;    // of a lazily read module: where its body is; 0: read, or a declaration
    uint32_t nvalues, nblockids;
    VEC(IrRecordUse *) recorded; // by IrValue.recorded: the records that name a value
    uint64_t copied; // instructions that copies of loops have added so far (opt_loop_may_grow)
    uint16_t intrin; // IrIntrin, 0 for none
    IrType **overload;
    uint32_t noverload;
};

#define IR_FOREACH_BLOCK(bb, f) for (IrBlock *bb = (f)->first; bb; bb = bb->next)
#define IR_FOREACH_INST(i, bb)  for (IrInst *i = (bb)->first; i; i = i->next)
#define IR_FOREACH_INST_SAFE(i, bb)                                                                \
    for (IrInst *i = (bb)->first, *i##_next = i ? i->next : NULL; i;                               \
         i = i##_next, i##_next = i ? i->next : NULL)
// The phis of a block, which come first.
#define IR_FOREACH_PHI(i, bb)  for (IrInst *i = (bb)->first; i && i->v.op == IR_PHI; i = i->next)
#define IR_FOREACH_USE(u, val) for (IrUse *u = (val)->uses; u; u = u->next)
#define IR_FOREACH_USE_SAFE(u, val)                                                                \
    for (IrUse *u = (val)->uses, *u##_next = u ? u->next : NULL; u;                                \
         u = u##_next, u##_next = u ? u->next : NULL)
// u->user is a terminator that can go to bb; a predecessor with two edges comes twice.
#define IR_FOREACH_PRED(u, bb)                                                                     \
    IR_FOREACH_USE(u, &(bb)->v) if (u->user->v.op == IR_PHI) {}                                    \
    else

// The value as what it is, or NULL; the value may be NULL.
static inline IrInst *ir_as_inst(const IrValue *value) {
    return value && value->kind == IR_V_INST ? (IrInst *)value : NULL;
}
// Operations: op.def has their spelling, class, properties and the order of their operands. The
// instruction if it has this operation.
static inline IrInst *ir_as_op(const IrValue *value, IrOp op) {
    return value && value->kind == IR_V_INST && value->op == op ? (IrInst *)value : NULL;
}
static inline bool ir_is_const(const IrValue *value) {
    return value->kind >= IR_C_INT;
}
// Any constant, globals among them: look at the kind before using n or elem.
static inline IrConst *ir_as_const(const IrValue *value) {
    return value && value->kind >= IR_C_INT ? (IrConst *)value : NULL;
}
static inline IrConst *ir_as_cint(const IrValue *value) {
    return value && value->kind == IR_C_INT ? (IrConst *)value : NULL;
}
static inline IrFunc *ir_as_func(const IrValue *value) {
    return value && value->kind == IR_C_FUNC ? (IrFunc *)value : NULL;
}
static inline IrGlobal *ir_as_var(const IrValue *value) {
    return value && value->kind == IR_C_VAR ? (IrGlobal *)value : NULL;
}
// Any symbol: variable, function, alias or ifunc.
static inline IrGlobal *ir_as_global(const IrValue *value) {
    return value && value->kind >= IR_C_VAR ? (IrGlobal *)value : NULL;
}
static inline IrArg *ir_as_arg(const IrValue *value) {
    return value && value->kind == IR_V_ARG ? (IrArg *)value : NULL;
}
static inline IrBlock *ir_as_block(const IrValue *value) {
    return value && value->kind == IR_V_BLOCK ? (IrBlock *)value : NULL;
}
// Operand n, which must exist.
static inline IrValue *ir_op(const IrInst *inst, uint32_t n) {
    return inst->op[n].value;
}
// Whoever changes what an instruction computes from (flags, a predicate), says so; operands and
// uses that change say so themselves. (instcombine looks only at what has been unsettled.)
static inline void ir_unsettle(IrInst *inst) {
    inst->settled = false;
}
static inline bool ir_is_term(const IrInst *inst) {
    return inst->v.op <= IR_UNREACHABLE;
}
static inline bool ir_is_load_or_store(const IrInst *inst) {
    return is_any_of(inst->v.op, IR_LOAD, IR_STORE);
}
// A load or store that is neither volatile nor atomic.
static inline bool ir_is_plain(const IrInst *inst) {
    bool access = ir_is_load_or_store(inst);
    return access && !(inst->v.flags & IR_VOLATILE) && inst->order == IR_NOT_ATOMIC;
}
// The block's terminator; NULL while it is under construction.
static inline IrInst *ir_term(const IrBlock *bb) {
    return bb->last && ir_is_term(bb->last) ? bb->last : NULL;
}
// Whether the function has no body in memory: see also ir_has_body.
static inline bool ir_is_decl(const IrFunc *fn) {
    return fn->first == NULL;
}

// ---- value.c: operands, uses, names ------------------------------------------------------------

// Operand n becomes `value` (NULL: none), in constant time; use lists follow.
void ir_set_op(IrInst *inst, uint32_t n, IrValue *value);
// Appends an operand, of a phi or switch; the instruction must be in a block.
void ir_add_op(IrInst *inst, IrValue *value);
// Removes n operands from `at` on; the ones behind move down.
void ir_remove_ops(IrInst *inst, uint32_t at, uint32_t n);
// Removes the cases that go to a block; how many there were.
uint32_t ir_switch_remove(IrInst *sw, const IrBlock *to);
// The place among its successors where a conditional branch or switch goes on a constant.
uint32_t ir_way_on(const IrInst *test, const IrConst *condition);
// Every use of `old`, which must keep a use list, becomes one of `by`. As long as there are uses.
void ir_replace_uses(IrValue *old, IrValue *by);
// Whether anything uses the value, and whether one operand alone does.
static inline bool ir_has_uses(const IrValue *value) {
    return value->uses != NULL;
}
static inline bool ir_one_use(const IrValue *value) {
    return value->uses && !value->uses->next;
}
// A hint for the text; 0 takes it away.
static inline void ir_set_name(IrValue *value, Atom name) {
    value->name = name;
}
// Which operand of use->user it is.
uint32_t ir_use_index(const IrUse *use);

// Successors of a terminator; of another instruction there are none.
uint32_t ir_nsucc_of_rare(const IrInst *term);
static inline uint32_t ir_nsucc(const IrInst *term) {
    if (term->v.op == IR_BR) return term->nops == 1 ? 1 : 2;
    return term->v.op == IR_RET ? 0 : ir_nsucc_of_rare(term);
}
IrBlock *ir_succ_of_rare(const IrInst *term, uint32_t n);
static inline IrBlock *ir_succ(const IrInst *term, uint32_t n) {
    if (term->v.op != IR_BR) return ir_succ_of_rare(term, n);
    return (IrBlock *)term->op[term->nops == 1 ? 0 : n + 1].value;
}
void ir_set_succ(IrInst *term, uint32_t n, IrBlock *bb);
// A branch by a condition, and one whose two ways lead to different blocks.
static inline bool ir_is_cond_br(const IrInst *inst) {
    return inst->v.op == IR_BR && inst->nops == 3;
}
static inline bool ir_is_two_way(const IrInst *inst) {
    return ir_is_cond_br(inst) && ir_op(inst, 1) != ir_op(inst, 2);
}
// The block that the only edge into this one comes from; NULL if there are none or several edges.
IrBlock *ir_single_pred(const IrBlock *bb);
// The only block that edges come from, be they several; NULL otherwise.
IrBlock *ir_unique_pred(const IrBlock *bb);
// The number of edges into the block; walks its uses.
uint32_t ir_npreds(const IrBlock *bb);

// Calls (invoke and callbr too): arguments are op[0 .. nargs-1], the callee the last operand.
static inline uint32_t ir_call_nargs(const IrInst *inst) {
    return inst->nops - 1 - inst->call->nextra;
}
// call, invoke or callbr.
static inline bool ir_is_call_like(const IrInst *inst) {
    return inst->call != NULL;
}
static inline IrValue *ir_callee(const IrInst *inst) {
    return inst->op[inst->nops - 1].value;
}
// The function that is called; NULL when indirect or asm.
static inline IrFunc *ir_called(const IrInst *inst) {
    return ir_as_func(ir_callee(inst));
}
// The IrIntrin that a call instruction calls, 0 for none.
static inline uint32_t ir_intrin_of(const IrInst *inst) {
    IrFunc *f = inst->v.op == IR_CALL ? ir_called(inst) : NULL;
    return f ? f->intrin : 0;
}
// Phis have pairs of operands, value and block: their number, and each.
static inline uint32_t ir_phi_n(const IrInst *inst) {
    return inst->nops / 2;
}
static inline IrValue *ir_phi_value(const IrInst *inst, uint32_t n) {
    return inst->op[2 * n].value;
}
static inline IrBlock *ir_phi_block(const IrInst *inst, uint32_t n) {
    return (IrBlock *)inst->op[2 * n + 1].value;
}
// Appends an entry: from the edge of `from` comes `value`.
void ir_phi_add(IrInst *phi, IrValue *value, IrBlock *from);
// The index of an entry of `from`, or -1. With several edges any of them will do: they agree.
int ir_phi_find(const IrInst *phi, const IrBlock *from);
// The same, faster where it is at index `near` (-1: anywhere): a block's phis mostly have their
// entries in one order.
int ir_phi_find_near(const IrInst *phi, const IrBlock *from, int near);
// The value that comes from the block, or NULL.
IrValue *ir_phi_from(const IrInst *phi, const IrBlock *from);
// One edge from `from` to bb is gone: every phi of bb has one entry less. The terminator is the
// caller's.
void ir_phi_remove_edge(IrBlock *bb, const IrBlock *from);
// The edges of `old` now come from `by`, in every phi of bb.
void ir_phi_replace_pred(IrBlock *bb, IrBlock *old, IrBlock *by);

// What a call may do, by attributes or the intrinsic's row.
bool ir_call_reads(const IrInst *call);
bool ir_call_writes(const IrInst *call);
bool ir_call_has_effect(const IrInst *call);
// asm_steps.c: of how many instructions a text consists that merely computes; 0: it may do more.
uint32_t ir_asm_steps(const char *text);
// The inline assembly that is called, if it gives something of its operands and does nothing else.
const IrAsm *ir_call_computes(const IrInst *call);
bool ir_call_is_speculatable(const IrInst *call);
// Volatile, or stronger than monotonic: then other accesses may not move across it.
static inline bool ir_is_ordered(const IrInst *inst) {
    return (inst->v.flags & IR_VOLATILE) || inst->order > IR_MONOTONIC;
}
// What an instruction may do, calls looked through. An ordered store reads, so that loads do not
// move across it; likewise an ordered load writes.
static inline bool ir_may_read(const IrInst *inst) {
    if (inst->v.op == IR_CALL) return ir_call_reads(inst);
    if (inst->v.op == IR_STORE) return ir_is_ordered(inst);
    return (ir_ops[inst->v.op].props & IRP_READ) != 0;
}
static inline bool ir_may_write(const IrInst *inst) {
    if (inst->v.op == IR_CALL) return ir_call_writes(inst);
    if (inst->v.op == IR_LOAD) return ir_is_ordered(inst);
    return (ir_ops[inst->v.op].props & IRP_WRITE) != 0;
}
// It must stay even if its value is unused: stores, volatile accesses, calls that may not return.
static inline bool ir_has_effect(const IrInst *inst) {
    if (inst->v.op == IR_CALL) return ir_call_has_effect(inst);
    if (inst->v.op == IR_LOAD) return ir_is_ordered(inst);
    return (ir_ops[inst->v.op].props & IRP_EFFECT) != 0;
}
// It may not be made dependent on more or fewer conditions than it is (LangRef, "convergent").
bool ir_is_convergent(const IrInst *inst);
// It may stand twice in a function: barriers with identities of their own may not.
bool ir_can_duplicate(const IrInst *inst);
// A division by a constant that is neither 0 nor -1.
bool ir_divides_safely(const IrInst *inst);
// No effects, no traps and no memory: it may be computed wherever its operands are known. Not what
// is told by the place (phi, alloca).
static inline bool ir_is_speculatable(const IrInst *inst) {
    uint32_t props = ir_ops[inst->v.op].props;
    if (inst->v.op == IR_CALL) return ir_call_is_speculatable(inst);
    bool bound = props & (IRP_EFFECT | IRP_READ | IRP_WRITE | IRP_ALLOC);
    if (bound || inst->v.op == IR_PHI) return false;
    return !(props & IRP_TRAPS) || ir_divides_safely(inst);
}
// Unused, without effect, and no terminator: it can be erased.
static inline bool ir_is_trivially_dead(const IrInst *inst) {
    return !inst->v.uses && !ir_is_term(inst) && !ir_has_effect(inst);
}
// Both compute the same from the same operands; the operands themselves are not compared.
bool ir_same_operation(const IrInst *a, const IrInst *b);

// ---- idom.c: immediate dominators of any graph -------------------------------------------------

typedef struct {
    // nodes, all reached from node 0; each of the others has a predecessor with a lower number, as
    // in reverse postorder
    uint32_t n;
    const uint32_t *pred_start, *pred; // predecessors of i: pred[pred_start[i] .. pred_start[i+1]]
} IrGraph;
// The immediate dominator of each node, by node; the root's is itself. Tables and work in `owner`.
uint32_t *ir_idoms(const IrGraph *graph, Arena *owner);

// ---- func.c: module, function, block and instruction life --------------------------------------

// An empty module with NVPTX64's triple and data layout. Its memory is its own until
// ir_module_free.
IrModule *ir_module_new(Ctx *ctx, Atom name);
// Appends module-level assembly, which may be several lines.
void ir_module_asm_add(IrModule *module, Atom text);
void ir_module_free(IrModule *module);
// The parallel phase: see the contract at the top.
void ir_parallel_begin(IrModule *module);
void ir_parallel_end(IrModule *module);

// Any global symbol of the name, or NULL.
IrGlobal *ir_find(IrModule *module, Atom name);
// New global symbols; `name` must be free (irgen: check with ir_find) or gets a suffix. `vty` is
// the type of the contents, `init` NULL for a declaration.
IrGlobal *ir_var_new(IrModule *module, Atom name, IrType *vty, uint32_t as, IrLinkage l,
                     IrConst *init);
// A declaration; its first block makes it a definition.
IrFunc *ir_func_new(IrModule *module, Atom name, IrType *fty, IrLinkage l);
// An alias of `to`, or NULL to be set later; vty is the type of what it stands for.
IrGlobal *ir_alias_new(IrModule *module, Atom name, IrType *vty, uint32_t as, IrLinkage l,
                       IrConst *to);
// The symbol gets another name, with a suffix if that is taken.
void ir_global_rename(IrGlobal *global, Atom name);
// Out of the lists and the symbol table; nothing may use it any more (ir_globals_poison).
void ir_global_remove(IrGlobal *global);
// Many at once: each list is walked once.
void ir_globals_remove(IrModule *module, uint32_t n, IrGlobal *const *g);
// The function becomes a declaration; the memory of its body is freed.
void ir_func_drop_body(IrFunc *fn);
// The type of its result.
IrType *ir_func_ret(const IrFunc *fn);
// How many instructions its body has; walks it.
uint64_t ir_func_size(const IrFunc *fn);
// Replaces every use of a global in function bodies, initialisers and metadata: old[i] by by[i].
// The whole module is walked once, so ask for many at a time.
void ir_global_replace(IrModule *module, IrGlobal *old, IrConst *by);
void ir_globals_replace(IrModule *module, uint32_t n, IrGlobal *const *old, IrConst *const *by);
// Whatever still names one of these, which are about to be removed, gets poison.
void ir_globals_poison(IrModule *module, uint32_t n, IrGlobal *const *g);

// A block at the end of the function; the first one makes it a definition.
IrBlock *ir_block_new(IrFunc *fn, Atom name);
// Behind another block, or with NULL to the front.
void ir_block_move_after(IrBlock *bb, IrBlock *after);
// Takes the block and its instructions out of the function; their operands are dropped.
void ir_block_remove(IrBlock *bb);
// All of `from`, records too, goes to the end of bb, which has no terminator; `from` stays empty.
void ir_block_append(IrBlock *bb, IrBlock *from);
// The instructions from `at` on move to a new block after bb; bb then branches to it. Phis of
// the successors are updated.
IrBlock *ir_block_split(IrBlock *bb, IrInst *at, Atom name);
// Put an instruction that is in no block into one; at the start is after the phis.
void ir_insert_before(IrInst *inst, IrInst *at);
void ir_insert_at_end(IrInst *inst, IrBlock *bb);
void ir_insert_at_start(IrInst *inst, IrBlock *bb);
// Out of its block; it keeps its operands and uses and can be inserted again.
void ir_unlink(IrInst *inst);
void ir_move_before(IrInst *inst, IrInst *at);
// Out of its block for ever: operands are dropped; it must have no uses.
void ir_erase(IrInst *inst);
// Its uses go to `by`, its name too if `by` has none; then it is erased.
void ir_replace_erase(IrInst *inst, IrValue *by);
// NULL in a block of phis alone.
IrInst *ir_first_non_phi(const IrBlock *bb);
// A copy in function `into`, in no block yet: with the same operands, or with operands to be set.
IrInst *ir_inst_clone(IrFunc *into, const IrInst *source);
IrInst *ir_inst_clone_bare(IrFunc *into, const IrInst *source);
// ---- record.c: debug records -------------------------------------------------------------------

// A record before `at`, behind those that stand there; NULL: at the end of the block, which has no
// terminator yet. `value` may be any value that dominates it.
IrRecord *ir_record_new(IrBlock *bb, IrInst *at, IrRecordKind kind, IrValue *value, IrMd *var,
                        IrMd *expr, IrMd *loc);
// The same with n values (DIArgList).
IrRecord *ir_record_list(IrBlock *bb, IrInst *at, IrRecordKind kind, uint32_t n,
                         IrValue *const *value, IrMd *var, IrMd *expr, IrMd *loc);
// Copies the records before `inst` (or behind the last instruction: NULL) to the place before `at`
// or, with NULL, to the end of `bb`, whose function may be another. `copy` says what stands for a
// value.
void ir_records_copy(IrBlock *bb, IrInst *at, const IrRecord *records,
                     IrValue *(*copy)(void *data, IrValue *value), void *data);
// The value is about to go: records get what its operands still say of it, or poison.
void ir_records_lose(IrInst *inst);
// The same for an argument that goes, or becomes another value: nothing is left of it.
void ir_records_lose_arg(IrArg *arg);
// Marks the records of a block, or takes the marks away: those for which ir_records_move_others
// changes nothing. All others that name a value name `by` then (NULL: it is gone for them).
void ir_records_mark(IrBlock *bb, bool here);
void ir_records_move_others(IrFunc *fn, IrValue *value, IrValue *by);
// Nothing is tracked any more: the body that has records is about to be copied and freed.
void ir_records_untrack(IrFunc *fn);
// Takes those records away from before an instruction that shall not be kept.
void ir_records_keep(IrInst *inst, bool (*keep)(const void *data, const IrRecord *record),
                     const void *data);
// The records that name a value.
static inline IrRecordUse *ir_record_uses(const IrFunc *fn, const IrValue *named) {
    return named->recorded ? fn->recorded.at[named->recorded] : NULL;
}
// record_expr.c: the expression with the steps in front of it.
IrMd *ir_record_expression(IrModule *module, const IrRecord *record);
// The size of a variable (DILocalVariable) in bits; 0: its type does not say.
uint64_t ir_variable_bits(const IrModule *module, const IrMd *var);
// An expression for a piece of what another is for; NULL: that has no such piece.
IrMd *ir_expression_fragment(IrModule *module, const IrMd *expr, uint64_t bit, uint64_t bits);
// The operations and numbers of an expression: their number; at most `max` are written.
uint32_t ir_expression_ops(const IrModule *module, const IrMd *expr, uint32_t max, uint64_t *op);
// The records before an instruction in their order.
#define IR_FOREACH_RECORD(r, ring)                                                                 \
    for (IrRecord *r##_last = (ring), *r = r##_last ? r##_last->next : NULL; r;                    \
         r = r == r##_last ? NULL : r->next)

// Ids become dense again, in the order of the blocks.
void ir_func_renumber(IrFunc *fn);
// Copies all of src's blocks into dst behind its last block, through `map` (by src's value id and
// block id; preset arguments). Returns the copy of the entry. clone.c
typedef struct {
    IrValue **value; // nvalues entries
    IrBlock **block; // nblockids entries
} IrCloneMap;
IrBlock *ir_clone_body(IrFunc *dst, const IrFunc *src, IrCloneMap *map, Arena *scratch);
// An empty map for src's ids, in `scratch`.
void ir_clone_map_init(IrCloneMap *map, const IrFunc *src, Arena *scratch);
// A copy whose operands are mapped; in no block yet.
IrInst *ir_clone_inst_mapped(IrFunc *dst, const IrInst *source, const IrCloneMap *map);
// A function like another one but for its name, in the same module.
IrFunc *ir_func_clone(IrFunc *src, Atom name);

typedef struct {
    Atom name;
    uint8_t kind; // 0 any, 1 exactmatch, 2 largest, 3 nodeduplicate, 4 samesize
} IrComdat;
extern const char *const ir_comdat_kinds[5], *const ir_code_models[5];
struct IrModule {
    Ctx *ctx;
    Arena arena;
    Atom name, source_name, triple, datalayout;
    VEC(Atom) module_asm;    // lines
    VEC(Atom) scopes;        // synchronisation scopes of other targets
    VEC(IrComdat) comdats;   // in order of definition
    VEC(IrGlobal *) vars;    // in order; removed ones are gone
    VEC(IrFunc *) funcs;     // declarations and definitions in order
    VEC(IrGlobal *) aliases; // and ifuncs
    VEC(IrType *) named_types;
    struct {
        Atom name;
        VEC(IrMd *) ops;
    } * named_md_; // use ir_named_md
    uint32_t nnamed_md, cap_named_md;
    // common types
    IrType *ty_void, *ty_i1, *ty_i8, *ty_i16, *ty_i32, *ty_i64, *ty_i128, *ty_half, *ty_bfloat,
        *ty_float, *ty_double, *ty_fp128, *ty_ptr, *ty_label, *ty_metadata;
    struct Bc *reader;       // of a lazily read module
    struct IrIntern *intern; // tables of type.c, const.c, meta.c (ir_int.h)
    bool names_blocks;       // has or had constants that are addresses of blocks
    uint32_t short_ptr_as;   // bit n: pointers of address space n < 32 have 32 bits
};
#define IR_FOREACH_FUNC(f, m)                                                                      \
    for (uint32_t f##_i = 0; f##_i < (m)->funcs.n; f##_i++)                                        \
        for (IrFunc *f = (m)->funcs.at[f##_i]; f; f = NULL)

#include "ir/ir_build.h"

#endif
