// SPDX-License-Identifier: Apache-2.0
// expr_int.h: what the files of expressions, conversions, overloads, initialisation and statements
// share among themselves. Nothing here is used outside of src/cxx.
//
// Conventions of typed trees (beyond expr.def):
//  - A node's EF_TYPE_DEP, EF_VALUE_DEP, EF_HAS_PACK and EF_HAS_TEMPS are the union of its
//    operands' (xe_flags_from).
//  - A member pointer constant is E_UNARY ADDR of an E_DECLREF to a non-static member.
//  - `Expr.pad` holds XP_* marks that matter only while parsing.
//  - A variable whose value is a constant is not odr-used when it is only read [basic.def.odr]:
//    the E_DECLREF is marked XP_ODR and listed as pending; cxx_rvalue folds it to a constant and
//    clears the mark; what is still marked at the end of the function body (xe_flush_odr) is used.
#ifndef CUPRUM_CXX_EXPR_INT_H
#define CUPRUM_CXX_EXPR_INT_H

#include "cxx/elaborate.h"

enum {
    XP_QUALIFIED = 1,   // qualified-id naming a non-static member, no object written
    XP_ODR = 2,         // E_DECLREF of a constant variable, odr-use not decided yet
    XP_CALLEE_OK = 4,   // unqualified name that ADL may still find
    XP_SCOPED = 8,      // a function by a qualified name, of an object or called (mangling)
    XP_BITS = 16,       // E_INT written in base 2, 8 or 16
    XP_UNCAPTURED = 32, // the implied object in a lambda that has not captured `this` (yet)
};

// ---- state ----
struct ExprState {
    VEC(Expr *) pending; // E_DECLREFs marked XP_ODR, innermost function last
    Map gnu_builtins;    // Atom -> row index + 1
    Map traits;          // Atom -> row index + 1
    bool tables_ready;
    FuncDecl *alloc[4]; // implicit operator new, new[], delete, delete[]
    uint32_t overload_depth;
    Map closures;          // (context, signature) -> closures numbered so far
    FuncDecl *gnu[1 << 9]; // declarations of GNU builtins, made on demand
};
struct ExprState *xe_state(Cxx *x);
void xe_flush_odr(Parse *p, uint32_t mark);

