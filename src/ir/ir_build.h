// SPDX-License-Identifier: Apache-2.0
// The second half of ir.h (included by it): constants, attributes, metadata, intrinsics, builder,
// folder, and the readers and writers.
#ifndef CUPRUM_IR_BUILD_H
#define CUPRUM_IR_BUILD_H

// ---- const.c: interned constants ---------------------------------------------------------------

// An integer: truncated to the type's width, zero extended above 64 bits (ir_sint: sign extended).
IrConst *ir_int(IrType *type, uint64_t v);
IrConst *ir_sint(IrType *type, int64_t v);
// The same of n words, least significant first; missing ones are 0.
IrConst *ir_int_words(IrModule *module, IrType *wanted, uint32_t n, const uint64_t *w);
// A number by its pattern of bits; `hi` counts for formats of more than 64 bits.
IrConst *ir_fp_bits(IrModule *module, IrType *wanted, uint64_t lo, uint64_t hi);
// A number rounded to nearest even into the type.
IrConst *ir_fp(IrModule *module, IrType *wanted, double v);
// Zero of any type: 0, 0.0, null, zeroinitializer.
IrConst *ir_null(IrModule *module, IrType *wanted);
IrConst *ir_undef(IrModule *module, IrType *wanted);
// blockaddress(@func, %bb).
IrConst *ir_block_address(IrModule *module, IrFunc *owner, IrBlock *bb);
// The block of an IR_C_BLOCKADDR, or its function, was removed.
bool ir_block_gone(const IrConst *address);
// What LLVM puts in its place: inttoptr (i32 1 to ptr).
IrConst *ir_no_block(IrModule *module, IrType *wanted);
// IR_C_DSO_LOCAL, IR_C_NO_CFI, IR_C_PTRAUTH with their n operands.
IrConst *ir_wrapped(IrModule *module, IrValueKind kind, IrType *wanted, uint32_t n,
                    IrConst *const *elem);
// The function in dso_local_equivalent and no_cfi; anything else as it is.
IrConst *ir_unwrapped(IrConst *constant);
IrConst *ir_poison(IrModule *module, IrType *wanted);
IrConst *ir_true(IrModule *module);
IrConst *ir_false(IrModule *module);
// Array, vector or struct; becomes zero, data, undef or poison where that is the canonical form.
IrConst *ir_agg(IrModule *module, IrType *wanted, uint32_t n, IrConst *const *elem);
// An array or vector of plain numbers by its n bytes, elements little endian; they are copied.
IrConst *ir_data(IrModule *module, IrType *wanted, const void *bytes, size_t n);
// [n x i8], with one more for a zero if asked for.
IrConst *ir_cstring(IrModule *module, const char *s, size_t n, bool add_nul);
// A vector of equal elements.
IrConst *ir_splat(IrModule *module, IrType *vec, IrConst *constant);
// Member i of an aggregate or vector constant; NULL if it is not known (expressions).
IrConst *ir_elem(IrModule *module, IrConst *constant, uint64_t i);
// The one element of a splat, or NULL.
IrConst *ir_splat_value(IrModule *module, IrConst *constant);
// Constant expressions (folded where possible). Those of LLVM 19: trunc ptrtoint inttoptr bitcast
// addrspacecast add sub mul xor getelementptr; others are not created, result NULL.
IrConst *ir_cexpr(IrModule *module, IrOp op, uint16_t flags, IrType *wanted, IrType *gep_src,
                  uint32_t n, IrConst *const *ops);
// The same of casts, address computations, and a number of bytes behind an address.
IrConst *ir_ccast(IrModule *module, IrOp op, IrConst *constant, IrType *target);
IrConst *ir_cgep(IrModule *module, IrType *src, IrConst *base, uint32_t n, IrConst *const *idx,
                 uint16_t flags);
