// SPDX-License-Identifier: Apache-2.0
// The second half of ir.h (included by it): constants, attributes, metadata, intrinsics, builder,
// folder, and the readers and writers.
#ifndef CUPRUM_IR_BUILD_H
#define CUPRUM_IR_BUILD_H

// ---- const.c: interned constants ---------------------------------------------------------------

IrConst *ir_int(IrType *t, uint64_t v); // truncated to the type's width (zero extended above 64)
IrConst *ir_sint(IrType *t, int64_t v); // sign extended above 64 bits
IrConst *ir_int_words(IrModule *m, IrType *t, uint32_t n, const uint64_t *w);
IrConst *ir_fp_bits(IrModule *m, IrType *t, uint64_t lo, uint64_t hi); // IEEE pattern
IrConst *ir_fp(IrModule *m, IrType *t, double v); // rounded to nearest even into t
IrConst *ir_null(IrModule *m, IrType *t);         // zero of any type: 0, 0.0, null, zeroinitializer
IrConst *ir_undef(IrModule *m, IrType *t);
IrConst *ir_block_address(IrModule *m, IrFunc *f, IrBlock *bb);
bool ir_block_gone(const IrConst *address);   // the block or its function was removed
IrConst *ir_no_block(IrModule *m, IrType *t); // what LLVM puts there: inttoptr (i32 1 to ptr)
// IR_C_DSO_LOCAL, IR_C_NO_CFI, IR_C_PTRAUTH.
IrConst *ir_wrapped(IrModule *m, IrValueKind kind, IrType *t, uint32_t n, IrConst *const *elem);
IrConst *ir_unwrapped(IrConst *c); // the function in dso_local_equivalent and no_cfi, else c
IrConst *ir_poison(IrModule *m, IrType *t);
IrConst *ir_true(IrModule *m);
IrConst *ir_false(IrModule *m);
// Array, vector or struct; becomes zero, data, undef or poison where that is the canonical form.
IrConst *ir_agg(IrModule *m, IrType *t, uint32_t n, IrConst *const *elem);
IrConst *ir_data(IrModule *m, IrType *t, const void *bytes,
                 size_t n); // element bytes, little endian
IrConst *ir_cstring(IrModule *m, const char *s, size_t n, bool add_nul); // [n x i8]
IrConst *ir_splat(IrModule *m, IrType *vec, IrConst *c);
IrConst *ir_elem(IrModule *m, IrConst *c, uint64_t i); // member of an aggregate constant, or NULL
IrConst *ir_splat_value(IrModule *m, IrConst *c);      // the one element of a splat, or NULL
// Constant expressions (folded where possible). Those of LLVM 19: trunc ptrtoint inttoptr bitcast
// addrspacecast add sub mul xor getelementptr; others are not created, result NULL.
IrConst *ir_cexpr(IrModule *m, IrOp op, uint16_t flags, IrType *t, IrType *gep_src, uint32_t n,
                  IrConst *const *ops);
IrConst *ir_ccast(IrModule *m, IrOp op, IrConst *c, IrType *t);
IrConst *ir_cgep(IrModule *m, IrType *src, IrConst *base, uint32_t n, IrConst *const *idx,
                 uint16_t flags);
IrConst *ir_cptradd(IrModule *m, IrConst *base, int64_t bytes, uint16_t flags);
IrAsm *ir_asm(IrModule *m, IrType *fty, Atom text, Atom constraints, bool side_effect);
IrMdValue *ir_md_as_value(IrModule *m, IrMd *md);

