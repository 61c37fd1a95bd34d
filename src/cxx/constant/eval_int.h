// SPDX-License-Identifier: Apache-2.0
// eval_int.h: what the files of the constant evaluator [expr.const] share.
//
// The evaluator interprets typed trees over a heap of typed objects. An Obj is an object or a
// subobject; a class object has one Obj per base and field, an array one per element, made when
// first touched: an untouched aggregate is one Obj in a lazy state (all without value, all zero,
// all unknown, as in a ConstVal). A pointer is the Obj it designates and the generation it had, so
// that provenance, bounds and lifetime are exact and no byte offsets are needed; only results and
// constants from outside are in bytes (ConstVal).
//
// Memory: one arena with a mark per evaluation; released objects go to free lists of their size
// and their generation changes, so that a pointer to them is recognised as dangling. Objects of
// variables with static storage live in `perm`.
//
// Failure ("not constant") notes the first reason in Ev and longjmps to the entry: evaluation
// functions return values and need no checks. Nested evaluations (a variable needed by this one)
// have their own Ev and entry; between an entry and a failure there are only frames of this module.
#ifndef CUPRUM_CXX_CONSTANT_EVAL_INT_H
#define CUPRUM_CXX_CONSTANT_EVAL_INT_H

#include "cxx/constant/constant.h"
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"

typedef struct Obj Obj;

typedef struct Ev Ev;

typedef struct Ptr {
    Obj *o;      // the object, or the last element before the end if `past`
    Decl *fn;    // a function
    int64_t raw; // neither: an integer as address, 0: null
    uint32_t gen;
    bool past;
} Ptr;

typedef enum { VK_NONE, VK_INT, VK_FLOAT, VK_PTR, VK_MEMPTR } ValKind;

typedef struct Val {
    uint8_t kind;
    union {
        ApInt i;
        ApFloat f;
        Ptr p;
        Decl *m; // member pointer: FieldDecl, FuncDecl or NULL
    } u;
} Val;

typedef enum {
    OS_DEAD,    // lifetime ended
    OS_INDET,   // no value yet (any type)
    OS_ZERO,    // zero-initialised (aggregates, lazily)
    OS_UNKNOWN, // exists, its value is not known at compile time
    OS_CONST,   // value of u.cv (lazily)
    OS_VAL,     // scalar or reference: u.v
    OS_CLASS,
    OS_ARRAY,
    OS_UNION,
} ObjState;

enum {            // Obj.flags
    OF_CTOR = 1,  // under construction: const does not bind yet
    OF_MUT = 2,   // mutable member
    OF_BITS = 4,  // bit-field
    OF_BASE = 8,  // base class subobject
    OF_ROOT = 16, // complete object: up.root
    OF_PERM = 32, // lives in ctx->perm
};

typedef enum {
    RK_LOCAL,  // variable of a call being evaluated
    RK_STATIC, // variable with static storage, or one outside of the evaluation
    RK_TEMP,   // temporary
    RK_KEPT,   // temporary whose lifetime is that of a static variable
    RK_HEAP,   // from new
    RK_STRING, // string literal
} RootKind;

typedef struct Root {
    uint8_t kind;
    bool array_new;   // RK_HEAP: new[]
    bool untyped;     // RK_HEAP: bytes of operator new that no cast has given a type yet
    uint32_t serial;  // evaluation that made it
    Decl *var;        // RK_LOCAL, RK_STATIC
    Expr *expr;       // RK_STRING, RK_TEMP, RK_KEPT
    Obj *prev, *next; // RK_HEAP: list of live allocations
} Root;

enum { OBJ_CHUNK = 32 }; // elements of an array made at a time