IrConst *ir_cptradd(IrModule *module, IrConst *base, int64_t bytes, uint16_t flags);
// Inline assembly as the callee of calls of the function type.
IrAsm *ir_asm(IrModule *module, IrType *fty, Atom text, Atom constraints, bool side_effect);
// Metadata as an argument of a call.
IrMdValue *ir_md_as_value(IrModule *module, IrMd *wrapped);

// An integer of up to 64 bits that equals x.
static inline bool ir_is_int(const IrValue *value, uint64_t x) {
    return value->kind == IR_C_INT && value->type->bits <= 64 &&
           ((const IrConst *)value)->bits == x;
}
// All bits are zero: 0, +0.0, null, zeroinitializer.
bool ir_is_zero(const IrValue *value);
// All bits are one; integers and splats of them.
bool ir_is_all_ones(const IrValue *value);
// undef or poison.
bool ir_is_undef(const IrValue *value);
static inline bool ir_is_poison(const IrValue *value) {
    return value->kind == IR_C_POISON;
}
// The words of an IR_C_INT or IR_C_FP, least significant first.
static inline const uint64_t *ir_words(const IrConst *constant) {
    return constant->v.type->bits <= 64 ? &constant->bits : constant->words;
}
// The low 64 bits of an IR_C_INT, zero extended.
static inline uint64_t ir_uval(const IrConst *constant) {
    return constant->v.type->bits <= 64 ? constant->bits : constant->words[0];
}
// The same with the type's sign.
static inline int64_t ir_sval(const IrConst *constant) {
    uint32_t b = constant->v.type->bits;
    return b >= 64 ? (int64_t)ir_uval(constant) : (int64_t)(constant->bits << (64 - b)) >> (64 - b);
}