static inline bool ir_is_int(const IrValue *v, uint64_t x) { // integer of up to 64 bits equal to x
    return v->kind == IR_C_INT && v->type->bits <= 64 && ((const IrConst *)v)->bits == x;
}
bool ir_is_zero(const IrValue *v);     // all bits zero (0, +0.0, null, zeroinitializer)
bool ir_is_all_ones(const IrValue *v); // integers and splats of them
bool ir_is_undef(const IrValue *v);    // undef or poison
static inline bool ir_is_poison(const IrValue *v) {
    return v->kind == IR_C_POISON;
}
static inline const uint64_t *ir_words(const IrConst *c) { // of IR_C_INT, IR_C_FP
    return c->v.type->bits <= 64 ? &c->bits : c->words;
}
static inline uint64_t ir_uval(const IrConst *c) { // IR_C_INT, low 64 bits
    return c->v.type->bits <= 64 ? c->bits : c->words[0];
}
static inline int64_t ir_sval(const IrConst *c) { // IR_C_INT, low 64 bits with its sign
    uint32_t b = c->v.type->bits;
    return b >= 64 ? (int64_t)ir_uval(c) : (int64_t)(c->bits << (64 - b)) >> (64 - b);
}

bool ir_fits_u64(const IrConst *c);
bool ir_fits_i64(const IrConst *c);

// ---- attr.c ------------------------------------------------------------------------------------

typedef enum {
#define ATTR(id, text, places)      IR_ATTR_##id,
#define ATTR_INT(id, text, places)  IR_ATTR_##id,
#define ATTR_TYPE(id, text, places) IR_ATTR_##id,
#define ATTR_TEXT(id, text, places) IR_ATTR_##id,
#include "ir/attr.def"
    IR_NATTRS
} IrAttr;
_Static_assert(IR_NATTRS <= 128, "attribute bit set");
extern const char *const ir_attr_names[IR_NATTRS]; // spellings
typedef struct {
    uint8_t attr; // IrAttr
    union {
        uint64_t num; // ATTR_INT; ATTR_TEXT: the atom of what stands in the parentheses
        IrType *type;
    };
} IrAttrVal;
typedef struct {
    Atom key, value; // value 0: key alone
} IrAttrStr;
struct IrAttrSet {    // interned, immutable; NULL is the empty set
    uint64_t bits[2]; // 1 << IrAttr
    uint32_t nval, nstr, id;
    IrAttrVal *val; // sorted by attr
    IrAttrStr *str; // in order of first use of the key
};
const IrAttrSet *ir_attr_add(IrModule *m, const IrAttrSet *s, IrAttr a); // flags
const IrAttrSet *ir_attr_add_int(IrModule *m, const IrAttrSet *s, IrAttr a, uint64_t v);
const IrAttrSet *ir_attr_add_type(IrModule *m, const IrAttrSet *s, IrAttr a, IrType *t);
const IrAttrSet *ir_attr_add_text(IrModule *m, const IrAttrSet *s, IrAttr a, Atom text);
const IrAttrSet *ir_attr_add_str(IrModule *m, const IrAttrSet *s, Atom key, Atom value);
const IrAttrSet *ir_attr_remove(IrModule *m, const IrAttrSet *s, IrAttr a);
const IrAttrSet *ir_attr_remove_str(IrModule *m, const IrAttrSet *s, Atom key);
const IrAttrSet *ir_attr_merge(IrModule *m, const IrAttrSet *a,
                               const IrAttrSet *b); // union, b wins