struct Obj {
    Type *type; // as declared, with cv; reference members and variables: the reference type
    union {
        Obj *parent;
        Root *root;
    } up;
    uint32_t index; // in the parent: bases, then fields; element
    uint32_t gen;
    uint8_t state, flags;
    union {
        Val v;
        ConstVal *cv;
        struct {
            Obj *sub;
            uint32_t n;
        } cls;
        struct {
            Obj **chunk;
            uint64_t n;
            const char *str; // OS_ARRAY of a string: its bytes
            uint32_t nstr;   // and elements
            ConstVal *cv;    // fill == OS_CONST
            uint8_t fill;    // state of elements not made yet
        } arr;
        struct {
            Obj *sub; // one for each field; all but the active one are OS_DEAD
            uint32_t n;
            FieldDecl *field; // active, or NULL
        } un;
    } u;
};

typedef struct EvSlot {
    VarDecl *v;
    Obj *o;
} EvSlot;

typedef struct EvFrame {
    struct EvFrame *outer;
    FuncDecl *fn;
    Ptr self; // `this`; o NULL: none
    uint32_t base, nparam, nlocal, level;
    Obj *ret_obj; // result object of class or array type
    Val ret;      // result: scalar, or the pointer to what a reference binds
    Pos call_pos;
} EvFrame;

enum { EV_TRACE = 6, EV_POOLS = 12 };

struct Ev {
    Cxx *x;
    Ev *outer;
    Arena *arena;
    EvFrame *f;
    jmp_buf jump;
    uint64_t steps, max_steps;
    uint32_t depth, max_depth, serial;
    const char *stack_base; // address in the outermost evaluation's frame
    VarDecl *var;           // variable being initialised
    Obj *var_obj;
    bool fold; // static initialisation: constants of any arithmetic type are read
    VEC(EvSlot) slots;
    VEC(EvSlot) outside; // automatic variables outside of the evaluation
    VEC(Obj *) locals;   // objects to destroy at the end of their scope
    VEC(Obj *) temps;    // ... of their full-expression
    Obj *pool[EV_POOLS]; // free arrays of 2^k objects
    Obj *heap;
    Stmt *target; // of a jump into a switch
    Obj *elem;    // E_ARRAY_ELEM
    // why it is not constant
    const DiagRow *why;
    Pos why_pos;
    const void *why_arg[2];
    struct {
        FuncDecl *fn;
        Pos pos;
    } trace[EV_TRACE];
    uint32_t ntrace;
    bool silent; // the reason was reported elsewhere (error nodes)
};

// Kept by the Cxx between evaluations.
struct EvalState {
    Arena arena;    // of the evaluation
    Arena results;  // ConstVals; those of an evaluation that failed are taken back
    uint32_t stays; // what was put there to stay, so far
    Ev *active;     // innermost evaluation
    uint32_t serial;
    Map statics;    // VarDecl * -> Obj *
    Map strings;    // Expr * -> Obj *
    Map builtins;   // Atom -> row + 1
    Map type_infos; // Type * -> VarDecl * made for its std::type_info
    Map temps;      // Expr * (E_TEMP) -> VarDecl * made for it
    uint32_t ntemps;
    bool tables_ready;
};

#define EV_FAIL(ev, pos, id, ...)                                                                  \
    ev_fail((ev), (pos), DIAG_OF(cxx, id), (const void *[2]){__VA_ARGS__})

static inline Obj *ev_active(Obj *obj) {
    return obj->u.un.field ? &obj->u.un.sub[obj->u.un.field->index] : NULL;
}

static inline Ptr ev_at(Obj *obj) {
    return (Ptr){.o = obj, .gen = obj->gen};
}

static inline bool ev_is_agg(const Type *type) {
    return ty_has_parts(type) || type->kind == TY_VECTOR;
}

static inline Val ev_int(ApInt i) {
    return (Val){.kind = VK_INT, .u.i = i};
}

static inline Val ev_ptr(Ptr p) {
    return (Val){.kind = VK_PTR, .u.p = p};
}

typedef enum { FLOW_NEXT, FLOW_BREAK, FLOW_CONTINUE, FLOW_RETURN } EvFlow;

// ---- builtin.c ----------------------------------------------------------------------------------