// Whether ir_uval, or ir_sval, is the whole value; false for what is no integer.
bool ir_fits_u64(const IrConst *constant);
bool ir_fits_i64(const IrConst *constant);

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
// The set with one more attribute: a flag, or with a number, type, text or string (key alone: value
// 0), which takes the place of an older one. Sets are never changed: these give another set.
const IrAttrSet *ir_attr_add(IrModule *module, const IrAttrSet *attrs, IrAttr a);
const IrAttrSet *ir_attr_add_int(IrModule *module, const IrAttrSet *attrs, IrAttr a, uint64_t v);
const IrAttrSet *ir_attr_add_type(IrModule *module, const IrAttrSet *attrs, IrAttr a, IrType *said);
const IrAttrSet *ir_attr_add_text(IrModule *module, const IrAttrSet *attrs, IrAttr a, Atom text);
const IrAttrSet *ir_attr_add_str(IrModule *module, const IrAttrSet *attrs, Atom key, Atom value);
// The set without an attribute, or without a string.
const IrAttrSet *ir_attr_remove(IrModule *module, const IrAttrSet *attrs, IrAttr attr);
const IrAttrSet *ir_attr_remove_str(IrModule *module, const IrAttrSet *attrs, Atom key);
// All of both; where both have a value, that of b.
const IrAttrSet *ir_attr_merge(IrModule *module, const IrAttrSet *attrs, const IrAttrSet *b);
static inline bool ir_attr_has(const IrAttrSet *attrs, IrAttr a) {
    return attrs && (attrs->bits[a / 64] >> a % 64 & 1);
}
// What an attribute says: its text (0 when absent), number (`absent` when absent), type (NULL), and
// the value of a string (0, which a key alone has too: ir_attr_has_str).
Atom ir_attr_text(const IrAttrSet *attrs, IrAttr a);
uint64_t ir_attr_int(const IrAttrSet *attrs, IrAttr a, uint64_t absent);
IrType *ir_attr_type(const IrAttrSet *attrs, IrAttr a);
bool ir_attr_has_str(const IrAttrSet *attrs, Atom key);
Atom ir_attr_str(const IrAttrSet *attrs, Atom key);
// The sets of a call or function: index -2 function, -1 return value, 0.. parameters.
enum { IR_AT_FN = -2, IR_AT_RET = -1 };
const IrAttrSet *ir_attrs_get(const IrAttrList *l, int at);
void ir_attrs_set(IrModule *module, IrAttrList *attr_list, int at, const IrAttrSet *attrs);
// Add an attribute to a function, at a place of its list.
void ir_fn_attr(IrFunc *fn, int at, IrAttr a);
void ir_fn_attr_int(IrFunc *fn, int at, IrAttr a, uint64_t v);
void ir_fn_attr_type(IrFunc *fn, int at, IrAttr a, IrType *said);
// Of the function itself: "nvvm.maxntid"="256,1,1".
void ir_fn_attr_str(IrFunc *fn, const char *key, const char *value);
// What a function says about subnormal numbers of single precision, for all of its instructions.
typedef enum { IR_SUBNORMALS_UNSAID, IR_SUBNORMALS_KEPT, IR_SUBNORMALS_FLUSHED } IrSubnormals;
IrSubnormals ir_func_subnormals(const IrFunc *fn);
static inline bool ir_fn_has(const IrFunc *fn, IrAttr a) {
    return ir_attr_has(fn->attrs.fn, a);
}
// The call has the attribute, or its callee does.
bool ir_call_has(const IrInst *call, int at, IrAttr a);
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
// What a function may do to memory, by its attributes; of a call its own and the callee's.
uint32_t ir_fn_memory(const IrFunc *fn);
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
// !"text", a constant, and i32 v as metadata.
IrMd *ir_md_string(IrModule *module, const char *s, size_t n);
IrMd *ir_md_value(IrModule *module, IrConst *constant);
IrMd *ir_md_int(IrModule *module, uint32_t v);
// A node of n operands (NULL: null), which are copied: equal ones are the same node. A distinct one
// is like no other, and its operands may be set later.
IrMd *ir_md_node(IrModule *module, uint32_t n, IrMd *const *op);
IrMd *ir_md_distinct(IrModule *module, uint32_t n, IrMd *const *op);
// A source position; `inlined_at` is where the scope's function was inlined, or NULL.
IrMd *ir_md_loc(IrModule *module, uint32_t line, uint32_t col, IrMd *scope, IrMd *inlined_at);
// A distinct copy: a place where something was inlined, each time another one.
IrMd *ir_md_loc_distinct(IrModule *module, const IrMd *like);
// A node of debug information of a tag, with its fields as they are to be written.
IrMd *ir_md_di(IrModule *module, const char *tag, bool distinct, uint32_t n,
               const IrDiField *fields);
// A field of it; NULL when absent, or when it is no such node.
const IrDiField *ir_md_field(const IrMd *di, Atom key);
// The node, text or number of a field of a node by its name; nothing where it is absent or of
// another kind.
const IrMd *ir_di_node(Ctx *ctx, const IrMd *di, const char *key);
Atom ir_di_text(Ctx *ctx, const IrMd *di, const char *key);
uint64_t ir_di_number(Ctx *ctx, const IrMd *di, const char *key);
// Whether it is such a node: "DISubprogram".
bool ir_di_is(Ctx *ctx, const IrMd *asked, const char *tag);
// The number of a word in a field, or words joined by '|': DW_TAG_member, DIFlagVector; 1 for true,
// 0 for false and what is not known.
uint64_t ir_di_word(Ctx *ctx, Atom word);
// Named metadata ("nvvm.annotations"): append an operand; count; read.
void ir_named_md_add(IrModule *module, Atom name, IrMd *op);
uint32_t ir_named_md_n(const IrModule *module, Atom name);
IrMd *ir_named_md_get(const IrModule *module, Atom name, uint32_t i);
// !llvm.module.flags gets !{i32 behaviour, !"key", value} (LangRef, "Module Flags Metadata").
void ir_module_flag(IrModule *module, uint32_t behaviour, const char *key, IrConst *value);
// Attachments by kind, NULL for none; setting NULL removes. !dbg of instructions is IrInst.dbg.
IrMd *ir_get_md(const IrInst *inst, Atom kind);
void ir_set_md(IrInst *inst, Atom kind, IrMd *attached);
// meta_keep.c: takes off what attachments no longer say truly, and attributes of the result with
// them.
void ir_md_retyped(IrInst *inst, const IrType *before); // the result has another type than before
void ir_md_speculated(IrInst *inst);                    // it runs where it might not have run
// It is used where `gone` was, and stands where it stood; NULL: where others were, too.
void ir_md_stands_for(IrInst *inst, const IrInst *gone);
void ir_global_set_md(IrGlobal *global, Atom kind, IrMd *attached);
IrMd *ir_global_get_md(const IrGlobal *global, Atom kind);

