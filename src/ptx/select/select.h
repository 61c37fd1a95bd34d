// SPDX-License-Identifier: Apache-2.0
// select.h: instruction selection: instructions of the IR to PTX machine form.
//
// A value of any first-class IR type is a list of PARTS, one PTX operand each: aggregates and
// vectors are flattened, i128 is two 64-bit parts (low first), everything else one part. Parts are
// registers, or immediates and other values' registers where no instruction is needed
// (extractvalue, bitcast between like classes, constants): an SSA value never changes, and the
// copies that feed phis stand on edges of their own (critical edges are split before), so sharing
// registers is safe.
//
// Integers narrower than their register (i8 and odd widths) have UNSPECIFIED bits above their
// width; operations whose result depends on those bits extend first (sel_ext).
#ifndef CUPRUM_PTX_SELECT_SELECT_H
#define CUPRUM_PTX_SELECT_SELECT_H

#include "ir/ir.h"
#include "ptx/form/form.h"
#include "ptx/options.h"
#include "ptx/form/op.h"

enum { SEL_MAX_PARTS = 4096 };

typedef enum { // register class of a part, column of the rule tables
    SC_I1,
    SC_I16, // up to 16 bits
    SC_I32,
    SC_I64,
    SC_F16,
    SC_BF16,
    SC_F32,
    SC_F64,
    SC_COUNT
} SelClass;

typedef struct SelPart { // one part of a type
    uint8_t cls;         // SelClass
    uint16_t bits;       // width of the value in it
    uint64_t off;        // byte offset in memory
} SelPart;

typedef struct SelParts {
    SelPart *at;
    uint32_t n;
} SelParts;

typedef struct SelLines SelLines;         // debug/line.c: of the module
typedef struct SelFuncLines SelFuncLines; // of a function
typedef struct SelPlaces SelPlaces;       // debug/dwarf.h: its scopes and variables in the code
typedef struct SelPlacing SelPlacing;     // debug/place.c: while they are found
typedef struct SelRecent {
    const IrType *type;
    SelParts *parts;
} SelRecent;

// What functions share. Threads select from copies of it, in which only `parts` and `recent`
// change; the rest is written before and after (codegen/order.c).
typedef struct SelModule {
    Ctx *ctx;
    Arena *a; // of parts
    IrModule *m;
    PtxModule *pm;
    const PtxOptions *o;
    uint32_t forms_version;  // of PTX: no instruction has a form that came later
    Map symbols;             // IrGlobal* -> symbol + 1
    Map parts;               // IrType* -> SelParts*
    SelRecent recent[16];    // of those that were asked for, by the last bits of the type's id
    Map names;               // legalised names in use: Atom -> 1
    Map handles;             // texture, surface and sampler references -> PTX type
    Map busy;                // variables whose initialiser is being looked at
    IrModule *library;       // the embedded device library, once something needs it
    SelLines *lines;         // NULL: none are asked for
    VEC(SelPlaces *) places; // of functions with lines, for debugging entries
    uint32_t ncallseq, nlabel, ndepot, nplace;
} SelModule;

// What a function's code names by numbers of its own, until all functions before it stand
// (codegen/order.c).
typedef struct SelLater {
    VEC(IrGlobal *) symbol; // without a symbol yet: operands have SEL_LATER + index
    Map symbol_index;       // IrGlobal* -> index + 1
    VEC(IrFunc *) kernel;   // named by the code
    VEC(uint32_t) label;    // their names get a number
    uint32_t ncall;         // calls; their sequence numbers begin with 0
    uint32_t depot;         // PtxFunc.var of the frame, UINT32_MAX: none
    SelFuncLines *lines;    // NULL: none are asked for
    SelPlaces *places;      // NULL: no debugging entries
} SelLater;
enum { SEL_LATER = 1 << 30 };

typedef struct SelAddr { // an address operand
    PtxOpnd o;           // MREG or MSYM with its offset
    uint8_t space;       // PTX_SPACE_* value, 0: generic
} SelAddr;