// True if func is a builtin function that folds: *out is its value.
bool ev_builtin(Ev *ev, FuncDecl *func, Expr *call, Val *out, Obj *result);

// ---- call.c -------------------------------------------------------------------------------------

// The value of an E_CALL.
Val ev_call_expr(Ev *ev, Expr *call, Obj *result);
// Calls func on the values of `arg`; *self: its object. The result goes to `result` if that is no
// scalar.
Val ev_call(Ev *ev, FuncDecl *func, Ptr self, Expr **arg, uint32_t n, Obj *result, Pos pos);
// Initialises `made` by a constructor call.
void ev_construct(Ev *ev, FuncDecl *ctor, Expr **arg, uint32_t n, Obj *made, Pos pos);
void ev_destroy(Ev *ev, Obj *dying, Pos pos); // runs destructors
// The pointer that an E_NEW gives.
Val ev_new(Ev *ev, Expr *creation);
// An E_DELETE: destructors, then the allocation's end.
void ev_delete(Ev *ev, Expr *deletion);

// ---- eval.c -------------------------------------------------------------------------------------

// Not a constant: notes the reason if it is the first one, and leaves the evaluation.
void ev_fail(Ev *ev, Pos pos, const DiagRow *why, const void *const *arg) CU_NORETURN;
// Counts a step; too many are no constant.
void ev_step(Ev *ev, Pos pos);
void ev_enter(Ev *ev, Pos pos); // depth of C recursion
// The evaluator's state, made on first use.
struct EvalState *ev_state(Cxx *cxx);

// ---- expr.c -------------------------------------------------------------------------------------

Val ev_scalar(Ev *ev, Expr *evaluated);        // prvalue of scalar type
void ev_into(Ev *ev, Expr *init, Obj *target); // initialises `target`
// Evaluates `discarded` for its effects.
void ev_discard(Ev *ev, Expr *discarded);
bool ev_cond(Ev *ev, Expr *condition); // a bool

// ---- lvalue.c -----------------------------------------------------------------------------------

Ptr ev_lvalue(Ev *ev, Expr *designator); // glvalue (or class prvalue, materialised)
// An assignment or compound assignment; gives the left operand.
Ptr ev_assign(Ev *ev, Expr *assignment);
// ++ or --; *old: the value before.
Ptr ev_incdec(Ev *ev, Expr *step, Val *old);
// Between these two the temporaries of a full-expression live.
uint32_t ev_temps_begin(Ev *ev);
// Destroys what ev_temps_begin's mark has behind it.
void ev_temps_end(Ev *ev, uint32_t mark, Pos pos);

// ---- memory.c -----------------------------------------------------------------------------------