static inline bool ir_attr_has(const IrAttrSet *s, IrAttr a) {
    return s && (s->bits[a / 64] >> a % 64 & 1);
}
Atom ir_attr_text(const IrAttrSet *s, IrAttr a); // 0 when absent
uint64_t ir_attr_int(const IrAttrSet *s, IrAttr a, uint64_t absent);
IrType *ir_attr_type(const IrAttrSet *s, IrAttr a); // NULL when absent
bool ir_attr_has_str(const IrAttrSet *s, Atom key);
Atom ir_attr_str(const IrAttrSet *s, Atom key); // 0 when absent
// The sets of a call or function: index -2 function, -1 return value, 0.. parameters.
enum { IR_AT_FN = -2, IR_AT_RET = -1 };
const IrAttrSet *ir_attrs_get(const IrAttrList *l, int at);
void ir_attrs_set(IrModule *m, IrAttrList *l, int at, const IrAttrSet *s);
void ir_fn_attr(IrFunc *f, int at, IrAttr a); // add a flag
void ir_fn_attr_int(IrFunc *f, int at, IrAttr a, uint64_t v);
void ir_fn_attr_type(IrFunc *f, int at, IrAttr a, IrType *t);
void ir_fn_attr_str(IrFunc *f, const char *key, const char *value); // "nvvm.maxntid"="256,1,1"
// What a function says about subnormal numbers of single precision, for all of its instructions.
typedef enum { IR_SUBNORMALS_UNSAID, IR_SUBNORMALS_KEPT, IR_SUBNORMALS_FLUSHED } IrSubnormals;
IrSubnormals ir_func_subnormals(const IrFunc *f);
static inline bool ir_fn_has(const IrFunc *f, IrAttr a) {
    return ir_attr_has(f->attrs.fn, a);
}
bool ir_call_has(const IrInst *call, int at, IrAttr a); // the call's own or its callee's
// memory(...): 2 bits per location (1 read, 2 write): argmem 0, inaccessiblemem 2, other 4.
enum {
    IR_MEM_NONE = 0,
    IR_MEM_READ = 0x15,
    IR_MEM_WRITE = 0x2A,
    IR_MEM_ANY = 0x3F,
    IR_MEM_ARG_READ = 1,
    IR_MEM_ARG_WRITE = 2,
    IR_MEM_ARG = 3,
    IR_MEM_INACC = 0xC
};
uint32_t ir_fn_memory(const IrFunc *f);
uint32_t ir_call_memory(const IrInst *call);

// ---- meta.c ------------------------------------------------------------------------------------

typedef enum {
    IR_MD_STRING, // !"text"
    IR_MD_VALUE,  // i32 1, ptr @f
    IR_MD_NODE,   // !{...}
    IR_MD_LOC,    // !DILocation(...)
    IR_MD_DI      // any other !DIxxx(field: value, ...): tag and fields as written
} IrMdKind;
typedef enum { IR_DI_MD, IR_DI_INT, IR_DI_UINT, IR_DI_STRING, IR_DI_WORD } IrDiKind;
typedef struct {
    Atom key; // 0 for positional (DIExpression)
    uint8_t kind;
    bool list; // md is a node written {...} (GenericDINode)
    union {
        IrMd *md; // NULL is null
        int64_t num;
        Atom text; // string, or bare words: DW_LANG_C99, "DIFlagA | DIFlagB", true
    };
} IrDiField;
struct IrMd {
    uint8_t kind;
    bool distinct;
    uint32_t n;  // operands, fields
    uint32_t id; // order of creation
    union {
        Atom text;     // STRING; DI: the tag ("DISubprogram")
        uint32_t line; // LOC
    };
    uint32_t column;
    union {
        IrMd **op; // NODE; NULL entries are null
        IrDiField *field;
        IrValue *value; // VALUE: a constant
        struct {
            IrMd *scope, *inlined_at;
        };
    };
};
IrMd *ir_md_string(IrModule *m, const char *s, size_t n);
IrMd *ir_md_value(IrModule *m, IrConst *c);
IrMd *ir_md_int(IrModule *m, uint32_t v);                       // i32 v
IrMd *ir_md_node(IrModule *m, uint32_t n, IrMd *const *op);     // uniqued
IrMd *ir_md_distinct(IrModule *m, uint32_t n, IrMd *const *op); // operands may be set later
IrMd *ir_md_loc(IrModule *m, uint32_t line, uint32_t col, IrMd *scope, IrMd *inlined_at);
IrMd *ir_md_loc_distinct(IrModule *m, const IrMd *like); // a place where something was inlined
IrMd *ir_md_di(IrModule *m, const char *tag, bool distinct, uint32_t n, const IrDiField *field);
const IrDiField *ir_md_field(const IrMd *di, Atom key); // NULL when absent
// Named metadata ("nvvm.annotations"): append an operand; count; read.
void ir_named_md_add(IrModule *m, Atom name, IrMd *op);
uint32_t ir_named_md_n(const IrModule *m, Atom name);
IrMd *ir_named_md_get(const IrModule *m, Atom name, uint32_t i);
void ir_module_flag(IrModule *m, uint32_t behaviour, const char *key, IrConst *value);
IrMd *ir_get_md(const IrInst *i, Atom kind);
void ir_set_md(IrInst *i, Atom kind, IrMd *md); // NULL removes
void ir_global_set_md(IrGlobal *g, Atom kind, IrMd *md);
IrMd *ir_global_get_md(const IrGlobal *g, Atom kind);

