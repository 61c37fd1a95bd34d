// SPDX-License-Identifier: Apache-2.0
// form.h: the lowest floor of ptx: the machine form as data, the tables that say what its
// instructions, modifiers, types and special registers are, how it is built, changed and printed.
// Its blocks and registers are form/flow.h's; ptx/ptx.h has the contract.
#ifndef CUPRUM_PTX_FORM_FORM_H
#define CUPRUM_PTX_FORM_FORM_H

#include "base/base.h"

// ---- tables -------------------------------------------------------------------------------------

typedef enum {
    PTX_NOTYPE,
#define PTX_TYPE(id, text, bits, kind) PTX_##id,
#include "ptx/type.def"
#undef PTX_TYPE
    PTX_NTYPES
} PtxType;

// What follows are numbers alone, by tools/gen/ids.c: how many there are stands in headers of their
// own (ids/insn_count.h), and the tables' facts in table.c.
typedef enum {
    PTXC_NONE,
#include "ids/mod_class.h"
} PtxClass;

// Shifts and widths of the classes, and the values PTX_<CLASS>_<ID> = 1, 2, ... of each class.
enum {
#include "ids/mod_value.h"
};

typedef uint32_t PtxOp; // PTXI_...: ptx/form/op.h

typedef enum {
#include "ids/sreg.h"
} PtxSreg;

// What an instruction does, for the virtual machine: the last column of insn.def.
typedef uint32_t PtxSem; // PTX_SEM_...: ptx/form/sem.h

// How far the virtual machine's result of an instruction is that of a GPU: a column of sem.def.
typedef enum {
    PTX_FID_EXACT,  // bit by bit
    PTX_FID_APPROX, // with .approx or .full within the manual's bounds; else exact
    PTX_FID_SUMS,   // of floats: sums of a matrix product in an order, and with bits, of their own
    PTX_FID_ORDER,  // of floats: atomic sums by several threads depend on their order
    PTX_FID_FILTER, // filtered texels: weights and sums are the machine's
    PTX_FID_CHOICE, // what a layout, a map or a handle holds is the machine's own
    PTX_FID_FAMILY, // by its opcode: families without rows
    PTX_FID_NONE,   // not executed
    PTX_FID_COUNT
} PtxFidelity;
extern const uint8_t ptx_sem_fidelity[]; // by PtxSem

typedef struct {
    char text[14];
    uint8_t bits;
    char kind; // see type.def
} PtxTypeRow;
typedef struct {
    char name[14];
    uint8_t shift, width;
    uint16_t first; // index of value 1 in ptx_mod_text
} PtxClassRow;

// A slot of an opcode's spelling after its base name.
enum { PTX_SLOT_END, PTX_SLOT_OPT, PTX_SLOT_REQ, PTX_SLOT_TYPE };
typedef struct {
    uint8_t kind, arg; // OPT/REQ: PtxClass; TYPE: index 0..3 into the types
    uint32_t values;   // OPT/REQ: the values allowed, as bits; 0: all
} PtxSlot;
static inline bool ptx_slot_allows(PtxSlot s, uint32_t value) {
    return !s.values || s.values >> value & 1;
}
#define PTX_MAX_SLOTS 14
#define PTX_SM_A      0x8000 // flag in PtxRow.sm: architecture-specific ("a" or "f" targets only)

// (Texts stand in the row: a table of pointers would be written to when the library is loaded.)
typedef struct {
    uint16_t sem;      // PtxSem
    uint16_t sm, ptx;  // minimum target; PTX version times ten
    uint64_t types[4]; // allowed types as bit sets over PtxType; 0: the row has no such type
    PtxSlot slot[PTX_MAX_SLOTS];
    char ops[30];  // operand template, see insn.def
    char id[28];   // insn.def's
    char name[78]; // base name, with dots where they are fixed; "": pseudo instruction
} PtxRow;

extern const PtxTypeRow ptx_types[PTX_NTYPES];
extern const PtxClassRow ptx_classes[];
extern const char ptx_mod_text[][32];
extern const PtxRow ptx_rows[];
extern const struct PtxSregRow {
    char text[31];
    uint8_t type;
} ptx_sregs[];

// The bits of a value of the type as it is computed with; 0 for types that have none (PTX_NOTYPE).
static inline uint32_t ptx_type_bits(PtxType t) {
    return ptx_types[t].bits;
}
// The number of values of a class.
uint32_t ptx_class_count(PtxClass c);
// "lt" of (PTXC_CMP, PTX_CMP_LT)
static inline const char *ptx_mod_name(PtxClass c, uint32_t value) {
    return ptx_mod_text[ptx_classes[c].first + value - 1];
}

