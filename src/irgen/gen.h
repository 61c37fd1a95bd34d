// SPDX-License-Identifier: Apache-2.0
// Private header of irgen: the module's and the function's state, and what the files share.
#ifndef CUPRUM_IRGEN_GEN_H
#define CUPRUM_IRGEN_GEN_H

#include "irgen/irgen.h"
#include "irgen/irgen_diag.h"

typedef struct Gen {
    Cxx *x;
    Ctx *ctx;
    IrModule *m;
    IrGenOptions opt;
    Map types;               // Type* -> IrType* (memory form)
    Map globals;             // Decl* -> IrGlobal*
    Map strings;             // Expr* / interned literal -> IrGlobal*
    Map vtables;             // ClassDecl* -> VtGroup* (vtable.h)
    Map voffsets;            // ClassDecl* -> Offsets* (vtable.c)
    Map base_cdtors;         // FuncDecl* -> IrFunc*: base object constructors and destructors
    VEC(FuncDecl *) pending; // those without bodies yet
    uint32_t nstr, ntemp;
    bool float128; // met since the last declaration (gen_check_float128)
    IrMd *di_unit;
    Map di_files;             // name -> DIFile
    Map di_sub;               // FuncDecl* -> IrMd*: definitions
    struct DebugState *debug; // of -G (debug.h), else NULL
} Gen;

// A place in memory.
typedef struct Place {
    IrValue *addr; // generic pointer
    Type *type;
    uint32_t align;
    FieldDecl *bits; // bit-field: addr is the address of its class object
    bool base;       // a base subobject that is built or destroyed
    IrValue *vtt;    // and its class's part of the VTT, if that has virtual bases
} Place;

typedef struct Cleanup {
    struct Cleanup *outer;
    IrValue *addr;     // object to destroy
    Type *type;        // its type (class or array of class)
    IrValue *flag;     // i1* set when it exists, or NULL: always
    const Stmt *scope; // statement that owns it
} Cleanup;

typedef struct JumpTarget { // of break and continue
    struct JumpTarget *outer;
    IrBlock *brk, *cont;
    Cleanup *cleanups;
    bool is_switch; // break only
} JumpTarget;

typedef struct Fn {
    Gen *g;
    FuncDecl *fd;
    IrFunc *f;
    IrBuilder b;
    Map local;        // VarDecl* -> IrValue* (address; of the referent for references)
    Map label;        // Stmt* (S_LABEL) -> IrBlock*
    Map label_scopes; // Stmt* (S_LABEL) -> ScopePath*, built when the body has a goto
    Map label_at;     // Stmt* (S_LABEL) -> LabelAt*, once it was reached
    bool paths_built;
    IrValue *this_;
    IrValue *aggregate; // the innermost class that a list initialises
    IrValue *vtt;       // parameter of a base object constructor or destructor, else NULL
    bool cdtor;         // a constructor or destructor
    IrValue *ret_addr;  // where the result is built (sret or alloca), or NULL
    IrBlock *ret_block;
    Cleanup *cleanups;
    JumpTarget *targets;
    uint32_t cond_depth; // inside a conditionally evaluated operand
    const Stmt *scope;
    IrValue *array_elem; // current E_ARRAY_ELEM
    Map cases;           // Stmt* (S_CASE, S_DEFAULT) -> IrBlock*
    IrMd *di_scope;      // function or block of the source, for locations
    Atom di_hidden;      // what a debugger calls the variable without a name that is generated
    IrInst *last_alloca; // in the entry block: new ones go behind it
    Atom tile_hints;     // of the statement at hand, for operations on tiles
    uint32_t depth;
} Fn;