// ---- intrin.c ----------------------------------------------------------------------------------

typedef enum {
    IR_I_NONE,
#define INTRIN(id, name, sig, ...) IR_I_##id,
#include "ir/intrin.def"
#define ITEM(set, name, ptx, sm, version)
#define FAMILY(id, pattern, props, immarg, sm, version, form) IR_I_F_##id,
#include "ir/intrin_family.def"
    IR_NINTRINS
} IrIntrin;
enum {                   // IrIntrinRow.props
    IRI_NOMEM = 1 << 0,  // memory(none)
    IRI_READ = 1 << 1,   // reads only
    IRI_WRITE = 1 << 2,  // writes only; READ|WRITE both
    IRI_ARGMEM = 1 << 3, // only what pointer arguments reach
    IRI_INACC = 1 << 4,  // only memory the program cannot name
    IRI_SPEC = 1 << 5,   // speculatable
    IRI_CONV = 1 << 6,   // convergent
    IRI_NORET = 1 << 7,
    IRI_NODUP = 1 << 8,
    IRI_EFFECT = 1 << 9,   // must stay though it touches no memory we model (trap, nanosleep)
    IRI_COMM = 1 << 10,    // first two arguments commute
    IRI_SYNC = 1 << 11,    // may synchronise with other threads
    IRI_UNIFORM = 1 << 12, // same value in all threads of a warp
    IRI_SLOW = 1 << 13,    // takes long: LLVM does not call it speculatable, though it is
    IRI_PURE = IRI_NOMEM | IRI_SPEC,
};
typedef struct {
    const char *name; // without overload suffix
    const char *sig;  // see intrin.def
    uint32_t props;
    uint32_t immarg;          // bit n: argument n must be a constant
    uint64_t lo, hi;          // result range [lo, hi), hi 0 for none
    uint16_t min_sm, min_ptx; // 75, 63 ...; 0 for any
} IrIntrinRow;
extern const IrIntrinRow ir_intrins[IR_NINTRINS]; // sig is NULL in the rows of families
// The declaration of an intrinsic, made on demand; one type per overloaded slot of its signature.
IrFunc *ir_intrinsic(IrModule *m, IrIntrin id, uint32_t n, IrType *const *overload);
// Finds id and overload types for a name and function type (0 if it is no known intrinsic or the
// type does not fit).
IrIntrin ir_intrinsic_find(IrModule *m, const char *name, size_t len, IrType *fty,
                           IrType **overload, uint32_t *n);
enum { IR_MAX_OVERLOAD = 6 };

// ---- intrin_family.c: intrinsics whose names follow a rule (intrin_family.def) ----
// A declaration belongs to a row IR_I_F_*; its name says which member it is.
enum {
    IR_FAMILY_WORDS = 6,
    IR_SM_FEATURE = 0x8000 // in a minimum SM: no number, but a feature of base/target.def
};
typedef struct IrFamily {
    uint16_t id;          // IR_I_F_*
    uint16_t sm, version; // minimum of the row and of all words; IR_SM_FEATURE
    uint32_t n;
    char set[IR_FAMILY_WORDS];
    uint16_t word[IR_FAMILY_WORDS];
    const char *form; // PTX
} IrFamily;
bool ir_family_match(const char *name, size_t len, IrFamily *f);
const char *ir_family_word(const IrFamily *f, char set, uint32_t nth); // in PTX, or NULL
bool ir_family_fragments(const IrFamily *f, uint32_t *a, uint32_t *b);
bool ir_family_name(uint32_t k, Buf *out);
// The declaration of a member, by name; the caller knows its type.
IrFunc *ir_intrinsic_family(IrModule *m, IrIntrin id, Atom name, IrType *fty);
static inline bool ir_is_family(uint32_t id) {
    return id && !ir_intrins[id].sig;
}