// ---- operands -----------------------------------------------------------------------------------

typedef uint32_t PtxReg; // index into PtxFunc.reg

// Parts of a register in video instructions (%r1.h0, %r1.h32, %r1.b7210), in PtxOpnd.n: the letter,
// the number of digits, and the digits, of which the last is the lowest. 0: none.
#define PTX_PART_HALVES      0x8000u
#define PTX_PART_COUNT(n)    ((n) >> 12 & 7u)
#define PTX_PART_DIGIT(n, i) ((n) >> 3 * (i)&7u)

typedef enum {
    PTXO_NONE,
    PTXO_REG,   // id: register
    PTXO_INT,   // val: integer (sign extended)
    PTXO_F32,   // val: bits, printed 0fXXXXXXXX
    PTXO_F64,   // val: bits, printed 0dXXXXXXXXXXXXXXXX
    PTXO_SYM,   // id: symbol; val: addend. Its address, or a function's name
    PTXO_MREG,  // [reg + val]
    PTXO_MSYM,  // [symbol + val]
    PTXO_MABS,  // [val]
    PTXO_MTEX,  // [sym or reg in extra[id], {vector extra[id+1]}]: texture-like address
    PTXO_VEC,   // {extra[id] .. extra[id+n-1]}
    PTXO_PAIR,  // extra[id] | extra[id+1]
    PTXO_LIST,  // (extra[id] ..): call arguments and results
    PTXO_LABEL, // id: label
    PTXO_SREG,  // id: PtxSreg
    PTXO_SINK,  // _
} PtxOpndKind;

enum {
    PTXOF_NOT = 1,
    PTXOF_LOCAL = 2,
    PTXOF_UNSIGNED = 4,
    PTXOF_HEX = 8,
    PTXOF_GENERIC = 16,
    PTXOF_NEG = 32,
    PTXOF_WRITTEN = 64, // in the list of registers of PTXI_raw: an output
    PTXOF_EARLY = 128   // an output that is written before all inputs are read
};

typedef struct {
    uint8_t kind;  // PtxOpndKind
    uint8_t flags; // NOT: !p; LOCAL: symbol is PtxFunc.var[id]; UNSIGNED/HEX: how INT prints
    uint16_t n;    // number of elements of VEC, PAIR, LIST; REG: PTX_PART_*
    uint32_t id;
    int64_t val;
} PtxOpnd;
_Static_assert(sizeof(PtxOpnd) == 16, "operands are 16 bytes");

// Operands. A register, its negation (a predicate's), numbers (floats by their bits), [register +
// offset].
static inline PtxOpnd ptx_o_reg(PtxReg r) {
    return (PtxOpnd){.kind = PTXO_REG, .id = r};
}
static inline PtxOpnd ptx_o_notreg(PtxReg r) {
    return (PtxOpnd){.kind = PTXO_REG, .flags = PTXOF_NOT, .id = r};
}
static inline PtxOpnd ptx_o_int(int64_t v) {
    return (PtxOpnd){.kind = PTXO_INT, .val = v};
}
static inline PtxOpnd ptx_o_f32(uint32_t bits) {
    return (PtxOpnd){.kind = PTXO_F32, .val = bits};
}
static inline PtxOpnd ptx_o_f64(uint64_t bits) {
    return (PtxOpnd){.kind = PTXO_F64, .val = (int64_t)bits};
}
static inline PtxOpnd ptx_o_mreg(PtxReg r, int64_t off) {
    return (PtxOpnd){.kind = PTXO_MREG, .id = r, .val = off};
}
static inline PtxOpnd ptx_o_sym(uint32_t sym, int64_t off) { // module symbol's address
    return (PtxOpnd){.kind = PTXO_SYM, .id = sym, .val = off};
}
static inline PtxOpnd ptx_o_local(uint32_t var, int64_t off) { // address of PtxFunc.var[var]
    return (PtxOpnd){.kind = PTXO_SYM, .flags = PTXOF_LOCAL, .id = var, .val = off};
}
static inline PtxOpnd ptx_o_msym(uint32_t sym, int64_t off) {
    return (PtxOpnd){.kind = PTXO_MSYM, .id = sym, .val = off};
}
static inline PtxOpnd ptx_o_mlocal(uint32_t var, int64_t off) {
    return (PtxOpnd){.kind = PTXO_MSYM, .flags = PTXOF_LOCAL, .id = var, .val = off};
}
static inline PtxOpnd ptx_o_label(uint32_t l) {
    return (PtxOpnd){.kind = PTXO_LABEL, .id = l};
}
static inline PtxOpnd ptx_o_sreg(PtxSreg s) {
    return (PtxOpnd){.kind = PTXO_SREG, .id = s};
}