typedef struct Sel {
    SelModule *g;
    Ctx *ctx;
    PtxFunc *f;
    IrFunc *fn;
    SelLater *later;
    Arena *a;      // scratch, lives for this function
    PtxOpnd **val; // by value id: parts, NULL before definition
    uint32_t nval;
    uint8_t *folded; // by value id: SEL_FOLDED, emitted inside its users only; SEL_EXTENDED
    uint32_t nfolded;
    uint32_t *label; // by block id
    Map frame;       // alloca or byval argument -> offset + 1 in the frame
    Map families;    // declaration -> IrFamily *, of those that are members of one
    uint64_t frame_size;
    uint32_t frame_align;
    bool frame_held; // sel_frame_is_held
    PtxReg sp, spl;
    uint32_t *param_var;   // by argument: PtxFunc.var
    bool *param_direct;    // by argument: byval and only loaded from: stays in .param space
    Map kept, kept_shared; // constants that took instructions -> parts: in this block, everywhere
    Map kept_immediates;   // sel_kept_in_reg: constant -> register, in this block
    Map extended;          // register of 64 bits -> that of 32 that it extends, + 1, in this block
    Map kept_products;     // index and size of an element -> their product, in this block
    Map whole;             // call of a family -> its results' registers, small vectors in one each
    VEC(PtxInst) prologue; // what stands at the function's start
    bool ftz;              // subnormals of single precision become zero
    SelPlacing *placing;   // NULL: no debugging entries are made
    IrInst *at;            // instruction being selected, for diagnostics
    // Selects any instruction but phis and terminators (codegen/codegen.c's table): the one way up,
    // for sel_inst_value only.
    void (*select)(struct Sel *sel, IrInst *inst);
} Sel;

// Whether the target and the version of PTX have an instruction or form (base/target.def).
static inline bool sel_has(const SelModule *sel_module, TargetFeature feature) {
    return target_has(sel_module->o->target, feature) &&
           target_feature_ptx(feature) <= sel_module->forms_version;
}

// By the option, or because `fn` itself says so.
static inline bool sel_func_ftz(const SelModule *sel_module, const IrFunc *fn) {
    return sel_module->o->fp.ftz || ir_func_subnormals(fn) == IR_SUBNORMALS_FLUSHED;
}

// ---- select/value.c: parts, operands, constants -------------------------------------------------
SelParts *sel_parts(SelModule *sel_module, IrType *type);
PtxType sel_reg_type(SelClass c);              // register type of a class
PtxType sel_bits_type(SelClass c);             // .b type for moves and logic
PtxOpnd *sel_opnds(Sel *sel, IrValue *wanted); // all parts; emits what constants need
PtxOpnd sel_use(Sel *sel, IrValue *used);      // the only part; an immediate where PTX takes one
PtxReg sel_reg(Sel *sel, IrValue *used);       // the only part in a register
PtxOpnd sel_in_reg(Sel *sel, PtxOpnd opnd, SelClass class);
// The only part `opnd` of a value for what reads it in a register and never writes that: a constant
// is moved there once in a block.
PtxOpnd sel_kept_in_reg(Sel *sel, IrValue *used, PtxOpnd opnd, SelClass class);
PtxOpnd *sel_new(Sel *sel, uint32_t n); // array of n operands
PtxOpnd **sel_slot(Sel *sel, const IrValue *kept);
enum { SEL_FOLDED = 1, SEL_EXTENDED };
static inline bool sel_is(const Sel *sel, const IrValue *value,
                          uint8_t what) { // constants have other ids
    return value->kind == IR_V_INST && value->id < sel->nfolded && sel->folded[value->id] == what;
}
static inline bool sel_is_folded(const Sel *sel, const IrValue *value) {
    return sel_is(sel, value, SEL_FOLDED);
}
// A load that gives its extension (select/narrow.c).
static inline bool sel_is_extended(const Sel *sel, const IrValue *value) {
    return sel_is(sel, value, SEL_EXTENDED);
}
PtxOpnd *sel_def(Sel *sel, IrInst *defined); // new registers for the result
void sel_set(Sel *sel, IrInst *defined, PtxOpnd *parts);
PtxReg sel_tmp(Sel *sel, SelClass c);
SelClass sel_class(Sel *sel, IrType *type); // of a one-part type
uint32_t sel_symbol(SelModule *sel_module, IrGlobal *named);
PtxOpnd sel_const_part(Sel *sel, SelPart part, uint64_t bits);
void sel_error(Sel *sel, const char *what);
// An integer operand extended to its whole register (or to `to` bits), zero or sign.
PtxOpnd sel_ext(Sel *sel, IrValue *operand, bool sign);
bool sel_is_clean_byte(const Sel *sel,
                       const IrValue *operand); // zero above its 8 bits as it stands