// ---- types.c ----
IrType *gen_mem_type(Gen *gen, Type *type); // as stored: bool is i8, classes are structs
// Of class t with n elements in its flexible array member.
IrType *gen_flexible_type(Gen *gen, Type *type, uint64_t n);
// Says so when d met 128-bit floats and the target has none; `outer`: met before d.
void gen_check_float128(Gen *gen, Decl *d, bool outer);
// Says so when an object of the variable or parameter has no bytes (GNU C arrays of no elements).
void gen_check_sized(Gen *gen, VarDecl *v, bool param);
IrType *gen_value_type(Gen *gen, Type *t); // as computed with: bool is i1
IrType *gen_func_type(Gen *gen, FuncDecl *func, const FuncType *ft, Type *this_class);
bool gen_is_agg(const Type *t);       // lives in memory: class, array, function member pointer
bool gen_by_value(Gen *gen, Type *t); // class passed and returned as bytes (trivial for calls)
uint64_t gen_size(Gen *gen, Type *t);
uint32_t gen_align(Gen *gen, Type *t);
bool gen_is_signed(const Type *t);
bool gen_returns_indirect(Gen *gen, Type *ret);
Place gen_place_at(Fn *fn, IrValue *addr, Type *t);
// An error node. Errors end the compilation before, except those that reading host code ignored.
void gen_hidden_error(Gen *gen, Pos pos);

// ---- module.c ----
IrFunc *gen_func_decl(Gen *gen, FuncDecl *f);
IrFunc *gen_base_func(Gen *gen, FuncDecl *f); // a base object constructor or destructor
// The name of one for other units, where `complete` is both.
void gen_base_name(Gen *gen, FuncDecl *fd, IrFunc *complete);
IrGlobal *gen_var_decl(Gen *gen, VarDecl *v);
IrValue *gen_generic(Gen *gen, IrGlobal *global); // its address as a generic pointer constant
IrConst *gen_string(Gen *gen, const void *bytes, uint32_t n, Type *array);
IrConst *gen_const_object(Gen *gen, const ConstVal *val, Pos pos); // of a template parameter
IrFunc *gen_runtime(Gen *gen, const char *name, IrType *ret, uint32_t n, IrType *const *param);
void gen_dealloc(Gen *gen, IrBuilder *builder, FuncDecl *func, IrValue *object, IrValue *size,
                 uint64_t align);

// ---- number.c ----
// A number of that type, which is an integer type.
IrConst *gen_int_const(Gen *gen, const ApInt *number, IrType *type);
// Likewise of a floating type.
IrConst *gen_float_const(Gen *gen, const ApFloat *number, IrType *type);

// ---- constant.c ----
IrConst *gen_const(Gen *gen, const ConstVal *constant, Type *type); // in memory form
IrConst *gen_const_expr(Gen *gen, Expr *expr); // a literal/constant node, or NULL

// ---- func.c ----
void gen_func_body(Gen *gen, FuncDecl *fd, IrFunc *func, bool of_base); // of_base: as of gen_cdtor
void gen_dtor_members(Fn *fn, FuncDecl *fd);

// ---- frame.c ----
IrValue *gen_alloca(Fn *fn, Type *t, uint32_t align, Atom name);
// A place in the frame that holds an address, for a debugger.
IrValue *gen_address_slot(Fn *fn, IrValue *address, Atom name);
IrInst *gen_entry_alloca(Fn *fn, IrType *type, uint32_t align, Atom name);
Place gen_temp(Fn *fn, Type *t);
void gen_copy(Fn *fn, Place dst, IrValue *src, uint32_t src_align, uint64_t size);
void gen_array_loop(Fn *fn, IrValue *base, Type *elem, IrValue *count,
                    void (*each)(Fn *, Place, void *), void *data);

// ---- memory.c: what is at a place ----
IrValue *gen_load(Fn *fn, Place p);
void gen_store(Fn *fn, Place place, IrValue *stored);
void gen_zero(Fn *fn, Place dst);
Place gen_field(Fn *fn, Place obj, FieldDecl *member);