// ---- instructions -------------------------------------------------------------------------------

typedef struct {
    uint16_t op;     // PtxOp
    uint8_t nopnd;   // operands at PtxFunc.opnd[opnd ..]
    uint8_t flags;   // free for passes
    uint8_t type[4]; // PtxType
    uint64_t mods;   // packed modifier values, see ptx_mod
    uint32_t opnd;   // index of the first operand in PtxFunc.opnd
    uint32_t guard;  // 0: none; else register + 1, bit 31 set when negated (@!p)
    uint32_t pos;    // reader: line of the PTX text; back end: source position
    uint32_t aux;    // free for passes
} PtxInst;
_Static_assert(sizeof(PtxInst) == 32, "instructions are 32 bytes");

#define PTX_GUARD_NOT 0x80000000u

// In the text of PTXI_raw, its first operand: MARK number MARK stands for a register of the second
// operand, a list.
#define PTX_RAW_MARK 1

// Modifier access: ptx_mod(in, RND) == PTX_RND_RN; ptx_mods(RND, RN) | ptx_mods(FTZ, FTZ) builds.
#define PTX_MOD_MASK(cls)      ((1ull << PTXC_WIDTH_##cls) - 1)
#define ptx_mod(in, cls)       ((uint32_t)((in)->mods >> PTXC_SHIFT_##cls & PTX_MOD_MASK(cls)))
#define ptx_mods(cls, id)      ((uint64_t)PTX_##cls##_##id << PTXC_SHIFT_##cls)
#define ptx_mod_of(cls, value) ((uint64_t)(value) << PTXC_SHIFT_##cls)
#define ptx_set_mod(in, cls, value)                                                                \
    ((in)->mods = ((in)->mods & ~(PTX_MOD_MASK(cls) << PTXC_SHIFT_##cls)) | ptx_mod_of(cls, value))
static inline uint32_t ptx_mod_get(const PtxInst *in, PtxClass c) {
    return (uint32_t)(in->mods >> ptx_classes[c].shift & ((1ull << ptx_classes[c].width) - 1));
}

// ---- variables, functions, modules --------------------------------------------------------------

typedef enum { PTXL_NONE, PTXL_VISIBLE, PTXL_EXTERN, PTXL_WEAK, PTXL_COMMON } PtxLinkage;

typedef enum { // state spaces of declarations and of addresses
    PTXS_GENERIC,
    PTXS_REG,
    PTXS_GLOBAL,
    PTXS_SHARED,
    PTXS_LOCAL,
    PTXS_CONST,
    PTXS_PARAM,
} PtxSpace;

// An address inside an initialiser: the symbol's address plus addend is stored at `off`.
typedef struct {
    uint32_t off;
    uint32_t sym; // module symbol
    int64_t addend;
    uint8_t size;  // bytes stored: of the element
    uint8_t shift; // mask(): which byte of the address goes here (size 1), times eight
    bool generic;  // generic(sym)
} PtxReloc;

// A variable, parameter or opaque reference.
typedef struct {
    Atom name;
    uint8_t linkage;   // PtxLinkage
    uint8_t space;     // PtxSpace
    uint8_t type;      // PtxType of an element
    uint8_t vec;       // 0, 2, 4: .v2/.v4 elements
    bool is_array;     // printed with [count]
    bool unsized;      // [] (extern shared)
    bool managed;      // .attribute(.managed)
    bool has_init;     // bytes in init
    bool ptr;          // parameter: .ptr
    uint8_t ptr_space; // .ptr .global etc; PTXS_GENERIC: none written
    uint32_t ptr_align;
    uint32_t align; // in bytes; 0: the type's own, not printed
    uint64_t count; // elements of all dimensions together; 1 for a scalar
    uint32_t ndim;  // number of dimensions, at least 1 when is_array
    uint64_t *dim;  // NULL when ndim <= 1
    uint8_t *init;  // bytes from the start; the rest is zero
    uint64_t ninit; // number of bytes given
    VEC(PtxReloc) reloc;
    uint32_t pos;
} PtxVar;

typedef struct {
    uint8_t type; // PtxType
    Atom prefix;  // "%r", or the whole name when num is UINT32_MAX
    uint32_t num;
} PtxRegInfo;

typedef struct {
    Atom name;
    uint32_t inst; // reader: index of its PTXI_label (or of .branchtargets, .callprototype)
} PtxLabel;

// A .callprototype, or the signature of a function.
typedef struct {
    VEC(uint32_t) param; // indexes into PtxFunc.var
    VEC(uint32_t) ret;
    bool noreturn;
} PtxSig;

typedef struct {
    uint32_t label; // its name, which calls refer to by a LABEL operand
    uint32_t sig;   // index into PtxFunc.protosig
} PtxProto;

// .branchtargets and .calltargets lists
typedef struct {
    uint32_t label; // its name
    bool calls;     // .calltargets: items are module symbols; else labels
    VEC(uint32_t) target;
} PtxTargets;

typedef struct {
    uint32_t maxntid[3], reqntid[3], reqnctapercluster[3], maxclusterrank; // 0: absent
    uint32_t minnctapersm, maxnctapersm, maxnreg, minperctamemory;
    bool percta; // minperctamemory is given, and may be 0
    bool noreturn, explicitcluster, blocksareclusters;
    VEC(Atom) pragma; // text inside the quotes
} PtxDirectives;

typedef struct PtxModule PtxModule;

typedef struct {
    PtxModule *mod;
    Arena *arena;
    Atom name;
    uint8_t linkage;
    bool entry;
    bool has_body; // else a declaration (prototype)
    bool forward;  // a kernel that is named before its body, and so declared first
    uint32_t def;  // read ones: which definition of the module it is, from 1
    // ptx_read_lazily: the text behind the brace that opens the body, which is not read yet, and
    // its line; NULL: it is. Of var[] the parameters and the shared variables are known.
    const char *unread;
    uint32_t unread_line, unread_vars; // how many of var[] are parameters
    PtxSig sig;                        // parameters are var[]
    PtxDirectives dir;
    VEC(PtxVar) var; // parameters, then locals (.local .shared .param .const declared inside)
    VEC(PtxRegInfo) reg;
    VEC(PtxInst) inst;
    VEC(PtxOpnd) opnd;
    VEC(PtxOpnd) extra;
    VEC(PtxLabel) label;
    VEC(PtxReg) watched; // debugging entries name them: passes that rename change them too
    VEC(PtxProto) proto;
    VEC(PtxSig) protosig;
    VEC(PtxTargets) targets;
    uint32_t index;            // position in PtxModule.func
    void *asm_reader;          // ptx_read_asm's state; NULL: starts anew
    uint32_t nreg[PTX_NTYPES]; // registers made so far by ptx_newreg, for numbering
    uint32_t pos;
} PtxFunc;

typedef enum { PTXK_VAR, PTXK_FUNC, PTXK_ALIAS } PtxSymKind;
typedef struct {
    uint8_t kind; // PtxSymKind
    Atom name;
    uint32_t index; // into PtxModule.var or .func; ALIAS: symbol that it stands for
} PtxSym;

typedef struct {
    uint32_t index;
    Atom name;
    uint64_t time, size;
    bool has_stamp;
} PtxFile;

// Where the printer finds what stands in a source file, to put it into comments.
typedef struct PtxSourceText {
    const char *(*line)(void *data, Atom path, uint32_t line, uint32_t *n);
    void *data;
    const char *directory; // is left out of the names of files
} PtxSourceText;

struct PtxModule {
    Ctx *ctx;
    Arena *arena;
    uint32_t version; // ten times: 90 is 9.0
    uint32_t sm;      // 90
    char sm_suffix;   // 'a', 'f' or 0
    bool debug;       // .target ..., debug
    uint32_t address_size;
    VEC(PtxSym) sym; // in order of first appearance; printed in this order
    VEC(PtxVar) var;
    VEC(PtxFunc *) func; // in order of declaration
    uint32_t ndef;       // definitions read
    void *reader;        // of ptx_read_lazily

    VEC(PtxFile) file;
    VEC(Atom) section;           // raw text of .section blocks (DWARF), printed at the end
    const char *head;            // comment lines before .version, NULL: none
    bool hide_lines;             // .loc and what belongs to it are not printed
    const PtxSourceText *source; // NULL: no source lines as comments
    Map by_name;                 // Atom -> symbol id + 1
    uint32_t jobs;               // threads that print bodies; 0: processors
    Atom reg_prefix[PTX_NTYPES]; // by register type
};

// ---- form/build.c: building and changing --------------------------------------------------------

// An empty module for the newest PTX version, with memory of `arena`; a back end or reader sets the
// rest.
PtxModule *ptx_module_new(Ctx *ctx, Arena *arena);
// Adds a symbol; the variable or function is filled in by the caller. A name that is declared
// already gives the same symbol back (declaration and definition).
uint32_t ptx_add_var(PtxModule *module, const PtxVar *declared);
uint32_t ptx_add_func(PtxModule *module, Atom name, bool entry, Arena *arena);
uint32_t ptx_add_alias(PtxModule *module, Atom name, uint32_t of);
// The symbol of a name, or UINT32_MAX.
uint32_t ptx_find(const PtxModule *module, Atom name);
static inline PtxFunc *ptx_sym_func(const PtxModule *module, uint32_t sym) {
    const PtxSym *s = &module->sym.at[sym];
    if (s->kind == PTXK_ALIAS) s = &module->sym.at[s->index];
    return s->kind == PTXK_FUNC ? module->func.at[s->index] : NULL;
}
static inline PtxVar *ptx_sym_var(const PtxModule *module, uint32_t sym) {
    const PtxSym *s = &module->sym.at[sym];
    return s->kind == PTXK_VAR ? &module->var.at[s->index] : NULL;
}
uint64_t ptx_var_size(const PtxVar *var);  // bytes
uint32_t ptx_var_align(const PtxVar *var); // bytes, never 0

// A new virtual register of a register type (PRED B16 B32 B64 B128 F32 F64; others map to these).
PtxReg ptx_newreg(PtxFunc *fn, PtxType t);
PtxReg ptx_newreg_named(PtxFunc *fn, PtxType t, Atom name);
uint32_t ptx_newlabel(PtxFunc *fn, Atom name); // name 0: $L__BBx_y at printing
uint32_t ptx_newvar(PtxFunc *fn, const PtxVar *declared);
// Appends an instruction. Types beyond the row's are ignored. Returns its index; pointers into
// fn->inst are valid until the next append.
uint32_t ptx_emit(PtxFunc *fn, PtxOp op, PtxType t0, PtxType t1, uint64_t mods, uint32_t n,
                  const PtxOpnd *o);
#define ptx_emit_(f, op, t0, t1, mods, ...)                                                        \
    ptx_emit((f), (op), (t0), (t1), (mods), sizeof((PtxOpnd[]){__VA_ARGS__}) / sizeof(PtxOpnd),    \
             (PtxOpnd[]){__VA_ARGS__})
// Lists into fn->extra.
PtxOpnd ptx_o_list(PtxFunc *fn, PtxOpndKind kind, uint32_t n, const PtxOpnd *o);
static inline PtxOpnd *ptx_opnds(const PtxFunc *fn, const PtxInst *in) {
    return in->nopnd ? fn->opnd.at + in->opnd : NULL;
}
enum { PTX_DELETED = 0 }; // PTXI_nop
static inline void ptx_delete(PtxInst *in) {
    in->op = PTX_DELETED;
}
// Register that a variable of this PTX type lives in: U32 -> B32, F16 -> B16, F16X2 -> B32, ...
PtxType ptx_reg_type(PtxType type);
// Drops deleted instructions and unused registers and renumbers registers densely in order of
// first definition. Indexes of instructions change.
void ptx_compact(PtxFunc *fn);

// ---- form/print.c -------------------------------------------------------------------------------

// Prints the whole module in the style of nvcc's output.
void ptx_print(const PtxModule *module, Buf *out);
void ptx_print_func(const PtxFunc *fn, Buf *out);
void ptx_print_inst(const PtxFunc *fn, const PtxInst *in, Buf *out); // one line, no newline
void ptx_print_reg(const PtxFunc *fn, PtxReg r, Buf *out);
// The machine form itself, with blocks and the registers' roles (form/print_mir.c).
void ptx_print_mir(const PtxModule *module, Buf *out);

// ---- what a module needs ------------------------------------------------------------------------

// The lowest version of PTX (times ten) and the lowest target that have all of a module, and what
// of it needs that.
typedef struct PtxNeed {
    uint32_t version, sm;
    const char *what; // an opcode, directive or special register; lives in the arena
    const char *sm_what;
} PtxNeed;

// The rows of ptx_diag.def; NULL ends them.
extern const DiagRow *const ptx_diag_rows[];

#endif