PtxOpnd sel_narrow(Sel *sel, PtxOpnd opnd, SelClass class, uint32_t bits,
                   bool sign); // fills above `bits`
PtxOpnd sel_resize(Sel *sel, PtxOpnd opnd, SelClass from, uint32_t bits, SelClass to, bool sign);

// The parts of a pure instruction computed here and now (constant expressions, folded values).
PtxOpnd *sel_inst_value(Sel *sel, IrInst *folded);

// What the function's code takes from the module gets its number later (codegen/order.c).
// A symbol for an operand of the function's code.
uint32_t sel_ref(Sel *sel, IrGlobal *symbol);
// A label whose name is `base` and a number that no other has.
uint32_t sel_numbered_label(Sel *sel, const char *base);

// ---- select/op.c, select/cast.c, select/wide.c --------------------------------------------------
bool sel_arith(Sel *sel, IrInst *inst);
void sel_compare(Sel *sel, IrInst *comparison);
void sel_select(Sel *sel, IrInst *choice);
void sel_cast(Sel *sel, IrInst *cast);
void sel_vector_op(Sel *sel, IrInst *inst);
bool sel_wide_arith(Sel *sel, IrInst *inst); // 128-bit integers
PtxOpnd sel_wide_compare(Sel *sel, IrInst *comparison);
PtxOpnd sel_fbinary(Sel *sel, IrOp op, SelClass class, PtxOpnd opnd, PtxOpnd operand,
                    bool contract);
void sel_bitcast_parts(Sel *sel, IrType *from, const PtxOpnd *in, IrType *to, PtxOpnd *out);
PtxOpnd sel_f32_to_bf16(Sel *sel, PtxOpnd opnd);
// f, cut off towards 0, made odd where `inexact` says so: rounded to fewer bits it gives what the
// exact value would (round to odd: Boldo and Melquiond, "Emulation of FMA and correctly rounded
// sums", 2008).
PtxOpnd sel_odd_float(Sel *sel, PtxOpnd opnd, PtxOpnd inexact);
PtxOpnd sel_f_to_f(Sel *sel, PtxOpnd opnd, SelClass from, SelClass to);

// ---- select/mem.c -------------------------------------------------------------------------------
// PTX takes signed 32-bit displacements.
static inline bool sel_fits_displacement(int64_t offset) {
    return offset >= -(1ll << 31) && offset < (1ll << 31);
}
// The address `pointer` as base and displacement, in the most specific space that its definition
// shows.
SelAddr sel_addr(Sel *sel, IrValue *pointer);
// The address of a place in the frame as one of local memory, from %SPL: ptxas follows that.
bool sel_local_address(Sel *sel, IrValue *pointer, PtxOpnd *out);
// A by-value parameter of a kernel becomes an address of the parameter space.
bool sel_is_param_cast(const IrInst *inst);
uint8_t sel_space_mod(uint32_t as); // PTX_SPACE_* of an IR address space; 0: generic
void sel_load(Sel *sel, IrInst *load);
void sel_store(Sel *sel, IrInst *store);
void sel_gep(Sel *sel, IrInst *step);
void sel_alloca(Sel *sel, IrInst *allocation);
void sel_atomicrmw(Sel *sel, IrInst *atomic);
void sel_cmpxchg(Sel *sel, IrInst *exchange);
void sel_fence(Sel *sel, IrInst *ordering);
void sel_ldu(Sel *sel, IrInst *call); // llvm.nvvm.ldu.global.*
void sel_frame(Sel *sel);
// select/held.c: ptxas had better not hold the frame in registers
bool sel_frame_is_held(Sel *sel);
void sel_load_parts(Sel *sel, SelAddr addr, SelParts *parts, uint32_t align, uint64_t mods, bool nc,
                    PtxOpnd *out);