// ---- nodes ----
static inline bool xe_err(const Expr *e) {
    return e->kind == E_ERROR || e->type->kind == TY_ERROR;
}
static inline bool xe_tdep(const Expr *e) {
    return (e->flags & EF_TYPE_DEP) != 0;
}
static inline bool xe_vdep(const Expr *e) {
    return (e->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) != 0;
}
static inline bool xe_glvalue(const Expr *e) {
    return e->cat != VC_PRVALUE;
}
static inline bool ty_class_like(const Type *t) {
    return t->kind == TY_CLASS;
}
static inline Cxx *px(const Parse *p) {
    return p->x;
}
static inline Arena *pa(const Parse *p) {
    return &p->x->ctx->perm;
}
static inline Arena *xe_scratch(const Parse *p) {
    return &p->x->ctx->scratch;
}
// A node with one, two or n operands; inherits their flags.
Expr *xe_un(Parse *p, ExprKind k, Type *t, ValueCat cat, Pos pos, Expr *a);
Expr *xe_bin(Parse *p, ExprKind k, CxxOp op, Type *t, ValueCat cat, Pos pos, Expr *a, Expr *b);
Expr *xe_args(Parse *p, Expr *e, Expr **arg, uint32_t n); // sets e->arg (copied)
void xe_inherit(Expr *e, const Expr *from);
Expr *xe_cast(Parse *p, CastKind ck, Type *t, ValueCat cat, Expr *a); // implicit
// A node whose type is a declared type: references give lvalues and xvalues, prvalues of
// non-class type lose cv.
Expr *xe_declared(Parse *p, ExprKind k, Type *t, Pos pos);
void xe_set_declared(Parse *p, Expr *e, Type *t);
Expr *xe_dep(Parse *p, ExprKind k, Pos pos);       // type-dependent node
Expr *xe_ref(Parse *p, Decl *d, Type *t, Pos pos); // plain E_DECLREF lvalue
Expr *xe_from_const(Parse *p, ConstVal *v, Pos pos);
// A copy of the tree's root, to be changed.
Expr *xe_dup(Parse *p, const Expr *e);
bool xe_depth(Parse *p, Pos pos); // ++p->depth; false (after a diagnostic) beyond the limit
// `else if`, labels and `a ? b : c ? d : e` do not count as nesting as long as they are not too
// many: what is parsed between these two is one level less deep. False: it is not, and there is no
// end.
bool xe_chain_begin(Parse *p);
void xe_chain_end(Parse *p);
// e, which a loop made of its left operand; an error beyond the limit of height.
Expr *xe_limited(Parse *p, Expr *e);
Expr *xe_source_place(Parse *p, uint32_t row, Pos pos); // GB_LINE ...
Expr *xe_source_location(Parse *p, Pos pos);
Pos xe_pos(const Parse *p);      // of the next token
Pos xe_prev_pos(const Parse *p); // of the last token consumed
bool xe_accept(Parse *p, uint16_t kind);
bool xe_expect(Parse *p, uint16_t kind, const char *what); // diagnostic if missing
bool xe_integral_or_enum(const Type *t);
// Whether e is a null pointer constant [conv.ptr].
bool xe_null_const(Parse *p, const Expr *e);
const char *xe_op_text(CxxOp op);
bool xe_is_lit(Parse *p, uint32_t at, const char *s); // identifier token spelled s
unsigned xe_quals(const Type *t);                     // cv of a type; of the element for arrays
FuncDecl *xe_func_of(Decl *d);                        // D_FUNC or NULL
static inline bool xe_list(const Expr *e) {
    return e->kind == E_INITLIST_SYNTAX;
}

// ---- from decl_int.h and tmpl_int.h ----
#ifndef cxx_decl_new
void *cxx_decl_new_(Cxx *x, size_t size, DeclKind k, Atom name, Pos pos, uint32_t order, Scope *s,
                    Env *env);
#define cxx_decl_new(x, T, k, name, pos, order, s, env)                                            \
    ((T *)cxx_decl_new_((x), sizeof(T), (k), (name), (pos), (order), (s), (env)))
#endif
bool cxx_at_attribute(const Parse *p);
bool cxx_parse_abstract_declarator(Parse *p, const DeclSpec *ds, Declarator *d);
uint32_t cxx_skip_constraint(Cxx *x, uint32_t at, uint32_t end);
TmplParams *tm_parse_params(Parse *p, uint32_t depth);

// ---- convert/conversion.c ----
typedef enum { ICS_EXACT, ICS_PROMOTION, ICS_CONVERSION, ICS_USER, ICS_ELLIPSIS, ICS_BAD } IcsRank;
enum {                   // distances [over.ics.rank]/4 beyond those of bases
    DIST_VOID = 10000,   // pointer to void
    DIST_STRING = 20000, // string literal to char *, worse than all
};
typedef struct Ics { // implicit conversion sequence [over.best.ics]
    uint8_t rank;
    bool ref_bind, rvalue_bind, binds_temp, list_init, ambiguous, qual_adj, to_base, ptr_to_bool;
    bool by_explicit;       // of a list, by a constructor that copy-list-initialisation refuses
    bool any_object;        // the implicit object parameter of a function without a ref-qualifier
    CastKind first, second; // lvalue transformation, promotion/conversion
    Type *from, *to;
    FuncDecl *user;             // conversion function or constructor
    struct Ics *before, *after; // around the user conversion
    uint32_t base_dist;         // classes between, or a DIST_*
    uint8_t added_quals;
    uint32_t list_n; // of a list: its elements
} Ics;
void cxx_ics(Parse *p, Expr *e, Type *to, bool allow_user, bool allow_explicit, Ics *out);
int cxx_ics_compare(Parse *p, const Ics *a, const Ics *b); // <0: a better
Expr *cxx_apply_ics(Parse *p, Expr *e, const Ics *ics);
// Contextual implicit conversion of a class to an integral or enumeration type [conv.general]/5,
// where one of its conversion functions gives one; else e.
Expr *xe_contextual_integral(Parse *p, Expr *e);
Ics *xe_ics_new(Parse *p);
bool xe_std_conv(Parse *p, const Expr *e, Type *from, bool glvalue, Type *to, Ics *out);
bool xe_reference_compatible(Parse *p, Type *to,
                             Type *from); // "T1 is reference-compatible with T2"
