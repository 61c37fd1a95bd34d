// SPDX-License-Identifier: Apache-2.0
// Private to src/ir: the module's intern tables and their lock.
#ifndef CUPRUM_IR_INT_H
#define CUPRUM_IR_INT_H

#include "ir/ir.h"
#include "base/task.h"

// Every table here is written only under the lock while the module is in its parallel phase.
enum { IR_RECENT = 64 };
struct IrIntern {
    IrConst *recent[IR_RECENT]; // integers of up to 64 bits that were asked for last (const.c)
    bool shared;                // in the parallel phase
    bool old_exprs;             // ir_cexpr_old made some
    Arena *reader;              // the memory of IrModule.reader, which ir_reader_free frees
    VEC(IrType *) all_types;
    ConsSet types, consts, attrs, mds, strings, intrins;
    Map ints, ptrs; // by width; by address space
    IrType *other[IR_TY_TARGET - IR_TY_X86_FP80];
    Map named;   // struct name -> IrType
    Map symbols; // symbol -> IrGlobal
    Map suffix;  // name -> last number tried when making it unique
    uint32_t ntypes, nconsts, nattrs, nmds, norder;
    VEC(IrFunc *) pending; // intrinsics declared in the parallel phase, without a place yet
};

static inline void ir_lock(IrModule *module) {
    task_lock(module->ctx);
}
static inline void ir_unlock(IrModule *module) {
    task_unlock(module->ctx);
}

typedef struct {
    uint32_t alloca_as, globals_as, program_as;
    uint32_t short_ptr_as; // bit n: pointers of address space n have 32 bits
} IrDataLayout;
// NULL, or what is wrong with the string (datalayout.c).
const char *ir_datalayout_read(const char *s, size_t n, IrDataLayout *out);

// Whether the cast is possible between the types.
bool ir_cast_valid(IrOp op, IrType *from, IrType *to);
// Whether a binary operation has operands of the type.
bool ir_op_takes(IrOp op, IrType *type);
// The expression as it is, nothing folded, and such as LLVM 19 lacks too.
IrConst *ir_cexpr_raw(IrModule *module, IrOp op, IrType *wanted, uint32_t n, IrConst *const *ops,
                      uint16_t flags);
static inline uint32_t ir_const_depth(const IrConst *constant) {
    return constant->v.kind < IR_C_VAR ? constant->depth : 0; // a global is a leaf, and no IrConst
}
// upgrade_expr.c: constant expressions of older LLVMs. Flags: the predicate of comparisons; indices
// of extractvalue and insertvalue are further operands. They must be expanded after reading.
IrConst *ir_cexpr_old(IrModule *module, IrOp op, uint16_t flags, IrType *type, uint32_t n,
                      IrConst *const *ops);
// Instructions in place of those expressions; false after a diagnostic.
bool ir_expand_old(IrModule *module);
void ir_expand_old_func(IrFunc *fn);
// The types that a module always has.
void ir_types_init(IrModule *module);
// An unused spelling made of `base` and a number; `taken` is the table to look in.
Atom ir_unique_name(IrModule *module, const Map *taken, Atom base);
// The declaration of an intrinsic without overload types, if it has been made and takes these
// arguments (and gives `ret`, if that is given); NULL: ask ir_intrinsic.
IrFunc *ir_intrinsic_there(IrModule *module, IrIntrin id, const IrType *ret, uint32_t n,
                           IrValue *const *arg);
// The declaration gets its symbol and its place (func.c); the lock is held.
void ir_func_register(IrModule *module, IrFunc *fn, Atom name);
// Fill an object that was made when its name was first met (parse.c).
void ir_var_place(IrModule *module, IrGlobal *placed, Atom name, IrType *vty, uint32_t as,
                  IrLinkage l);
void ir_alias_place(IrModule *module, IrGlobal *placed, Atom name, IrType *vty, uint32_t as,
                    IrLinkage l);