void sel_store_parts(Sel *sel, SelAddr addr, SelParts *parts, uint32_t align, uint64_t mods,
                     const PtxOpnd *in);
// select/packed.c: vectors whose lanes are no whole registers in memory
bool sel_is_packed(const IrType *type);
bool sel_holds_packed(const IrType *type);
// A value of any type that lies at a parameter's address, from and to its parts.
void sel_load_value(Sel *sel, SelAddr addr, IrType *type, uint32_t align, PtxOpnd *out);
void sel_store_value(Sel *sel, SelAddr addr, IrType *type, uint32_t align, const PtxOpnd *stored);
// select/fold.c: marks the values that are only ever part of their users (Sel.folded).
void sel_mark_folded(Sel *sel);
// Which operand of a sum becomes part of an fma: 0, 1, or -1 for none.
int sel_fma_product(const Sel *sel, const IrInst *sum);
// index (32 bits, extended by zeros or its sign) * size in 64 bits, made once a block.
PtxOpnd sel_product64(Sel *sel, IrValue *index, uint64_t size, bool zero);
bool sel_takes_extension(const IrInst *inst); // a 64-bit product or shift that is one mul.wide
void sel_wide_vectors(SelParts *t);

// ---- select/call.c, select/asm.c, select/intrin.c -----------------------------------------------
void sel_signature(SelModule *sel_module, IrFunc *fn, PtxFunc *pf);
void sel_params(Sel *sel);
void sel_call(Sel *sel, IrInst *site);
void sel_ret(Sel *sel, IrInst *terminator);
void sel_asm(Sel *sel, IrInst *call);
// Text with registers in it (PTXI_raw): they stand as marks, so that they can still be renamed.
typedef struct SelRaw {
    Buf text;
    VEC(PtxOpnd) regs;
} SelRaw;
void sel_raw_reg(Sel *sel, SelRaw *into, PtxOpnd reg, bool written);
void sel_raw_emit(Sel *sel, SelRaw *raw);
bool sel_intrinsic(Sel *sel, IrInst *call);
bool sel_variadic_buffer(Sel *sel, IrInst *call);
bool sel_family(Sel *sel, IrInst *call); // select/family.c: PTX forms of intrin_family.def
// Reports an intrinsic that the target (SM or IR_SM_FEATURE) or the PTX version does not have.
bool sel_target_has(Sel *sel, IrInst *call, uint32_t sm, uint32_t version);

// ---- select/narrow.c ----------------------------------------------------------------------------
bool sel_load_extends(const Sel *sel, const IrInst *load); // all its uses are one extension
// How memory is read for it; the register's class goes to *part.
PtxType sel_extended_part(Sel *sel, const IrInst *load, SelPart *part);
bool sel_trunc_stores(const IrInst *trunc); // all its uses are stores of it

// ---- select/ctrl.c ------------------------------------------------------------------------------
void sel_split_critical_edges(IrFunc *fn);
void sel_sink_steps(Sel *sel);
void sel_branch(Sel *sel, IrInst *terminator, IrBlock *next);
void sel_phi_copies(Sel *sel, IrBlock *bb);
void sel_phi_define(Sel *sel, IrBlock *bb);

// ---- select/declare.c ---------------------------------------------------------------------------
void sel_declare(SelModule *sel_module, IrFunc *fn); // a function's symbol and signature

// ---- select/global.c ----------------------------------------------------------------------------
void sel_global(SelModule *sel_module, IrGlobal *variable);
void sel_find_handles(SelModule *sel_module);
Atom sel_name(SelModule *sel_module, Atom name);

#define SEL_EMIT(s, op, t0, t1, mods, ...)                                                         \
    ptx_emit_((s)->f, PTXI_##op, PTX_##t0, PTX_##t1, (mods), __VA_ARGS__)
// A register as an operand.
static inline PtxOpnd sel_o(PtxReg r) {
    return ptx_o_reg(r);
}
#endif