bool xe_reference_related(Parse *p, Type *t1, Type *t2);
Expr *xe_derived_to_base(Parse *p, Expr *e, Type *to, Pos pos); // glvalue or pointer
Expr *xe_via_naming(Parse *p, Expr *e, ClassDecl *naming, ClassDecl *owner);
void xe_dtor_access(Parse *p, Type *t, Pos pos); // a diagnostic if t's destructor is out of reach
Expr *xe_materialize(Parse *p, Expr *e);         // prvalue -> xvalue
Type *xe_composite_pointer(Parse *p, Expr *a, Expr *b); // NULL if none
bool xe_qual_conv(Parse *p, Type *from, Type *to, bool *adjusted);
void xe_no_conversion(Parse *p, Expr *e, Type *to, const char *context, Pos pos);
// The type as which e takes part in arithmetic: a bit-field counts as int if that holds its values,
// whatever its declared type.
Type *xe_arith_type(Parse *p, const Expr *e);
bool xe_is_narrowing(Parse *p, Expr *e, Type *to);
void xe_check_narrowing(Parse *p, Expr *e, Type *to);
Expr *xe_string_type(Parse *p, Expr *e);

// ---- convert/overload.c ----
typedef struct Cand {
    FuncDecl *fn;       // NULL: built-in operator
    TemplateDecl *tmpl; // it was deduced from
    Decl *decl;         // as found, for notes
    Type *param[3];     // built-in operators: operand types
    FuncDecl *surrogate;
    Ics *ics; // per argument (the object first for members)
    uint32_t nics;
    bool viable, reversed, rewritten, has_object, via_ellipsis;
    int bad_arg; // the argument that failed, -1: arity, -2 deduction, -3 other
    const char *why;
    TmplArgs *targs; // of a template whose deduction failed: the explicit arguments,
    TParmDecl *parm; // and the parameter that `why` is about
} Cand;
// The candidates and their sequences stand in the scratch arena: who resolves a call resets it
// (what a sequence points to stays).
typedef struct Cands {
    VEC(Cand) c;
    int best; // -1: none viable, -2: ambiguous
    int rival;
    // Direct-initialisation of this class from one argument: explicit conversion functions count
    // for a constructor's reference to the class [over.match.copy]/1.2.
    ClassDecl *direct_of;
    bool from_list; // constructors for the elements of a braced list
} Cands;
// Adds the functions and templates of a set. `object` (or NULL) is the implied object argument,
// not counted in arg.
void xe_add_cands(Parse *p, Cands *cs, Decl **set, uint32_t n, TmplArgs *targs, Expr *object,
                  Expr **arg, uint32_t narg, bool allow_user, bool allow_explicit);
void xe_add_cand_fn(Parse *p, Cands *cs, FuncDecl *f, TemplateDecl *tmpl, Decl *as, Expr *object,
                    Expr **arg, uint32_t narg, bool allow_user);