// ---- intrin.c ----------------------------------------------------------------------------------

typedef uint32_t IrIntrin; // IR_I_...: ir/intrin_id.h
enum {                     // IrIntrinRow.props
    IRI_NOMEM = 1 << 0,    // memory(none)
    IRI_READ = 1 << 1,     // reads only
    IRI_WRITE = 1 << 2,    // writes only; READ|WRITE both
    IRI_ARGMEM = 1 << 3,   // only what pointer arguments reach
    IRI_INACC = 1 << 4,    // only memory the program cannot name
    IRI_SPEC = 1 << 5,     // speculatable
    IRI_CONV = 1 << 6,     // convergent
    IRI_NORET = 1 << 7,
    IRI_NODUP = 1 << 8,
    IRI_EFFECT = 1 << 9,   // must stay though it touches no memory we model (trap, nanosleep)
    IRI_COMM = 1 << 10,    // first two arguments commute
    IRI_SYNC = 1 << 11,    // may synchronise with other threads
    IRI_UNIFORM = 1 << 12, // same value in all threads of a warp
    IRI_SLOW = 1 << 13,    // takes long: LLVM does not call it speculatable, though it is
    IRI_PURE = IRI_NOMEM | IRI_SPEC,
};
// (Texts stand in the row: a table of pointers would be written to when the library is loaded.)
typedef struct {
    uint32_t props;
    uint32_t immarg;          // bit n: argument n must be a constant
    uint64_t lo, hi;          // result range [lo, hi), hi 0 for none
    uint16_t min_sm, min_ptx; // 75, 63 ...; 0 for any
    char sig[28];             // see intrin.def
    char name[108];           // without overload suffix
} IrIntrinRow;
extern const IrIntrinRow ir_intrins[]; // sig is "" in the rows of families
// The declaration of an intrinsic, made on demand; one type per overloaded slot of its signature.
IrFunc *ir_intrinsic(IrModule *module, IrIntrin id, uint32_t n, IrType *const *overload);
// Finds id and overload types for a name and function type (0 if it is no known intrinsic or the
// type does not fit). `overload` has room for IR_MAX_OVERLOAD.
IrIntrin ir_intrinsic_find(IrModule *module, const char *name, size_t len, IrType *fty,
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
// Whether a name is one of a family's: then `found` says which, by its words.
bool ir_family_match(const char *name, size_t len, IrFamily *found);
// The nth word of a set in the name, as PTX spells it; NULL if there is none.
const char *ir_family_word(const IrFamily *f, char set, uint32_t nth);
// Registers of the fragments A and B of a matrix operation; false if it is none.
bool ir_family_fragments(const IrFamily *family, uint32_t *a, uint32_t *b);
// The k-th name that the rules make, for tests; false when there are no more.
bool ir_family_name(uint32_t k, Buf *out);
// The declaration of a member, by name; the caller knows its type.
IrFunc *ir_intrinsic_family(IrModule *module, IrIntrin id, Atom name, IrType *fty);
// Whether an IrIntrin is a row of families, which has no signature.
static inline bool ir_is_family(uint32_t id) {
    return id && !ir_intrins[id].sig[0];
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
// A cursor at the end of bb, which may be NULL and set later (ir_at_end).
IrBuilder ir_builder(IrFunc *fn, IrBlock *bb);
// A cursor before an instruction, with its position in the source.
static inline IrBuilder ir_builder_at(IrInst *before) {
    IrBlock *bb = before->block;
    return (IrBuilder){
        .m = bb->fn->g.m, .fn = bb->fn, .bb = bb, .before = before, .dbg = before->dbg};
}
static inline void ir_at_end(IrBuilder *builder, IrBlock *bb) {
    builder->bb = bb;
    builder->before = NULL;
}
static inline void ir_at_inst(IrBuilder *builder, IrInst *next) {
    builder->bb = next->block;
    builder->before = next;
}

// All constructors insert at the cursor and give the new instruction, or what it folds to. Types
// are the caller's to get right: the verifier finds mistakes.
//
// One constructor per binary operation and cast, generated: ir_add(b, x, y), ir_zext(b, x, type).
IrValue *ir_bin(IrBuilder *builder, IrOp op, uint16_t flags, IrValue *left, IrValue *right);
// The value itself when it has the type.
IrValue *ir_cast(IrBuilder *builder, IrOp op, uint16_t flags, IrValue *source, IrType *target);
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
// fneg; xor with ones; sub 0, value.
IrValue *ir_fneg(IrBuilder *builder, IrValue *number);
IrValue *ir_not(IrBuilder *builder, IrValue *inverted);
IrValue *ir_neg(IrBuilder *builder, IrValue *number);
// An integer to another width: trunc, sext or zext.
IrValue *ir_int_resize(IrBuilder *builder, IrValue *source, IrType *target, bool is_signed);
// icmp or fcmp, by the predicate.
IrValue *ir_cmp(IrBuilder *builder, IrPred pred, IrValue *left, IrValue *right);
IrValue *ir_select(IrBuilder *builder, IrValue *condition, IrValue *if_true, IrValue *if_false);
IrValue *ir_freeze(IrBuilder *builder, IrValue *frozen);
// A phi among those of the block, wherever the cursor is, with room for so many entries.
IrInst *ir_phi(IrBuilder *builder, IrType *merged, uint32_t expected);

// Terminators; `returned` NULL: ret void.
IrInst *ir_ret(IrBuilder *builder, IrValue *returned);
IrInst *ir_br(IrBuilder *builder, IrBlock *dest);
IrInst *ir_condbr(IrBuilder *builder, IrValue *condition, IrBlock *if_true, IrBlock *if_false);
// A switch has no cases at first.
IrInst *ir_switch(IrBuilder *builder, IrValue *condition, IrBlock *dflt);
void ir_switch_add(IrInst *sw, IrConst *value, IrBlock *dest);
IrInst *ir_indirectbr(IrBuilder *builder, IrValue *target, uint32_t n, IrBlock *const *dest);
IrInst *ir_unreachable(IrBuilder *builder);

// Alignments: 0 means the type's ABI alignment.
//
// One object, or `count` of them, at the cursor; the pointer is generic, or into space `as`.
IrInst *ir_alloca(IrBuilder *builder, IrType *allocated, uint32_t align);
IrInst *ir_alloca_n(IrBuilder *builder, IrType *allocated, IrValue *count, uint32_t align,
                    uint32_t as);
// One object behind the allocas at the start of the function, whatever the cursor.
IrInst *ir_entry_alloca(IrFunc *fn, IrType *allocated, uint32_t align, Atom name);
// Plain accesses; for others set flags, order and scope on the result.
IrInst *ir_load(IrBuilder *builder, IrType *loaded, IrValue *address, uint32_t align);
IrInst *ir_store(IrBuilder *builder, IrValue *stored, IrValue *address, uint32_t align);
// getelementptr with n indices, or one; `flags` IR_INBOUNDS and its like.
IrValue *ir_gep(IrBuilder *builder, IrType *src, IrValue *base, uint32_t n, IrValue *const *idx,
                uint16_t flags);
IrValue *ir_gep1(IrBuilder *builder, IrType *src, IrValue *base, IrValue *i, uint16_t flags);
// The address of a member of the structure at `base`, which is in bounds.
IrValue *ir_gep_member(IrBuilder *builder, IrType *agg, IrValue *base, uint32_t member);
// `bytes` behind an address: getelementptr i8.
IrValue *ir_ptradd(IrBuilder *builder, IrValue *base, IrValue *bytes, uint16_t flags);
IrValue *ir_ptradd_c(IrBuilder *builder, IrValue *base, int64_t bytes, uint16_t flags);
// Atomics, naturally aligned. The result of cmpxchg is { old value, i1 success }.
IrInst *ir_fence(IrBuilder *builder, IrOrder o, IrScope s);
IrInst *ir_cmpxchg(IrBuilder *builder, IrValue *address, IrValue *expected, IrValue *desired,
                   IrOrder ok, IrOrder fail, IrScope scope);
IrInst *ir_atomicrmw(IrBuilder *builder, IrRmwOp op, IrValue *address, IrValue *operand, IrOrder o,
                     IrScope s);

// Members of structures and arrays by n constant indices, which must exist; of vectors by any
// index.
IrValue *ir_extractvalue(IrBuilder *builder, IrValue *agg, uint32_t n, const uint32_t *idx);
IrValue *ir_insertvalue(IrBuilder *builder, IrValue *agg, IrValue *inserted, uint32_t n,
                        const uint32_t *idx);
static inline IrValue *ir_extract(IrBuilder *builder, IrValue *agg, uint32_t i) {
    return ir_extractvalue(builder, agg, 1, &i);
}
static inline IrValue *ir_insert(IrBuilder *builder, IrValue *agg, IrValue *inserted, uint32_t i) {
    return ir_insertvalue(builder, agg, inserted, 1, &i);
}
IrValue *ir_extractelement(IrBuilder *builder, IrValue *vector, IrValue *index);
IrValue *ir_insertelement(IrBuilder *builder, IrValue *vector, IrValue *element, IrValue *index);
// n elements of both vectors by their place in them, -1 for poison; the mask is copied.
IrValue *ir_shufflevector(IrBuilder *builder, IrValue *left, IrValue *right, uint32_t n,
                          const int32_t *mask);
// The next variable argument.
IrValue *ir_va_arg(IrBuilder *builder, IrValue *list, IrType *wanted);

// Calls are IrInst (value unused when void). The function's attributes are not copied.
IrInst *ir_call(IrBuilder *builder, IrType *fty, IrValue *callee, uint32_t n, IrValue *const *arg);
IrInst *ir_call_fn(IrBuilder *builder, IrFunc *fn, uint32_t n, IrValue *const *arg);
// An intrinsic by id: overload types are taken from the arguments (and `ret` where the overloaded
// slot is only in the result; else NULL). May fold.
IrValue *ir_call_intrin(IrBuilder *builder, IrIntrin id, IrType *ret, uint32_t n,
                        IrValue *const *arg);
#define IR_CALL(b, id, ret, ...)                                                                   \
    ir_call_intrin((b), (id), (ret), sizeof((IrValue *[]){__VA_ARGS__}) / sizeof(IrValue *),       \
                   (IrValue *[]){__VA_ARGS__})
// Adds a flag to the call's own list.
void ir_call_attr(IrInst *call, int at, IrAttr a);
// Raw: a new instruction not yet inserted (readers, cloning); operands NULL.
IrInst *ir_inst_new(IrFunc *fn, IrOp op, IrType *result, uint32_t nops);
// Inserts it at the cursor, with the builder's name and !dbg.
IrInst *ir_emit(IrBuilder *builder, IrInst *made);

// ---- fold.c: constant folding ------------------------------------------------------------------
// All return NULL when the result is not a constant (or cannot be known).

// A binary operation, cast, comparison or intrinsic on constants; fold.c says what is left alone.
IrConst *ir_fold_bin(IrModule *module, IrOp op, uint16_t flags, IrConst *left, IrConst *right);
IrConst *ir_fold_cast(IrModule *module, IrOp op, IrConst *constant, IrType *target);
IrConst *ir_fold_cmp(IrModule *module, IrPred pred, IrConst *left, IrConst *right);
IrConst *ir_fold_intrin(IrModule *module, IrIntrin id, IrType *result, uint32_t n,
                        IrConst *const *arg);
// Some value for undef and poison; else the constant itself.
IrConst *ir_freeze_const(IrModule *module, IrConst *constant);
// Any instruction whose operands are constants.
IrConst *ir_fold_inst(IrModule *module, const IrInst *folded);
// A load of the type at byte offset `off` of a constant initialiser.
IrConst *ir_fold_load(IrModule *module, IrConst *init, uint64_t off, IrType *loaded);
// The constant byte offset of a gep; false when not constant.
bool ir_gep_const_offset(const IrInst *gep, int64_t *off);
// Strips casts that keep the address, and constant geps (adding to *off), from a pointer.
IrValue *ir_strip_ptr(IrValue *value, int64_t *off);

// ---- print.c, parse.c, verify.c, link.c --------------------------------------------------------

// LLVM assembly, appended to `out`.
void ir_print_module(IrModule *module, Buf *out);
void ir_print_func(IrFunc *fn, Buf *out);
// One line, with names as in a function print; the instruction is in a block.
void ir_print_inst(const IrInst *inst, Buf *out);
// A value with its type.
void ir_print_value(const IrValue *value, Buf *out);
// The variable's definition, without a line end.
void ir_print_var(const IrGlobal *global, Buf *out);
void ir_print_type(const IrType *type, Buf *out);
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
// As ir_find, of any module; a library's function is made if need be.
IrGlobal *ir_library_find(IrModule *module, Atom name);
// Reads the function's body if that is still to be done; false after a diagnostic.
bool ir_materialize(IrFunc *fn);
// Nothing more will be read: the reader's memory is freed.
void ir_reader_free(IrModule *module);
// It is a definition, whether its body has been read or not.
static inline bool ir_has_body(const IrFunc *fn) {
    return fn->first || fn->body_at;
}
// Whether the bytes begin as bitcode does, wrapped or not.
bool ir_is_bitcode(const void *data, size_t n);
// Writes bitcode: for LLVM 15 and later, or in the dialect of LLVM 7 with typed pointers, which
// NVIDIA's libNVVM takes for compute_90 and below. False after a diagnostic: the dialect lacks
// something that the module uses.
typedef enum { IR_BC_MODERN, IR_BC_LLVM7 } IrBitcodeDialect;
bool ir_write_bitcode(IrModule *module, IrBitcodeDialect dialect, Buf *out);
typedef struct {
    Arena *arena;
    VEC(const char *) error; // "in function f, in block b: %x = add ...: message"
} IrVerifyResult;
// True when nothing is wrong; otherwise what is wrong is appended to the result, whose arena the
// caller gives.
bool ir_verify_func(IrFunc *fn, IrVerifyResult *verify_result);
bool ir_verify_module(IrModule *module, IrVerifyResult *verify_result);
// Refuses, with diagnostics, valid IR that no GPU code can be made of (target_check.c).
bool ir_check_target(IrModule *module);
// Moves what `src` defines into dst (LLVM's linker rules); false after a diagnostic.
enum {
    IR_LINK_ONLY_NEEDED = 1, // only symbols that dst uses, transitively
    IR_LINK_INTERNALIZE = 2, // what comes over becomes internal
    IR_LINK_LIBRARY = 4      // the first two, and no debug information: a device library
};
bool ir_link(IrModule *dst, IrModule *src, unsigned flags);
// Local constant variables with the same contents become one: for code that does not compare their
// addresses (link_merge.c).
void ir_merge_constants(IrModule *module);

#endif