// ---- build.c: the builder ----------------------------------------------------------------------

typedef struct IrBuilder {
    IrModule *m;
    IrFunc *fn;
    IrBlock *bb;    // current block
    IrInst *before; // insert before this one; NULL: at the end of bb
    IrMd *dbg;      // !dbg for new instructions
    Atom name;      // name of the next value created (then cleared)
    uint8_t fmf;    // fast-math flags for new floating-point instructions
    bool no_fold;
} IrBuilder;
IrBuilder ir_builder(IrFunc *f, IrBlock *bb); // at the end of bb (may be NULL, set later)
IrBuilder ir_builder_at(IrInst *before);      // takes its !dbg too
static inline void ir_at_end(IrBuilder *b, IrBlock *bb) {
    b->bb = bb;
    b->before = NULL;
}
static inline void ir_at_inst(IrBuilder *b, IrInst *i) {
    b->bb = i->block;
    b->before = i;
}

// One constructor per binary operation and cast, generated: ir_add(b, x, y), ir_zext(b, x, type).
IrValue *ir_bin(IrBuilder *b, IrOp op, uint16_t flags, IrValue *x, IrValue *y);
IrValue *ir_cast(IrBuilder *b, IrOp op, uint16_t flags, IrValue *x, IrType *t); // x when same type
#define OP(id, text, ...)
#define BINOP(id, text, ...)                                                                       \
    static inline IrValue *ir_##text(IrBuilder *b, IrValue *x, IrValue *y) {                       \
        return ir_bin(b, IR_##id, 0, x, y);                                                        \
    }
#define CAST(id, text, ...)                                                                        \
    static inline IrValue *ir_##text(IrBuilder *b, IrValue *x, IrType *t) {                        \
        return ir_cast(b, IR_##id, 0, x, t);                                                       \
    }
#include "ir/op.def"
#undef BINOP
#undef CAST
IrValue *ir_fneg(IrBuilder *b, IrValue *x);
IrValue *ir_not(IrBuilder *b, IrValue *x);
IrValue *ir_neg(IrBuilder *b, IrValue *x);                                   // sub 0, x
IrValue *ir_int_resize(IrBuilder *b, IrValue *x, IrType *t, bool is_signed); // trunc, sext, zext
IrValue *ir_cmp(IrBuilder *b, IrPred p, IrValue *x, IrValue *y);             // icmp or fcmp
IrValue *ir_select(IrBuilder *b, IrValue *c, IrValue *t, IrValue *f);
IrValue *ir_freeze(IrBuilder *b, IrValue *x);
IrInst *ir_phi(IrBuilder *b, IrType *t, uint32_t expected); // goes to the start of the block

IrInst *ir_ret(IrBuilder *b, IrValue *v); // NULL: ret void
IrInst *ir_br(IrBuilder *b, IrBlock *dest);
IrInst *ir_condbr(IrBuilder *b, IrValue *c, IrBlock *t, IrBlock *f);
IrInst *ir_switch(IrBuilder *b, IrValue *v, IrBlock *dflt);
void ir_switch_add(IrInst *sw, IrConst *value, IrBlock *dest);
IrInst *ir_indirectbr(IrBuilder *b, IrValue *p, uint32_t n, IrBlock *const *dest);
IrInst *ir_unreachable(IrBuilder *b);

// Alignments: 0 means the type's ABI alignment.
IrInst *ir_alloca(IrBuilder *b, IrType *t, uint32_t align); // in the current place; generic pointer
IrInst *ir_alloca_n(IrBuilder *b, IrType *t, IrValue *count, uint32_t align, uint32_t as);
IrInst *ir_entry_alloca(IrFunc *f, IrType *t, uint32_t align, Atom name); // among the entry's first
IrInst *ir_load(IrBuilder *b, IrType *t, IrValue *p,
                uint32_t align); // set flags/order on the result