void xe_choose(Parse *p, Cands *cs);
void xe_explain(Parse *p, Cands *cs, Expr *object, Expr **arg, uint32_t narg);
// Reports "no instance" or "ambiguous"; returns an error node.
void xe_wrong_arity(Parse *p, Expr **arg, uint32_t narg, uint32_t nparam, Pos pos);
Expr *xe_report_cands(Parse *p, Cands *cs, Atom name, Expr *object, Expr **arg, uint32_t narg,
                      Pos pos);
// Calls the constructor that a user conversion has chosen; `before`: its argument's sequence.
Expr *xe_construct_by(Parse *p, FuncDecl *ctor, Type *cls, Ics *before, Expr *arg);
// Constructor overload resolution without building; for conversions.
typedef struct CtorPick {
    FuncDecl *fn;
    Ics *ics;
    uint32_t nics;
    bool ambiguous;
} CtorPick;
int xe_pick_ctor(Parse *p, ClassDecl *c, Expr **arg, uint32_t n, bool allow_explicit,
                 bool allow_user, bool only_initlist, Cands *cs);
Expr *xe_operator_overload(Parse *p, CxxOp op, Expr *a, Expr *b, Pos pos, bool *tried);
bool xe_has_overloads(const Expr *e); // operand of class or enumeration type
Expr *xe_call_chosen(Parse *p, Cand *c, Expr *object, Expr **arg, uint32_t n, Pos pos,
                     uint32_t flags);
// Conversion functions of a class (bases included), as a set for overload resolution.
void xe_conv_functions(Parse *p, ClassDecl *c, Lookup *out);
// What the name of a complete class means as a constructor.
void xe_ctors(Parse *p, ClassDecl *c, Lookup *out);
void xe_object_ics(Parse *p, Expr *object, FuncDecl *f, Ics *out);

// ---- expr/compare.c ----
Expr *xe_three_way(Parse *p, Expr *a, Expr *b, bool floating, Pos pos);
bool cxx_is_comparison(const FuncDecl *f);

// ---- convert/operator.c, convert/condition.c ----
Expr *xe_arith_to(Parse *p, Expr *e, Type *t);
bool xe_check_modifiable(Parse *p, Expr *a, Pos pos);
bool xe_bound_function(Parse *p, const Expr *e);
Expr *xe_build_subscript(Parse *p, Expr *a, Expr *b, Pos pos);
void xe_discard_results(Expr *e); // the value is discarded: constants named in it are not used
// convert/complex.c
Type *cxx_complex_type(Cxx *x, Type *part); // `__complex__ T`
Type *cxx_complex_part(const Type *t);      // T of `__complex__ T`, NULL of other types
Expr *cxx_parse_complex_part(Parse *p);     // at __real__ or __imag__
Expr *cxx_complex_from_real(Parse *p, Type *t, Expr *e);
// An operator whose left operand is complex; NULL: not one of those that are supported.
Expr *cxx_complex_binary(Parse *p, CxxOp op, Expr *a, Expr *b, Pos pos);
Expr *xe_build_cond(Parse *p, Expr *c, Expr *a, Expr *b, Pos pos);

// ---- convert/init.c ----
bool xe_list_ics(Parse *p, Expr *list, Type *to, Ics *out);
Expr *xe_init_ref(Parse *p, Type *to, Expr *e, bool direct, const char *context);
bool xe_is_initializer_list(Parse *p, Type *t, Type **elem);
bool xe_string_init(Parse *p, Type *arr, Expr *e); // e may initialise the char array arr
Expr *xe_init_args_of(Parse *p, Expr *list);
Expr *xe_copy_construct(Parse *p, Type *to, Expr *e, Pos pos); // from an expression of class type
Expr *xe_init_string_array(Parse *p, Type *arr, Expr *e);
Expr *xe_init_aggregate(Parse *p, Type *t, Expr *list, Pos pos);
Expr *xe_build_initializer_list(Parse *p, Type *to, Type *elem, Expr *list);
Expr *xe_init_vector(Parse *p, Type *to, Expr *list);
Expr *xe_array_fill(Parse *p, Type *arr, Expr *filler, Pos pos);