// A new complete object of that type, without a value.
Obj *ev_root(Ev *ev, Type *type, RootKind root_kind);
void ev_release(Ev *ev, Obj *obj); // ends the lifetime of a complete object
// The member f of `whole`; of a union it must be the active one.
Obj *ev_field(Ev *ev, Obj *whole, FieldDecl *field, Pos pos);
// The i-th base class subobject of `whole`.
Obj *ev_base(Ev *ev, Obj *whole, uint32_t i, Pos pos);
Obj *ev_elem(Ev *ev, Obj *whole, uint64_t i, Pos pos); // i within bounds
uint64_t ev_count(const Obj *obj);                     // elements of an array
void ev_expand(Ev *ev, Obj *obj, Pos pos);             // lazy aggregate -> its subobjects
void ev_activate(Ev *ev, Obj *obj, FieldDecl *f);      // union member becomes active
void ev_activate_path(Ev *ev, Obj *inner);             // so that `inner` may get a value
// The complete object that `obj` is part of.
Root *ev_root_of(const Obj *obj);
void ev_copy(Ev *ev, Obj *to, Obj *from, Pos pos); // trivial copy of the value
void ev_reset(Ev *ev, Obj *obj, ObjState s);       // forgets the value, subobjects are released
// Gives the array `target` the characters of a string literal.
void ev_set_string(Ev *ev, Obj *target, Expr *literal);
// The object of a variable with static storage, initialised by its constant initialiser.
Obj *ev_static(Ev *ev, VarDecl *var);
// The ith of them, in an array that was given them: 0 behind the literal's end.
uint64_t ev_letter(const Obj *array, uint64_t i);
// The array of a string literal.
Obj *ev_string(Ev *ev, Expr *literal);
void ev_check_live(Ev *ev, Ptr p, Pos pos); // p may be used as an lvalue
// The value of a scalar of type `wanted` at p: alive, initialised, and constant to this evaluation.
Val ev_load(Ev *ev, Ptr ptr, Type *wanted, Pos pos);
void ev_store(Ev *ev, Ptr p, Val v, Pos pos);   // assignment
void ev_init_val(Ev *ev, Obj *target, Val val); // initialisation of a scalar
// `target` may be changed: alive, not const, and made by this evaluation.
void ev_check_write(Ev *ev, Obj *target, Pos pos);
Ptr ev_index(Ev *ev, Ptr ptr, ApInt number, bool is_unsigned, bool minus, Pos pos); // p + n
Ptr ev_to_class(Ev *ev, Ptr ptr, ClassDecl *cls, Pos pos); // base or derived subobject of class cls
ClassDecl *ev_class(const Obj *obj);                       // its class, or NULL
Obj *ev_member(Ev *ev, Obj *whole, FieldDecl *f, Pos pos); // also through anonymous members

// ---- operator.c ---------------------------------------------------------------------------------

// Truth as a value of type `type`.
Val ev_bool(Type *type, bool b);
// a op b; at, bt: the operands' types, t: the result's. Overflow is no constant.
Val ev_arith(Ev *ev, CxxOp op, Type *result, Type *at, Type *bt, Val val, Val b, Pos pos);
Val ev_convert(Ev *ev, Expr *cast, Type *from, Type *to, Val val); // by cast->op
Val ev_numeric(Ev *ev, Type *from, Type *to, Val val, Pos pos);    // between arithmetic types

// ---- rtti.c -------------------------------------------------------------------------------------

Ptr ev_typeid(Ev *ev, Expr *question); // the std::type_info object
// The object, or null; of a reference, failing is no constant.
Ptr ev_dynamic_cast(Ev *ev, Expr *question);

// ---- statement.c --------------------------------------------------------------------------------

// Executes `executed`; how it ended.
EvFlow ev_stmt(Ev *ev, Stmt *executed);
// Makes and initialises a local variable.
void ev_local(Ev *ev, VarDecl *var);
// Destroys the locals made since `mark`, last first.
void ev_scope_end(Ev *ev, uint32_t mark, Pos pos);
// `var` of the current call is object `bound` from here on.
Obj *ev_bind_slot(Ev *ev, VarDecl *var, Obj *bound);
// The object of a local variable or parameter; NULL: none here.
Obj *ev_find_slot(Ev *ev, VarDecl *v);

// ---- value.c ------------------------------------------------------------------------------------

Val ev_from_const(Ev *ev, const ConstVal *constant, Pos pos); // scalar
// A scalar as a ConstVal of type `result`.
ConstVal *ev_to_const(Ev *ev, const Val *val, Type *result, Pos pos);
// The value of a whole object as a ConstVal.
ConstVal *ev_obj_const(Ev *ev, Obj *source, Pos pos);
// The object's representation, known[i]: the byte has a value; false where there is none
// (pointers).
bool ev_bytes(Ev *ev, Obj *source, uint8_t *buf, uint8_t *known, uint64_t n, Pos pos);
// Sets an object from a representation (bit_cast, memcpy).
void ev_from_bytes(Ev *ev, Obj *target, const uint8_t *buf, const uint8_t *known, Pos pos);
// The format of a floating type.
ApfFormat ev_format(const Type *type);
// Zero-initialisation of a scalar.
Val ev_zero(Ev *ev, Type *scalar);

#endif