void ir_func_init(IrModule *module, IrFunc *fn, IrType *fty, IrLinkage linkage);
// A declaration that was read: if it is an intrinsic it becomes one.
void ir_intrin_adopt(IrModule *module, IrFunc *fn);
// After reading: each intrinsic has one declaration.
void ir_intrin_settle(IrModule *module);
// Brings what old dialects wrote differently to the form of today, after reading (upgrade.c); of
// one function alone old declarations stay.
void ir_upgrade_func(IrFunc *fn);
void ir_upgrade(IrModule *module);
// upgrade_names.c: a declaration of an old name or form; what a call of it is now, or NULL
bool ir_upgrade_is_old_name(const IrFunc *fn);
IrValue *ir_upgrade_by_name(IrBuilder *builder, const IrInst *inst, const IrFunc *fn);
// upgrade_mode.c: intrinsics whose mode is a number, and wide integers in halves; NULL: not this
// call
bool ir_upgrade_is_mode(const char *name);
IrValue *ir_upgrade_mode(IrBuilder *builder, const IrInst *inst, const char *name);
IrValue *ir_upgrade_load(IrBuilder *builder, const IrInst *inst);
IrValue *ir_upgrade_pairs(IrBuilder *builder, const IrInst *inst);
IrValue *ir_upgrade_store(IrBuilder *builder, const IrInst *inst);
// Attachments of an instruction.
void ir_upgrade_metadata(IrModule *module, IrInst *inst);
// upgrade_nvvm.c: !nvvm.annotations, and calls of warp functions (NULL: it is none)
void ir_upgrade_annotations(IrModule *module);
IrValue *ir_upgrade_warp(IrBuilder *builder, IrInst *call, const char *callee);
// After bodies of structures were set in any order; false: a type contains itself.
bool ir_types_relayout(IrModule *module);
// Which address spaces have pointers of 32 bits (IrModule.short_ptr_as), also of types that are
// there already.
bool ir_types_set_pointers(IrModule *module, uint32_t short_ptr_as);
// value.c: the instruction, which leaves the function, uses nothing any more.
void ir_drop_operands(IrInst *inst);
// A block that was made before the function had a body goes to its end.
void ir_block_adopt(IrFunc *fn, IrBlock *bb);
// A function without name and place.
IrFunc *ir_func_alloc(IrModule *module, IrType *fty, IrLinkage l);
// The overload types of a call from its arguments and the result's type (NULL: not given); false if
// they do not fit. `slot` has room for IR_MAX_OVERLOAD.
bool ir_intrin_overload(IrModule *module, IrIntrin id, IrType *ret, uint32_t n, IrValue *const *arg,
                        IrType **slot, uint32_t *nslot);
// The attributes that the intrinsic's row promises.
void ir_intrin_set_attrs(IrModule *module, IrFunc *fn);
// The name for the overload types, in the arena.
char *ir_intrin_mangle(IrModule *module, IrIntrin id, uint32_t n, IrType *const *overload,
                       Arena *owner);

// The first attribute of the set that values of the type cannot have; IR_NATTRS: none.
IrAttr ir_attr_unfit(const IrAttrSet *attrs, const IrType *annotated);
// The set without such attributes.
const IrAttrSet *ir_attrs_fitting(IrModule *module, const IrAttrSet *attrs,
                                  const IrType *annotated);
// llvm.global_ctors of two fields gets the third (upgrade.c).
void ir_upgrade_ctors(IrModule *module);
enum { IR_ATTR_FLAG, IR_ATTR_NUM, IR_ATTR_TY, IR_ATTR_TEXT };
extern const uint8_t ir_attr_form[IR_NATTRS];
extern const uint8_t ir_attr_places[IR_NATTRS]; // 1 function, 2 return value, 4 parameter
extern const char *const ir_fmf_names[7];

// What an instruction has besides type, operands, call and metadata, for a copy in function `into`.
void ir_inst_copy_plain(IrFunc *into, IrInst *copy, const IrInst *from);

// ---- record.c ----
enum { // operations of expressions (DWARF 5, 7.7.1, and LLVM's own)
    IR_OP_DEREF = 0x06,
    IR_OP_CONSTU = 0x10,
    IR_OP_MINUS = 0x1c,
    IR_OP_PLUS_UCONST = 0x23,
    IR_OP_STACK_VALUE = 0x9f,
    IR_OP_FRAGMENT = 0x1000
};
// One ring of records behind another, in constant time.
IrRecord *ir_records_join(IrRecord *first, IrRecord *second);
// A record as the texts have it: `where` is a value as metadata, a DIArgList, or anything else for
// no value. Nodes may still be undefined: ir_records_check drops what is none in the end.
void ir_record_read(IrBlock *bb, IrInst *at, IrRecordKind kind, const IrMd *where, IrMd *var,
                    IrMd *expr, IrMd *loc);
void ir_records_check(IrFunc *fn);
// Records of a value name another one from now on.
void ir_records_replace(IrValue *old, IrValue *by);
#endif