// ---- convert/call.c ----
Expr *xe_call_function(Parse *p, FuncDecl *f, Expr *object, Expr **arg, uint32_t n, Pos pos,
                       uint32_t flags);      // no overload resolution
Expr *xe_vararg(Parse *p, Expr *e);          // default argument promotions
Expr *xe_parse_call(Parse *p, Expr *callee); // at '('
bool xe_in_device_code(const Parse *p);
Expr *xe_parse_launch(Parse *p, Expr *callee); // at '<<<'
Expr *xe_this(Parse *p, Pos pos);              // `this`, captured where needed; NULL if none
Expr *xe_overload_expr(Parse *p, Lookup *l, TmplArgs *targs, Expr *object, Atom name, Pos pos);

// ---- convert/operator.c: e as a vector of type v, a scalar in every element; NULL: it cannot be
// one ----
Expr *xe_to_vector(Parse *p, Expr *e, Type *v);

// ---- expr/member_access.c ----
Expr *xe_parse_member(Parse *p, Expr *object); // at '.' or '->'
Expr *xe_member_from_name(Parse *p, Expr *object, const QualName *q, Pos pos);
// What `operator to` names as a member of c: nothing, or functions and instances that give `to`.
void xe_named_conversion(Parse *p, ClassDecl *c, Type *to, Lookup *out);
Atom xe_spelled(Cxx *x, const QualName *q);         // its last name, for messages
Expr *xe_conv_operand(Parse *p, const QualName *q); // the E_TYPE of `operator T`, else NULL
Expr *xe_arrow(Parse *p, Expr *object, Pos pos);    // applies operator-> until a pointer; derefs
Expr *xe_parse_member_pointer(Parse *p, Expr *object, Expr *mp, bool arrow, Pos pos);
Expr *xe_field_path(Parse *p, Expr *object, FieldDecl *f, Pos pos); // through anonymous unions

// ---- expr/cast.c, expr/new.c, expr/literal.c, expr/builtin.c, lambda*.c ----
Expr *xe_functional_cast(Parse *p, Type *t, Pos pos); // at '(' or '{'
Expr *xe_parse_named_cast(Parse *p);
Expr *xe_parse_new(Parse *p, bool global);
Expr *xe_parse_delete(Parse *p, bool global);
Expr *xe_parse_literal(Parse *p);
Expr *xe_parse_string(Parse *p);
Expr *xe_parse_gnu_builtin(Parse *p); // at the name; NULL if it is not one
Expr *xe_parse_sizeof(Parse *p);
Expr *xe_parse_noexcept(Parse *p);
Expr *xe_capture_var(Parse *p, VarDecl *v, Pos pos); // NULL: no capture needed
// In the body of a lambda, and neither it nor one around it has captured `this`.
bool xe_this_uncaptured(const Parse *p);
Expr *xe_captured_object(Parse *p, Expr *o); // the implied object o of a member that is used
Expr *xe_capture_this(Parse *p, Pos pos);
void xe_lambda_context(Parse *p);
uint32_t cxx_tparam_depth(
    const Scope *s);            // of a template parameter list that opens in s (template/invent.c)
Expr *xe_parse_unary(Parse *p); // cast-expression
Expr *xe_parse_binary(Parse *p, int min_prec);
Expr *xe_parse_init_list(Parse *p);                // at '{'
Expr *xe_predefined(Parse *p, Atom name, Pos pos); // __func__ and kin, or NULL
bool xe_can_throw(Cxx *x, const Expr *e);
bool xe_init_can_throw(Cxx *x, const Expr *e); // of an object that stays
Expr *xe_id_expression(Parse *p);
// Builds the value a name lookup found (function set, variable, enumerator, parameter).
Expr *xe_name_value(Parse *p, const QualName *q);