IrInst *ir_store(IrBuilder *b, IrValue *v, IrValue *p, uint32_t align);
IrValue *ir_gep(IrBuilder *b, IrType *src, IrValue *base, uint32_t n, IrValue *const *idx,
                uint16_t flags);
IrValue *ir_gep1(IrBuilder *b, IrType *src, IrValue *base, IrValue *i, uint16_t flags);
IrValue *ir_gep_member(IrBuilder *b, IrType *agg, IrValue *base, uint32_t member); // inbounds
IrValue *ir_ptradd(IrBuilder *b, IrValue *base, IrValue *bytes, uint16_t flags);   // gep i8
IrValue *ir_ptradd_c(IrBuilder *b, IrValue *base, int64_t bytes, uint16_t flags);
IrInst *ir_fence(IrBuilder *b, IrOrder o, IrScope s);
IrInst *ir_cmpxchg(IrBuilder *b, IrValue *p, IrValue *cmp, IrValue *val, IrOrder ok, IrOrder fail,
                   IrScope s);
IrInst *ir_atomicrmw(IrBuilder *b, IrRmwOp op, IrValue *p, IrValue *v, IrOrder o, IrScope s);

IrValue *ir_extractvalue(IrBuilder *b, IrValue *agg, uint32_t n, const uint32_t *idx);
IrValue *ir_insertvalue(IrBuilder *b, IrValue *agg, IrValue *v, uint32_t n, const uint32_t *idx);
static inline IrValue *ir_extract(IrBuilder *b, IrValue *agg, uint32_t i) {
    return ir_extractvalue(b, agg, 1, &i);
}
static inline IrValue *ir_insert(IrBuilder *b, IrValue *agg, IrValue *v, uint32_t i) {
    return ir_insertvalue(b, agg, v, 1, &i);
}
IrValue *ir_extractelement(IrBuilder *b, IrValue *v, IrValue *i);
IrValue *ir_insertelement(IrBuilder *b, IrValue *v, IrValue *x, IrValue *i);
IrValue *ir_shufflevector(IrBuilder *b, IrValue *x, IrValue *y, uint32_t n, const int32_t *mask);
IrValue *ir_va_arg(IrBuilder *b, IrValue *list, IrType *t);

// Calls are IrInst (value unused when void). The function's attributes are not copied.
IrInst *ir_call(IrBuilder *b, IrType *fty, IrValue *callee, uint32_t n, IrValue *const *arg);
IrInst *ir_call_fn(IrBuilder *b, IrFunc *f, uint32_t n, IrValue *const *arg);
// An intrinsic by id: overload types are taken from the arguments (and `ret` where the overloaded
// slot is only in the result; else NULL). May fold.
IrValue *ir_call_intrin(IrBuilder *b, IrIntrin id, IrType *ret, uint32_t n, IrValue *const *arg);
#define IR_CALL(b, id, ret, ...)                                                                   \
    ir_call_intrin((b), (id), (ret), sizeof((IrValue *[]){__VA_ARGS__}) / sizeof(IrValue *),       \
                   (IrValue *[]){__VA_ARGS__})
void ir_call_attr(IrInst *call, int at, IrAttr a); // adds a flag to the call's own list
// Raw: a new instruction not yet inserted (readers, cloning); operands NULL.
IrInst *ir_inst_new(IrFunc *f, IrOp op, IrType *t, uint32_t nops);
IrInst *ir_emit(IrBuilder *b, IrInst *i); // inserts at the cursor, gives name and !dbg

// ---- fold.c: constant folding ------------------------------------------------------------------
// All return NULL when the result is not a constant (or cannot be known).