// ---- value.c, cast.c: values of values ----
// Both operands have the type, but for a shift's count; `right` NULL: one, of increments of
// pointers.
IrValue *gen_arith(Fn *fn, CxxOp op, Type *type, IrValue *left, IrValue *right);
// A pointer of the type and an index, whose sign counts.
IrValue *gen_pointer_add(Fn *fn, CxxOp op, Type *type, IrValue *pointer, IrValue *index, bool sign);
IrValue *gen_const_value(Fn *fn, IrConst *constant, Type *t); // memory form to value form
IrValue *gen_bool_of(Fn *fn, IrValue *tested, Type *t);
IrValue *gen_convert(Fn *fn, IrValue *value, Type *from, Type *to);
// What a conversion between pointers to members of a base and a derived class adds [conv.mem].
int64_t gen_memptr_offset(const Expr *expr);
void gen_error(Fn *fn, Pos pos, const char *what);
void gen_throw(Fn *fn, Expr *thrown); // an error in device code; the end of a host function's code

// ---- sreg.c ----
IrValue *gen_sreg(Fn *fn, VarDecl *v, FieldDecl *f); // threadIdx.x ..., NULL if it is none
bool gen_is_sreg(Gen *gen, const VarDecl *v);        // threadIdx and the like: no storage
Place gen_sreg_place(Fn *fn, VarDecl *var);          // a copy of the whole variable

// ---- place.c: lvalues ----
Place gen_place(Fn *fn, Expr *expr); // of a glvalue
// ++ and --, before or after: stores the new value, returns the old one; *at is the operand's
// place.
IrValue *gen_step(Fn *fn, Expr *step, Place *at);
IrValue *gen_addr(Fn *fn, Expr *glvalue); // address of a glvalue

// ---- expr.c ----
IrValue *gen_scalar(Fn *fn, Expr *expr); // prvalue of scalar type (i1 for bool)
void gen_void(Fn *fn, Expr *expr);       // for its effects
void gen_cond(Fn *fn, Expr *condition, IrBlock *if_true, IrBlock *if_false);

// ---- agg.c ----
void gen_agg(Fn *fn, Expr *expr, Place dst); // evaluates a class/array prvalue into dst
void gen_init(Fn *fn, Expr *init,
              Place dst); // any initialiser into an object (scalars, references)

// ---- call.c ----
IrValue *gen_call(Fn *fn, Expr *call, Place *dst); // dst: where a class result goes, or NULL
void gen_launch(Fn *fn, Expr *expr);
void gen_construct(Fn *fn, FuncDecl *ctor, Expr **arg, uint32_t n, Place dst);
IrValue *gen_new(Fn *fn, Expr *new_expr);
void gen_delete(Fn *fn, Expr *delete_expr);

// ---- cleanup.c ----
void gen_destroy(Fn *fn, Place obj);
void gen_push_cleanup(Fn *fn, IrValue *addr, Type *type);
void gen_run_cleanups(Fn *fn, Cleanup *until);      // emits, keeps the list
void gen_pop_cleanups(Fn *fn, Cleanup *until);      // emits and pops
void gen_label_cleanups(Fn *fn, const Stmt *label); // at a label: what is alive there
void gen_goto_cleanups(Fn *fn, const Stmt *label);

// ---- vtt.c: tables of objects; bases ----
// The constructor or destructor for a complete object, or that for a base subobject.
IrFunc *gen_cdtor(Gen *gen, FuncDecl *func, bool of_base);
void gen_init_vptrs(Fn *fn);
// The base subobject of *this that fn builds or destroys; the object itself if there is none.
Place gen_base_place(Fn *fn, ClassDecl *base, bool virtual_);
typedef struct BaseConv {
    BaseSpec **path;
    uint32_t npath;
    bool to_base; // else to the derived class
    bool null;    // a null pointer stays one
} BaseConv;
IrValue *gen_base_adjust(Fn *fn, IrValue *object, ClassDecl *from, const BaseConv *conversion);

// ---- tile.c: Tile C++ ----
IrType *gen_tile_type(Gen *gen, Type *type); // of a class that is a tile: a vector; else NULL
// Whether calls of the function mean something that the compiler knows, for tiles.
bool gen_is_tile_builtin(const Gen *gen, const FuncDecl *func);
// Such a call, dst as of gen_call; of a constructor: where the object is.
IrValue *gen_tile_call(Fn *fn, FuncDecl *func, Expr **arg, uint32_t n, Place *dst);