// ---- stmt*.c ----
typedef struct SwitchState {
    struct SwitchState *outer;
    Scope *scope; // around its body
    Pos pos;
    Type *type;
    VEC(CaseRange) cases;
    Stmt *def;
} SwitchState;
typedef struct JumpPlace { // of a goto or label
    Stmt *stmt;
    Scope *scope;
    uint32_t at; // token
} JumpPlace;
struct FnState {
    FuncDecl *fn;
    SwitchState *sw;
    uint32_t loops, breakable;
    uint32_t constexpr_ifs; // around this place
    int32_t unroll;         // pending #pragma unroll, 0: none
    VEC(JumpPlace) labels;
    VEC(JumpPlace) gotos;
    Type *ret;          // result type, NULL while not deduced
    Type *ret_declared; // as declared; may be a placeholder
    bool ret_auto;      // to be deduced from the first return
    bool ret_seen;
    uint32_t odr_mark;
    uint32_t errors;             // in the unit, before this body
    Stmt *last_expr;             // last expression statement parsed
    uint32_t in_stmt_exprs;      // statement expressions around
    VEC(BindingDecl *) bindings; // of structured bindings, those of one together
};
Stmt *xe_stmt(Parse *p, StmtKind k, Pos pos);
bool xe_has_effects(Cxx *x, VarDecl *v);                          // its initialisation or its end
void xe_warn_body(Parse *p, const FuncDecl *f, const Stmt *body); // body/warn.c
void xe_warn_values(Parse *p, const Stmt *body);                  // body/value.c
// body/number.c: of a function's body and constructor initialisers; of one initialiser or NULL.
void xe_warn_numbers(Parse *p, const FuncDecl *f, const Stmt *body);
void xe_warn_number(Parse *p, const Expr *e);
// lookup/deprecated.c: warns where the program names a deprecated declaration.
void xe_use_deprecated(Parse *p, const Decl *d, Pos pos);
void xe_warn_reach(Parse *p, const Stmt *body);   // body/reach.c
void xe_check_format(Parse *p, const Expr *call); // body/format.c
Pos xe_first_pos(const Expr *e);                  // of its leftmost operand
bool xe_init_effect(const Expr *e);               // initialising by e does more than give a value
Stmt *xe_break_continue(Parse *p);
Stmt *xe_goto(Parse *p);
Stmt *xe_label(Parse *p);
void xe_check_case_jump(Parse *p, const SwitchState *sw); // at a case label
void xe_resolve_gotos(Parse *p, struct FnState *fs);
void xe_recover(Parse *p); // after an error: to the end of the statement
void xe_end_semi(Parse *p, bool failed);
Stmt *xe_labelled_body(Parse *p);
Stmt *xe_parse_asm(Parse *p);
Stmt *xe_parse_pragma(Parse *p);
Scope *xe_push_block(Parse *p); // enters a new block scope; returns the old one
Stmt *xe_decl_stmt(Parse *p, VarDecl **v, uint32_t n, Pos pos);
void xe_note_set(const Expr *e);     // e is assigned to
Expr *xe_discard(Parse *p, Expr *e); // discarded-value expression
Stmt *xe_init_statement(Parse *p);
Stmt *xe_sub_statement(Parse *p);
void xe_paren_condition(Parse *p, Stmt *s, VarDecl **var, bool is_switch);
Stmt *xe_parse_for(Parse *p);
Stmt *xe_parse_switch(Parse *p);
void xe_skip_statement(Parse *p);
bool xe_at_binding(Parse *p); // `auto [` declaration
Stmt *xe_parse_binding_decl(Parse *p, Expr *range_init);
Expr *xe_array_copy(Parse *p, Type *arr, Expr *from, Pos pos);
ApfFormat xe_float_format(const Type *t);
VarDecl *xe_local_var(Parse *p, Atom name, Type *t, Pos pos, uint32_t order);
Expr *xe_var_expr(Parse *p, VarDecl *v, Pos pos); // reference to a variable made by us
#endif