IrConst *ir_fold_bin(IrModule *m, IrOp op, uint16_t flags, IrConst *x, IrConst *y);
IrConst *ir_fold_cast(IrModule *m, IrOp op, IrConst *x, IrType *t);
IrConst *ir_fold_cmp(IrModule *m, IrPred p, IrConst *x, IrConst *y);
IrConst *ir_fold_intrin(IrModule *m, IrIntrin id, IrType *t, uint32_t n, IrConst *const *arg);
IrConst *ir_freeze_const(IrModule *m, IrConst *c); // some value for undef; else itself
// Any instruction whose operands are constants.
IrConst *ir_fold_inst(IrModule *m, const IrInst *i);
// A load of type t at byte offset `off` of a constant initialiser.
IrConst *ir_fold_load(IrModule *m, IrConst *init, uint64_t off, IrType *t);
// The constant byte offset of a gep; false when not constant.
bool ir_gep_const_offset(const IrInst *gep, int64_t *off);
// Strips casts that keep the address, and constant geps (adding to *off), from a pointer.
IrValue *ir_strip_ptr(IrValue *p, int64_t *off);

// ---- print.c, parse.c, verify.c, link.c --------------------------------------------------------

void ir_print_module(IrModule *m, Buf *out);
void ir_print_func(IrFunc *f, Buf *out);
void ir_print_inst(const IrInst *i, Buf *out);   // one line, names as in a function print
void ir_print_value(const IrValue *v, Buf *out); // with its type
void ir_print_var(const IrGlobal *g, Buf *out);  // the variable's definition, without a line end
void ir_print_type(const IrType *t, Buf *out);
// Reads LLVM assembly. Errors are diagnostics; NULL when there was one.
IrModule *ir_parse(Ctx *ctx, const char *name, const char *text, size_t n);
// Reads LLVM bitcode, LLVM 3 to 21. Errors as ir_parse.
IrModule *ir_read_bitcode(Ctx *ctx, const char *name, const void *data, size_t n);
// The same without function bodies: those come when asked for, without local names, and nothing is
// upgraded (call ir_upgrade). `data` must live as long as the module. Until ir_reader_free or
// ir_module_free the module may be linked from (ir_link reads what it takes), nothing else.
IrModule *ir_read_bitcode_lazy(Ctx *ctx, const char *name, const void *data, size_t n);
// The same for ir_link with IR_LINK_LIBRARY only: functions too are made when something refers to
// them or ir_library_find asks.
IrModule *ir_read_bitcode_library(Ctx *ctx, const char *name, const void *data, size_t n);
IrGlobal *ir_library_find(IrModule *m, Atom name); // as ir_find, of any module
bool ir_materialize(IrFunc *f);                    // false after a diagnostic
void ir_reader_free(IrModule *m);
static inline bool ir_has_body(const IrFunc *f) { // read or not
    return f->first || f->body_at;
}
bool ir_is_bitcode(const void *data, size_t n); // by its first bytes
// Writes bitcode: for LLVM 15 and later, or in the dialect of LLVM 7 with typed pointers, which
// NVIDIA's libNVVM takes for compute_90 and below. False after a diagnostic: the dialect lacks
// something that the module uses.
typedef enum { IR_BC_MODERN, IR_BC_LLVM7 } IrBitcodeDialect;
bool ir_write_bitcode(IrModule *m, IrBitcodeDialect dialect, Buf *out);
typedef struct {
    Arena *arena;
    VEC(const char *) error; // "in function f, in block b: %x = add ...: message"
} IrVerifyResult;
bool ir_verify_func(IrFunc *f, IrVerifyResult *r); // true when good
bool ir_verify_module(IrModule *m, IrVerifyResult *r);
// Refuses, with diagnostics, valid IR that no GPU code can be made of (target_check.c).
bool ir_check_target(IrModule *m);
// Moves what `src` defines into dst (LLVM's linker rules); false after a diagnostic.
enum {
    IR_LINK_ONLY_NEEDED = 1, // only symbols that dst uses, transitively
    IR_LINK_INTERNALIZE = 2, // what comes over becomes internal
    IR_LINK_LIBRARY = 4      // the first two, and no debug information: a device library
};
bool ir_link(IrModule *dst, IrModule *src, unsigned flags);
// Local constant variables with the same contents become one: for code that does not compare their
// addresses (link_merge.c).
void ir_merge_constants(IrModule *m);

#endif