// ---- stmt.c ----
void gen_stmt(Fn *fn, Stmt *stmt);
void gen_local(Fn *fn, VarDecl *var);

// ---- asm.c: inline PTX, whose operands the caller evaluates, in this order ----
typedef struct AsmGen AsmGen;
AsmGen *gen_asm_begin(Fn *fn, Stmt *stmt);
void gen_asm_output(AsmGen *asm_gen, uint32_t i, Place place);
bool gen_asm_evaluates(const AsmGen *asm_gen, uint32_t i);       // input i
void gen_asm_input(AsmGen *asm_gen, uint32_t i, IrValue *value); // NULL: not evaluated
void gen_asm_end(AsmGen *asm_gen, Pos pos);

// ---- builtin.c ----
IrValue *gen_builtin(Fn *fn, FuncDecl *f, Expr *call, Place *dst); // dst as of gen_call
IrValue *gen_va_arg(Fn *fn, Expr *va_arg);                         // va_arg of a scalar
void gen_va_arg_agg(Fn *fn, Expr *va_arg, Place dst);

// ---- builtin_gnu.c ----
typedef struct GnuRow GnuRow;
enum { // which operands are evaluated, and how
    GNU_MAX_ARGS = 4,
    GNU_EFFECTS = 1 << 4, // all, for their effects
    GNU_LISTS = 1 << 5    // as lists of arguments
};
#define GNU_ARG(i) (1u << (i))
const GnuRow *gen_gnu_builtin(const char *name); // without "__builtin_"; NULL: none of them
uint32_t gen_gnu_operands(const GnuRow *row);
IrValue *gen_gnu_call(Fn *fn, const GnuRow *row, Expr *call, IrValue *const *arg);

// ---- debug.c, debug_scope.c, debug_var.c: what profilers and debuggers want ----
// The code that follows is of that position.
void gen_loc(Fn *fn, Pos pos);
// An expression in a statement at `outer`: its beginning if that is on another line (or outer is
// 0).
void gen_loc_expr(Fn *fn, const Expr *expr, Pos outer);
// Before anything is generated.
void gen_debug_begin(Gen *gen);
// When all code is there.
void gen_debug_end(Gen *gen);
// The function that fn makes code of, its scope.
void gen_debug_function(Fn *fn);
// Enters the block that a statement is, if it declares something; gives the scope around, to be
// set again behind it.
IrMd *gen_debug_enter(Fn *fn, const Stmt *stmt);
// Likewise a block without a statement of its own.
IrMd *gen_debug_block(Fn *fn, Pos pos);
// Variables of the function, from here on at `slot`, which for references (and with `by_address`)
// holds the address. The first two are asked under -G only; parameters are numbered from 1.
void gen_debug_this(Fn *fn, IrValue *slot);
void gen_debug_param(Fn *fn, VarDecl *var, uint32_t number, IrValue *slot, bool by_address);
// Also what a structured binding names.
void gen_debug_local(Fn *fn, VarDecl *var, IrValue *slot);
// A static or shared one of the block at hand.
void gen_debug_static(Fn *fn, VarDecl *var, IrGlobal *global);
// A variable of the module.
void gen_debug_global(Gen *gen, VarDecl *var, IrGlobal *global);
// A virtual table, or a table of such.
void gen_debug_table(Gen *gen, IrGlobal *global, uint64_t words, bool of_tables);

// A new block at the function's end, named for readers of the IR; nothing goes there yet.
static inline IrBlock *gen_block(Fn *fn, const char *name) {
    return ir_block_new(fn->f, atom_cstr(fn->g->ctx, name));
}
// There is a current block: code that is generated can run.
static inline bool gen_reachable(const Fn *fn) {
    return fn->b.bb && !ir_term(fn->b.bb);
}
// Branches unless the block already ended, and continues in `next`.
static inline void gen_goto(Fn *fn, IrBlock *next) {
    if (gen_reachable(fn)) ir_br(&fn->b, next);
}
static inline void gen_at(Fn *fn, IrBlock *bb) {
    ir_at_end(&fn->b, bb);
}
#endif
